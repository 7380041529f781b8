//! A person at a terminal: numbered steps, keys, live output, the whole terminal for programs that ask.

use rustix::event::{PollFd, PollFlags};
use shell::session::{Session, Wants};
use unicode_width::UnicodeWidthStr as _;

use super::limits::Stop;
use super::past::{Past, PastStep};
use super::person::{Answer, Audience, Outcome, Person, agreed};
use super::step::Step;
use super::work::Work;
use crate::confirm::{Agreed, Requirement};
use crate::ui::clipboard;
use crate::ui::input;
use crate::ui::live::Live;
use crate::ui::style::{BOLD, Style};
use crate::ui::text::{fit, printable, wrap};
use crate::ui::tty::{Key, Tty};
use crate::ui::{self, verdict};
use crate::{context, dirs};

const CTRL_C: u8 = 3;
const KEYS: &str = "[r]un [e]dit [s]kip e[x]plain [q]uit";
/// Keys for a step that has run.
const KEYS_PAST: &str = "[r]un again [c]opy command copy [o]utput";
/// What the second and later lines of a step are indented by.
const INDENT: &str = "    ";

/// A terminal.
#[derive(Debug)]
pub struct Terminal {
    style: Style,
    word: String,
    /// In raw mode while a step runs.
    tty: Option<Tty>,
    live: Live,
    /// What the running step waits for; keys go to it.
    handed: Option<Wants>,
    /// Keys typed before the program was seen to wait for them, as a fast typist does.
    early: Vec<u8>,
    /// The output so far ends in the middle of a line.
    is_open: bool,
    past: Past,
}

impl Terminal {
    pub fn new(style: Style, word: &str) -> Self {
        Self {
            style,
            word: word.to_owned(),
            tty: None,
            live: Live::default(),
            handed: None,
            early: Vec::new(),
            is_open: false,
            past: Past::default(),
        }
    }

    fn line(&self, text: &str) {
        ui::draw(&format!("{text}\n"));
    }

    fn wrapped(&self, text: &str) {
        for line in wrap(&printable(text, &self.style), INDENT, self.style.columns.saturating_sub(1)) {
            self.line(&line);
        }
    }

    fn sign(&self, utf8: &'static str, ascii: &'static str) -> &'static str {
        if self.style.utf8 { utf8 } else { ascii }
    }

    /// Draws a step: number, directory and command, then why, the verdict, a missing program.
    fn draw(&self, step: &Step) {
        let directory = dirs::display(&step.directory);
        let head = format!("{:>2}  {} $ ", step.number, printable(&directory, &self.style));
        let lines: Vec<&str> = step.command.lines().collect();
        for (at, line) in lines.iter().enumerate() {
            let head = if at == 0 { head.clone() } else { " ".repeat(head.width()) };
            self.line(&(head + &self.style.painted(BOLD, &printable(line, &self.style))));
        }
        if !step.why.is_empty() {
            self.wrapped(&format!("{INDENT}{}", ui::one_line(&step.why)));
        }
        if step.origin != "model" {
            self.line(&self.style.dim(&format!("{INDENT}{}", ui::one_line(&step.origin))));
        }
        for line in
            verdict::coloured(&step.verdict, self.style.columns.saturating_sub(1), INDENT, &self.style)
        {
            self.line(&line);
        }
        if let Some(missing) = step.missing_text() {
            self.wrapped(&format!("{INDENT}{missing}"));
        }
    }

    /// Opens the terminal for keys; what was typed before is not an answer.
    fn open() -> Option<Tty> {
        context::discard_input();
        Tty::open().ok()
    }

    /// Reads the confirm word.
    fn word(&self, step: &Step) -> Option<Agreed> {
        let typed = Self::entry(&format!("{INDENT}type '{}' to run it: ", self.word), "", &self.style)?;
        agreed(typed.trim(), step, &self.word)
    }

    /// Shows an earlier step and takes keys for it; returns its command if it is to run again, which is judged and
    /// asked about like any other.
    fn walk(&mut self, tty: &mut Tty) -> Option<String> {
        while let Some(step) = self.past.current() {
            let status = step.status.map_or_else(|| "?".to_owned(), |status| status.to_string());
            let head = format!("{:>2}  {} {status}  ", step.number, self.sign("↑", "^"));
            let text = format!("{head}{}", ui::one_line(&step.command));
            let room = self.style.columns.saturating_sub(KEYS_PAST.len() + 2);
            let text = fit(&text, room.max(head.width() + 8), &self.style);
            let keys = if text.width() <= room { KEYS_PAST } else { "r c o" };
            tty.write(&format!("\r\u{1b}[K{text} {}", self.style.dim(keys)));
            match tty.key() {
                Key::Up => drop(self.past.up()),
                Key::Down => drop(self.past.down()),
                Key::Char('c') => tty.write(&clipboard::copy(&step.command)),
                Key::Char('o') => tty.write(&clipboard::copy(&step.output)),
                Key::Char('r') => {
                    let command = step.command.clone();
                    self.past.leave();
                    return Some(command);
                }
                Key::Resize => {}
                _ => self.past.leave(),
            }
        }
        None
    }

    /// Reads a line that begins with `text`; `None`: the person leaves.
    fn entry(prompt: &str, text: &str, style: &Style) -> Option<String> {
        let mut tty = Self::open()?;
        let line = input::line(&mut tty, prompt, text, style);
        tty.write("\n");
        line
    }
}

impl Audience for Terminal {
    fn begins(&mut self, _: &Step) {
        (self.live, self.handed, self.is_open) = (Live::default(), None, false);
        self.early.clear();
        self.tty = Self::open();
    }

    fn output(&mut self, _: &Step, bytes: &[u8]) {
        if matches!(self.handed, Some(Wants::Keys | Wants::EditedLine)) {
            ui::print_bytes(bytes); // it draws by itself
            return;
        }
        let text = self.live.text(bytes, self.handed.is_some());
        if let Some(last) = text.chars().last() {
            self.is_open = last != '\n';
        }
        ui::draw(&text);
    }

    fn waits(&mut self, _: &Step, wants: Wants, session: &mut Session) {
        let early = std::mem::take(&mut self.early);
        if self.handed.replace(wants).is_some() {
            return; // it still waits
        }
        match wants {
            Wants::Password => {
                ui::draw(&self.style.dim(" (to the program alone: neither stored nor sent) "));
                return; // programs discard what was typed before
            }
            Wants::Line if !self.is_open => {
                ui::draw(&self.style.dim(&format!("{INDENT}(it waits for a line)\n")));
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

    fn interrupts(&mut self, session: &mut Session) -> bool {
        let Some(tty) = &mut self.tty else { return false };
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

impl Person for Terminal {
    fn show(&mut self, step: &Step) {
        self.draw(step);
    }

    fn decide(&mut self, step: &Step) -> Answer {
        self.draw(step);
        loop {
            let Some(mut tty) = Self::open() else { return Answer::Quit };
            let keys = match step.requirement() {
                Requirement::Denied | Requirement::Editing => "[e]dit [s]kip e[x]plain [q]uit",
                Requirement::Key | Requirement::Word => KEYS,
            };
            tty.write(&format!("{INDENT}{}", self.style.dim(keys)));
            let key = tty.key();
            let is_walk = key == Key::Up && self.past.up().is_some();
            let again = if is_walk { self.walk(&mut tty) } else { None };
            if key == Key::Char('c') {
                tty.write(&clipboard::copy(&step.command));
            }
            tty.write("\r\u{1b}[K");
            drop(tty);
            if let Some(command) = again {
                return Answer::Edit(command);
            }
            match key {
                Key::Char('r') => match step.requirement() {
                    Requirement::Key => {
                        if let Some(agreed) = agreed("r", step, &self.word) {
                            return Answer::Run(agreed);
                        }
                    }
                    Requirement::Word => {
                        if let Some(agreed) = self.word(step) {
                            return Answer::Run(agreed);
                        }
                    }
                    Requirement::Denied | Requirement::Editing => {}
                },
                Key::Char('e') if step.command.contains('\n') => {
                    self.line(&format!("{INDENT}a command of several lines cannot be edited here"));
                }
                Key::Char('e') => {
                    let edited = Self::entry(&format!("{INDENT}$ "), &step.command, &self.style);
                    if let Some(text) = edited.filter(|text| !text.trim().is_empty()) {
                        return Answer::Edit(text);
                    }
                }
                Key::Char('s') => return Answer::Skip,
                Key::Char('x' | '?') => return Answer::Explain,
                Key::Char('q') | Key::Leave | Key::Escape => return Answer::Quit,
                _ => {}
            }
        }
    }

    fn explain(&mut self, _: &Step, text: &str) {
        for line in text.lines() {
            self.wrapped(&format!("{INDENT}{line}"));
        }
    }

    fn ended(&mut self, step: &Step, outcome: &Outcome) {
        self.past.add(PastStep {
            number: step.number,
            command: step.command.clone(),
            output: outcome.output.clone(),
            status: outcome.status,
        });
        self.tty = None;
        if self.is_open {
            ui::draw("\n");
        }
        let sign = if outcome.status == Some(0) { self.sign("✓", "ok") } else { self.sign("✗", "x") };
        let status = outcome.status.map_or_else(|| "?".to_owned(), |status| status.to_string());
        let mut text = format!("{INDENT}{sign} {status}, {:.1} s", outcome.duration.as_secs_f64());
        if outcome.left_out > 0 {
            text.push_str(&format!(", {} bytes of output left out", outcome.left_out));
        }
        self.line(&self.style.dim(&fit(&text, self.style.columns.saturating_sub(1), &self.style)));
        if let Some(note) = &outcome.note {
            self.wrapped(&format!("{INDENT}{note}"));
        }
    }

    fn ask(&mut self, question: &str) -> Option<String> {
        self.wrapped(question);
        Self::entry("> ", "", &self.style)
    }

    fn done(&mut self, summary: &str, work: &Work) {
        let sign = self.sign("✓", "ok");
        let summary = if summary.is_empty() { "done" } else { summary };
        self.wrapped(&format!("{sign} {}", ui::one_line(summary)));
        self.summary(work);
    }

    fn stopped(&mut self, reason: &Stop, work: &Work) {
        let sign = self.sign("✗", "x");
        self.wrapped(&format!("{sign} stopped: {reason}"));
        self.summary(work);
        self.line(&self.style.dim(&format!("{INDENT}go on: darn do --resume")));
    }

    fn note(&mut self, text: &str) {
        self.wrapped(&ui::one_line(text));
    }
}

impl Terminal {
    /// Lists what has run, and what is left.
    fn summary(&self, work: &Work) {
        let (done, left) = (self.sign("✓", "ok"), self.sign("✗", "x"));
        let changed = work.changed.iter().map(|command| (done, command));
        for (sign, command) in changed.chain(work.left.iter().map(|command| (left, command))) {
            let line = format!("{INDENT}{sign} {}", ui::one_line(command));
            self.line(&self.style.dim(&fit(&line, self.style.columns.saturating_sub(1), &self.style)));
        }
    }
}
