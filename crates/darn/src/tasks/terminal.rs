//! A person at a terminal: numbered steps, keys, live output, the whole terminal for programs that ask.

use shell::session::Wants;
use unicode_width::UnicodeWidthStr as _;

use super::past::Past;
use super::person::agreed;
use super::step::Step;
use super::work::Work;
use crate::confirm::{Agreed, Requirement};
use crate::ui::input;
use crate::ui::live::Live;
use crate::ui::style::{BOLD, Style};
use crate::ui::text::{fit, printable, wrap};
use crate::ui::tty::Tty;
use crate::ui::{self, verdict};
use crate::{context, dirs};

mod audience;
mod decide;
mod person;
mod shown;
mod walk;

use shown::Shown;

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
    /// The line below the output says how long the step has run.
    tells_time: bool,
    past: Past,
    shown: Shown,
    /// `task.mouse`.
    has_mouse: bool,
}

impl Terminal {
    pub fn new(style: Style, word: &str, has_mouse: bool) -> Self {
        Self {
            style,
            word: word.to_owned(),
            tty: None,
            live: Live::default(),
            handed: None,
            early: Vec::new(),
            is_open: false,
            tells_time: false,
            past: Past::default(),
            shown: Shown::default(),
            has_mouse,
        }
    }

    fn put(&mut self, text: &str) {
        self.erase_time();
        self.shown.add(text, self.style.columns);
        ui::draw(text);
    }

    /// Erases the line with the time.
    fn erase_time(&mut self) {
        if std::mem::take(&mut self.tells_time) {
            ui::draw("\r\u{1b}[K");
        }
    }

    fn line(&mut self, text: &str) {
        self.put(&format!("{text}\n"));
    }

    fn wrapped(&mut self, text: &str) {
        for line in wrap(&printable(text, &self.style), INDENT, self.style.columns.saturating_sub(1)) {
            self.line(&line);
        }
    }

    /// Prints how the task ended, at the left edge, so that it is not taken for one of its steps.
    fn headline(&mut self, text: &str) {
        let width = self.style.columns.saturating_sub(3);
        self.line("");
        for (at, line) in wrap(&printable(text, &self.style), "", width).iter().enumerate() {
            let indent = if at == 0 { "" } else { "  " };
            self.line(&format!("{indent}{line}"));
        }
    }

    fn sign(&self, utf8: &'static str, ascii: &'static str) -> &'static str {
        if self.style.utf8 { utf8 } else { ascii }
    }

    /// Draws a step: number, directory and command, then why, the verdict, a missing program.
    fn draw(&mut self, step: &Step) {
        self.shown.propose();
        let directory = dirs::display(&step.directory);
        let head = format!("{:>2}  {} $ ", step.number, printable(&directory, &self.style));
        let lines: Vec<&str> = step.command.lines().collect();
        for (at, line) in lines.iter().enumerate() {
            let head = if at == 0 { head.clone() } else { " ".repeat(head.width()) };
            self.line(&(head + &self.style.painted(BOLD, &printable(line, &self.style))));
        }
        // the model's reason is one for its own command, and may only repeat that
        let why = step.why.trim();
        if !why.is_empty() && why != step.command.trim() && step.origin != "user" {
            self.wrapped(&format!("{INDENT}{}", ui::one_line(why)));
        }
        // an edited command is the person's own
        if !matches!(step.origin.as_str(), "model" | "user") {
            self.line(&self.style.dim(&format!("{INDENT}{}", ui::one_line(&step.origin))));
        }
        for line in
            verdict::coloured(&step.verdict, self.style.columns.saturating_sub(1), INDENT, &self.style)
        {
            self.line(&line);
        }
        if step.requirement() == Requirement::Denied {
            self.line(&format!("{INDENT}the policy denies it: edit or skip it"));
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
    fn word(&mut self, step: &Step) -> Option<Agreed> {
        let typed = self.entry(&format!("{INDENT}type '{}' to run it: ", self.word))?;
        agreed(typed.trim(), step, &self.word)
    }

    /// Reads a line; `None`: the person leaves.
    fn entry(&mut self, prompt: &str) -> Option<String> {
        let mut tty = Self::open()?;
        let line = input::line(&mut tty, prompt, "", &self.style);
        tty.write("\n");
        self.shown.add("\n", self.style.columns);
        line
    }

    /// Has a command edited, in a line that goes away again: the step is drawn with what it becomes.
    fn edited(&self, command: &str) -> Option<String> {
        let mut tty = Self::open()?;
        let line = input::line(&mut tty, &format!("{INDENT}$ "), command, &self.style);
        tty.write("\r\u{1b}[K");
        line.filter(|text| !text.trim().is_empty())
    }

    /// Lists what has run, and what is left.
    fn summary(&mut self, work: &Work) {
        let (done, left) = (self.sign("✓", "ok"), self.sign("✗", "x"));
        let changed = work.changed.iter().map(|command| (done, "", command));
        let not_done = work.left.iter().map(|command| {
            let is_skipped = work.skipped.contains(command);
            if is_skipped { ("-", "skipped: ", command) } else { (left, "", command) }
        });
        for (sign, what, command) in changed.chain(not_done) {
            let line = format!("{INDENT}{sign} {what}{}", ui::one_line(command));
            self.line(&self.style.dim(&fit(&line, self.style.columns.saturating_sub(1), &self.style)));
        }
    }
}
