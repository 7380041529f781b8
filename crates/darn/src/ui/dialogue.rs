//! The question beneath the output of a command that nothing mends: a box, in the place where the
//! prompt will be, and gone when it is answered.

use std::io::Write as _;

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::Errno;
use unicode_width::UnicodeWidthStr as _;

use super::hint::own_line;
use super::style::Style;
use super::text::fit;

/// What became of the question.
#[derive(Debug, PartialEq, Eq)]
pub enum Answer {
    Yes,
    No,
    /// What was typed was meant for the shell.
    None,
}

/// A wider box is harder to read.
const MAX_WIDTH: usize = 72;
/// A change of the width is seen so soon.
const LOOK: Timespec = Timespec { tv_sec: 0, tv_nsec: 100_000_000 };

/// Asks whether somebody is to be asked who may know. The box is drawn on standard error; what is typed
/// comes on standard input.
#[must_use]
pub fn ask(whom: &str, columns: Option<usize>) -> Answer {
    let style = || Style::of(std::io::stderr(), columns);
    let mut now = style();
    let question = |style: &Style| {
        let warn = style.pick("⚠", "!");
        framed(&[format!("{warn} Command failed"), format!("Ask {whom} for a suggestion? (y/n)")], style)
    };
    let mut drawn = question(&now);
    draw(&format!("{}{}", own_line(&now), drawn.join("\n")));
    let answer = loop {
        match typed().as_deref() {
            Some(b"y" | b"Y") => break Answer::Yes,
            Some(b"n" | b"N") => break Answer::No,
            Some(_) => break Answer::None,
            None => {}
        }
        let after = style();
        if after.columns != now.columns {
            draw(&erased(&drawn, &after));
            drawn = question(&after);
            draw(&drawn.join("\n"));
            now = after;
        }
    };
    draw(&erased(&drawn, &now));
    answer
}

/// What was typed; `None`: nothing yet.
fn typed() -> Option<Vec<u8>> {
    let stdin = std::io::stdin();
    let mut fds = [PollFd::new(&stdin, PollFlags::IN)];
    match poll(&mut fds, Some(&LOOK)) {
        Ok(0) | Err(Errno::INTR) => return None,
        _ => {}
    }
    let mut bytes = [0; 4096];
    // an end is no answer
    let count = rustix::io::read(&stdin, &mut bytes).unwrap_or(0);
    Some(bytes.get(..count).unwrap_or_default().to_vec())
}

fn draw(text: &str) {
    let mut stderr = std::io::stderr().lock();
    let _ = stderr.write_all(text.as_bytes()).and_then(|()| stderr.flush());
}

/// Lines in a frame that fits the terminal.
fn framed(lines: &[String], style: &Style) -> Vec<String> {
    let room = style.columns.saturating_sub(1).min(MAX_WIDTH).saturating_sub(4);
    if room < 12 {
        return lines.iter().map(|line| fit(line, style.columns.saturating_sub(1), style)).collect();
    }
    let lines: Vec<_> = lines.iter().map(|line| fit(line, room, style)).collect();
    let width = lines.iter().map(|line| line.width()).max().unwrap_or(0);
    let rule = style.pick("─", "-").repeat(width + 2);
    let side = style.pick("│", "|");
    let mut framed = vec![format!("{}{rule}{}", style.pick("╭", "+"), style.pick("╮", "+"))];
    framed.extend(lines.iter().map(|line| {
        let blanks = " ".repeat(width - line.width());
        format!("{side} {line}{blanks} {side}")
    }));
    framed.push(format!("{}{rule}{}", style.pick("╰", "+"), style.pick("╯", "+")));
    framed
}

/// Takes the lines off the screen, the cursor behind the last of them; a dumb terminal is a roll of
/// paper. (A terminal that has become narrower has wrapped them.)
fn erased(lines: &[String], style: &Style) -> String {
    if !style.cursor {
        return "\n".to_owned();
    }
    let rows: usize = lines.iter().map(|line| line.width().max(1).div_ceil(style.columns.max(1))).sum();
    match rows.saturating_sub(1) {
        0 => "\r\u{1b}[J".to_owned(),
        up => format!("\r\u{1b}[{up}A\u{1b}[J"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn style(columns: usize, utf8: bool) -> Style {
        Style { columns, rows: 24, utf8, attributes: true, cursor: true, is_terminal: true }
    }

    #[test]
    fn the_frame_fits() {
        let lines = ["Command failed".to_owned(), "Ask a/model for a suggestion? (y/n)".to_owned()];
        let expected = [
            "╭─────────────────────────────────────╮",
            "│ Command failed                      │",
            "│ Ask a/model for a suggestion? (y/n) │",
            "╰─────────────────────────────────────╯",
        ];
        assert_eq!(framed(&lines, &style(80, true)), expected);
        assert_eq!(framed(&lines, &style(30, true))[2], "│ Ask a/model for a sugges… │");
        assert_eq!(framed(&lines, &style(80, false))[0], "+-------------------------------------+");
        assert_eq!(framed(&lines, &style(12, true)), ["Command fa…", "Ask a/mode…"]);
        for columns in 1..90 {
            let framed = framed(&lines, &style(columns, true));
            assert!(framed.iter().all(|line| line.width() < columns.max(2)), "{columns}: {framed:#?}");
        }
    }

    #[test]
    fn what_was_drawn_is_taken_off_also_where_it_was_wrapped() {
        let lines = ["x".repeat(40), "y".repeat(40)];
        assert_eq!(erased(&lines, &style(80, true)), "\r\u{1b}[1A\u{1b}[J");
        assert_eq!(erased(&lines, &style(20, true)), "\r\u{1b}[3A\u{1b}[J");
        assert_eq!(erased(&lines[..1], &style(80, true)), "\r\u{1b}[J");
    }
}
