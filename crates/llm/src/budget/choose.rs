//! Selects the lines of an output to send.

use std::fmt::Write as _;

use super::Room;
use super::lines::tokens;

/// Texts that indicate an error, in lower case.
const ERRORS: [&str; 22] = [
    "error", "fatal", "fail", "cannot", "can't", "could not", "not found", "no such", "denied", "undefined",
    "unknown", "invalid", "unrecognized", "unrecognised", "unexpected", "did you mean", "exception",
    "traceback", "panic", "abort", "refused", "usage:",
];

/// Returns the lines that fit, in order.
pub fn chosen(lines: &[String], room: &Room) -> String {
    let start = lines.iter().take_while(|line| line.is_empty()).count();
    let end = lines.iter().rposition(|line| !line.is_empty()).map_or(0, |last| last + 1);
    let lines = lines.get(start..end).unwrap_or_default();
    let before = lines.len().saturating_sub(room.lines);
    let lines = lines.get(before..).unwrap_or_default();
    let mut picked = Picked { lines, before, is_in: vec![false; lines.len()], left: Left::of(room) };
    let is_error = |line: &String| {
        let line = line.to_lowercase();
        ERRORS.iter().any(|error| line.contains(error))
    };
    let errors = lines.iter().enumerate().filter(|(_, line)| is_error(line)).map(|(at, _)| at);
    picked.pick(lines.len().checked_sub(1).into_iter(), 100);
    picked.pick(errors, 50);
    picked.pick(0..lines.len(), 20);
    picked.pick((0..lines.len()).rev(), 100);
    picked.text()
}

struct Picked<'l> {
    lines: &'l [String],
    /// Number of omitted lines before these.
    before: usize,
    is_in: Vec<bool>,
    left: Left,
}

#[derive(Clone, Copy)]
struct Left {
    tokens: usize,
    bytes: usize,
}

impl Left {
    const fn of(room: &Room) -> Self {
        Self { tokens: room.tokens as usize, bytes: room.bytes }
    }

    fn percent(self, of: usize) -> Self {
        let share = |whole: usize| whole.saturating_mul(of) / 100;
        Self { tokens: share(self.tokens), bytes: share(self.bytes) }
    }

    fn without(self, line: &str) -> Option<Self> {
        Some(Self {
            tokens: self.tokens.checked_sub(tokens(line) as usize + 1)?,
            bytes: self.bytes.checked_sub(line.len() + 1)?,
        })
    }
}

impl Picked<'_> {
    /// Takes lines in this order, up to a percentage of the remaining room, until one does not fit.
    fn pick(&mut self, order: impl Iterator<Item = usize>, percent: usize) {
        let mut share = self.left.percent(percent);
        for at in order {
            let (Some(line), Some(is_in)) = (self.lines.get(at), self.is_in.get_mut(at)) else { continue };
            if *is_in {
                continue;
            }
            let (Some(rest), Some(left)) = (share.without(line), self.left.without(line)) else { return };
            (share, self.left, *is_in) = (rest, left, true);
        }
    }

    fn text(&self) -> String {
        let mut out = String::new();
        let mut skipped = self.before;
        let both = self.lines.iter().map(Some).zip(self.is_in.iter().copied());
        for (line, is_in) in both.chain([(None, true)]) {
            if !is_in {
                skipped += 1;
                continue;
            }
            if skipped > 0 {
                let plural = if skipped == 1 { "" } else { "s" };
                let _ = writeln!(out, "… {skipped} line{plural} left out …");
                skipped = 0;
            }
            if let Some(line) = line {
                let _ = writeln!(out, "{line}");
            }
        }
        out
    }
}
