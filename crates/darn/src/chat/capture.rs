//! Failing outputs that wait for the next question: armed by a failure, attached once, restored if the request
//! fails. Pure.

use std::collections::VecDeque;
use std::path::PathBuf;

use facts::Output;

use crate::config::ShellAttach;

/// Line in the place of what was cut.
const LINES_CUT: &str = "...[truncated: showing last";

/// A command that ended, with its output.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Capture {
    pub command: String,
    pub directory: PathBuf,
    pub status: i32,
    /// What the terminal showed: both streams are one there.
    pub output: String,
}

/// Limits of an attachment.
#[derive(Debug, Clone, Copy)]
pub struct Limits {
    /// Counted from the end.
    pub lines: usize,
    pub bytes: usize,
}

impl Capture {
    /// Creates a capture from the bytes of a terminal.
    pub fn of_terminal(command: &str, directory: PathBuf, status: i32, bytes: &[u8]) -> Self {
        let output = Output::from_bytes(bytes).text().trim_end().to_owned();
        Self { command: command.to_owned(), directory, status, output }
    }

    /// Creates a capture from a failure of another shell.
    pub fn of_other(failure: &protocol::daemon::LastFailure) -> Self {
        let output = failure.output.clone().unwrap_or_default();
        Self::of_terminal(&failure.command, (&failure.cwd).into(), failure.exit_code, output.as_bytes())
    }

    /// Returns the number of lines and bytes that would be attached.
    pub fn size(&self, limits: Limits) -> (usize, usize) {
        let text = self.bounded(limits);
        (text.lines().count(), text.len())
    }

    /// Returns the output cut to the limits: its newest lines, with a mark in the place of the others.
    pub fn bounded(&self, limits: Limits) -> String {
        let mut part = last_lines(&self.output, limits.lines);
        let excess = part.text.len().saturating_sub(limits.bytes);
        if excess > 0 {
            part.shorten(excess);
        }
        part.into_text()
    }
}

/// The end of a text.
struct Part {
    text: String,
    is_cut: bool,
}

impl Part {
    /// Cuts at least one byte from the front, at the end of a line if there is one, else of a character.
    fn shorten(&mut self, bytes: usize) {
        self.is_cut = true;
        let at = self.text.ceil_char_boundary(bytes.clamp(1, self.text.len()));
        let rest = self.text.get(at..).unwrap_or_default();
        let after_line = rest.find('\n').map(|end| end + 1).filter(|end| *end < rest.len());
        self.text = rest.get(after_line.unwrap_or(0)..).unwrap_or_default().to_owned();
    }

    fn into_text(self) -> String {
        if !self.is_cut {
            return self.text;
        }
        let count = self.text.lines().count();
        format!("{LINES_CUT} {count} lines]\n{}", self.text)
    }
}

fn last_lines(text: &str, limit: usize) -> Part {
    let count = text.lines().count();
    let skipped = count.saturating_sub(limit);
    let from = text.split_inclusive('\n').take(skipped).map(str::len).sum();
    Part { text: text.get(from..).unwrap_or_default().to_owned(), is_cut: skipped > 0 }
}

/// The captures, and which of them goes with the next question.
#[derive(Debug)]
pub struct Captures {
    mode: ShellAttach,
    limit: usize,
    /// Newest first.
    ring: VecDeque<Capture>,
    waiting: Option<Capture>,
    /// Set by `/keep`: what waits is not consumed.
    is_kept: bool,
}

impl Captures {
    /// `limit`: captures that are kept for `/last`.
    pub fn new(mode: ShellAttach, limit: usize) -> Self {
        Self { mode, limit: limit.max(1), ring: VecDeque::new(), waiting: None, is_kept: false }
    }

    /// Adds a command that ended; returns whether it now waits for the next question. A full-screen program is
    /// never captured.
    pub fn add(&mut self, capture: Capture, is_full_screen: bool) -> bool {
        let is_wanted = match self.mode {
            ShellAttach::Off => false,
            ShellAttach::Failures => capture.status != 0,
            ShellAttach::Always => true,
        };
        if !is_wanted || is_full_screen {
            return false;
        }
        self.ring.push_front(capture.clone());
        self.ring.truncate(self.limit);
        self.waiting = Some(capture);
        self.is_kept = false;
        true
    }

    pub const fn waiting(&self) -> Option<&Capture> {
        self.waiting.as_ref()
    }

    /// Consumes what waits, unless it is kept. To be called when the answer begins.
    pub fn consume(&mut self) {
        if !self.is_kept {
            self.waiting = None;
        }
    }

    /// Restores what was attached to a request that failed, unless something newer waits.
    pub fn restore(&mut self, attached: Option<Capture>) {
        if self.waiting.is_none() {
            self.waiting = attached;
        }
    }

    /// Keeps what waits for every question until it is cleared or a newer one comes; false: nothing waits.
    pub const fn keep(&mut self) -> bool {
        self.is_kept = self.waiting.is_some();
        self.is_kept
    }

    /// Forgets what waits; returns whether something did.
    pub fn clear(&mut self) -> bool {
        self.is_kept = false;
        self.waiting.take().is_some()
    }

    /// Picks the capture of this number, 1 being the newest.
    pub fn pick(&mut self, number: usize) -> Option<&Capture> {
        let picked = self.ring.get(number.checked_sub(1)?)?.clone();
        self.waiting = Some(picked);
        self.waiting.as_ref()
    }

    /// Returns what waits; if nothing does, the newest failure waits again.
    pub fn recall(&mut self) -> Option<&Capture> {
        if self.waiting.is_none() {
            self.waiting = self.ring.iter().find(|capture| capture.status != 0).cloned();
        }
        self.waiting.as_ref()
    }

    /// Makes a capture wait that is not of this shell.
    pub fn attach(&mut self, capture: Capture) {
        self.waiting = Some(capture);
        self.is_kept = false;
    }

    /// Lists the captures, newest first.
    pub fn list(&self) -> impl Iterator<Item = &Capture> {
        self.ring.iter()
    }
}

/// Returns the block that is attached to a question, without its output.
pub fn head(capture: &Capture) -> String {
    let place = crate::dirs::display(&capture.directory);
    format!("$ {}\ncwd: {place}\nexit_code: {}\n", capture.command, capture.status)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn one(text: &str) -> Capture {
        Capture { command: "x".into(), directory: "/".into(), status: 1, output: text.into() }
    }

    #[test]
    fn the_newest_lines_survive() {
        let lines: String = (1..=150).map(|line| format!("line {line}\n")).collect();
        let text = one(&lines).bounded(Limits { lines: 100, bytes: 10_240 });
        assert!(text.starts_with("...[truncated: showing last 100 lines]\nline 51\n"), "{text}");
        assert!(text.ends_with("line 150\n"));
        let text = one(&lines).bounded(Limits { lines: 100, bytes: 30 });
        assert_eq!(text, "...[truncated: showing last 3 lines]\nline 148\nline 149\nline 150\n");
        assert_eq!(one("a\nb").bounded(Limits { lines: 2, bytes: 3 }), "a\nb");
    }

    #[test]
    fn characters_are_never_cut() {
        let text = "é".repeat(5000);
        for bytes in 1..50 {
            let bounded = one(&text).bounded(Limits { lines: 100, bytes });
            let rest = bounded.split_once('\n').unwrap().1;
            assert!(rest.len() <= bytes && rest.chars().all(|c| c == 'é'), "{bytes}: {rest}");
        }
    }

    #[test]
    fn an_output_goes_with_one_question() {
        let mut captures = Captures::new(ShellAttach::Failures, 2);
        assert!(!captures.add(Capture { status: 0, ..one("fine") }, false));
        assert!(!captures.add(one("vim"), true));
        assert_eq!(captures.waiting(), None);
        assert!(captures.add(one("first"), false) && captures.add(one("second"), false));
        assert_eq!(captures.waiting(), Some(&one("second")));
        // a success clears nothing
        captures.add(Capture { status: 0, ..one("fine") }, false);
        let attached = captures.waiting().cloned();
        captures.consume();
        assert_eq!(captures.waiting(), None);
        captures.restore(attached);
        assert_eq!(captures.waiting(), Some(&one("second")));
        assert_eq!(captures.pick(2), Some(&one("first")));
        assert_eq!(captures.pick(3), None);
        assert!(captures.keep());
        captures.consume();
        assert_eq!(captures.waiting(), Some(&one("first")));
        assert!(captures.clear() && !captures.clear());
        assert_eq!(captures.recall(), Some(&one("second")), "the newest");
        captures.pick(2);
        assert_eq!(captures.recall(), Some(&one("first")), "what waits");
        assert!(captures.add(one("third"), false));
        assert_eq!(captures.list().count(), 2);
    }

    #[test]
    fn what_is_attached_depends_on_the_setting() {
        let success = Capture { status: 0, ..one("fine") };
        assert!(!Captures::new(ShellAttach::Off, 5).add(one("x"), false));
        assert!(Captures::new(ShellAttach::Always, 5).add(success, false));
    }
}
