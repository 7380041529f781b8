//! The person at the terminal while a step runs.

use std::time::Duration;

use rustix::event::{PollFd, PollFlags};
use rustix::termios::Winsize;
use shell::session::{Session, Wants};

use super::{INDENT, Terminal};
use crate::tasks::person::Audience;
use crate::tasks::step::Step;
use crate::ui::live::Live;
use crate::ui::text::fit;
use crate::ui::tty::Tty;
use crate::{context, ui};

const CTRL_C: u8 = 3;

impl Audience for Terminal {
    fn size(&self) -> Option<Winsize> {
        context::window()
    }

    fn begins(&mut self, _: &Step) {
        (self.live, self.handed, self.is_open) = (Live::default(), None, false);
        self.early.clear();
        self.tty = Self::open();
    }

    fn output(&mut self, _: &Step, bytes: &[u8]) {
        if matches!(self.handed, Some(Wants::Keys | Wants::EditedLine)) {
            self.erase_time();
            ui::print_bytes(bytes); // it draws by itself
            self.shown.forget();
            return;
        }
        let text = self.live.text(bytes, self.handed.is_some());
        if let Some(last) = text.chars().last() {
            self.is_open = last != '\n';
        }
        self.put(&text);
    }

    fn waits(&mut self, _: &Step, wants: Wants, session: &mut Session) {
        let early = std::mem::take(&mut self.early);
        if self.handed.replace(wants).is_some() {
            return; // it still waits
        }
        self.erase_time();
        match wants {
            Wants::Password => {
                let told = self.style.dim(" (to the program alone: neither stored nor sent) ");
                self.put(&told);
                return; // programs discard what was typed before
            }
            Wants::Line if !self.is_open => {
                let told = self.style.dim(&format!("{INDENT}(it waits for a line)\n"));
                self.put(&told);
            }
            Wants::Line | Wants::EditedLine | Wants::Keys => {}
        }
        if !early.is_empty() {
            let _ = session.type_in(&early);
        }
    }

    fn resumed(&mut self) {
        self.handed = None;
    }

    fn runs_silently(&mut self, time: Duration) {
        if self.handed.is_some() || self.is_open {
            return; // the cursor is where the program has left it
        }
        self.erase_time();
        let told = format!("{INDENT}{} s; Ctrl-C stops it", time.as_secs());
        ui::draw(&self.style.dim(&fit(&told, self.style.columns.saturating_sub(1), &self.style)));
        self.tells_time = true;
    }

    fn interrupts(&mut self, session: &mut Session) -> bool {
        let Some(tty) = &mut self.tty else { return false };
        if tty.take_resize()
            && let Some(size) = tty.size()
        {
            session.resize(size);
        }
        let keys = tty.bytes();
        if self.handed.is_some() {
            return session.type_in(&keys).is_err();
        }
        if keys.contains(&CTRL_C) {
            self.early.clear();
            return true;
        }
        self.early.extend(keys);
        false
    }

    fn is_gone(&self) -> bool {
        self.tty.as_ref().is_some_and(Tty::is_ended)
    }

    fn watched(&self) -> Option<PollFd<'_>> {
        self.tty.as_ref().map(|tty| PollFd::new(tty, PollFlags::IN))
    }
}
