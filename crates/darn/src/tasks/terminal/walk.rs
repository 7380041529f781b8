//! The steps that have run, walked with the arrows or selected with a click.

use unicode_width::UnicodeWidthStr as _;

use super::Terminal;
use crate::ui;
use crate::ui::clipboard;
use crate::ui::mouse::Report;
use crate::ui::text::fit;
use crate::ui::tty::{Key, Tty};

/// Keys for a step that has run.
const KEYS_PAST: &str = "[r]un again copy [c]ommand [o]utput [Esc]";

impl Terminal {
    /// Waits for a key; `None`: a click has selected a step, or the proposed one. `text` is what stands before the
    /// cursor in its line.
    pub(super) fn key(&mut self, tty: &mut Tty, text: &str) -> Option<Key> {
        loop {
            match tty.key() {
                Key::Report(Report::Cursor(row)) => self.shown.keys_at(row, text, self.style.columns),
                Key::Report(Report::Clicked(row)) => {
                    match self.shown.at(row) {
                        Some(index) => self.past.select(index),
                        None => self.past.leave(),
                    }
                    return None;
                }
                Key::Report(Report::Other) => {}
                key => return Some(key),
            }
        }
    }

    /// Shows an earlier step and takes keys for it; returns its command if it is to run again, which is judged and
    /// asked about like any other.
    pub(super) fn walk(&mut self, tty: &mut Tty) -> Option<String> {
        while let Some(step) = self.past.current() {
            let status = step.status.map_or_else(|| "?".to_owned(), |status| status.to_string());
            let head = format!("{:>2}  {} {status}  ", step.number, self.sign("↑", "^"));
            let text = format!("{head}{}", ui::one_line(&step.command));
            let room = self.style.columns.saturating_sub(KEYS_PAST.len() + 2);
            let text = fit(&text, room.max(head.width() + 8), &self.style);
            let keys = if text.width() <= room { KEYS_PAST } else { "r c o" };
            tty.write(&format!("\r\u{1b}[K{text} {}", self.style.dim(keys)));
            let (command, output) = (step.command.clone(), step.output.clone());
            // a click has selected another step, or none
            let Some(key) = self.key(tty, "") else { continue };
            match key {
                Key::Up => drop(self.past.up()),
                Key::Down => drop(self.past.down()),
                Key::Char('c') => tty.write(&clipboard::copy(&command)),
                Key::Char('o') => tty.write(&clipboard::copy(&output)),
                Key::Char('r') => {
                    self.past.leave();
                    return Some(command);
                }
                Key::Resize => {}
                _ => self.past.leave(),
            }
        }
        None
    }
}
