//! Questions of the commands that change files. What was typed before a question was drawn never
//! answers it.

use std::io::{BufRead as _, Write as _};

use rustix::termios::{QueueSelector, isatty, tcflush};

/// Whether somebody can be asked at all.
#[must_use]
pub fn is_possible() -> bool {
    isatty(std::io::stdin()) && isatty(std::io::stderr())
}

/// Asks; only a `y` or `yes` is a yes, the end of the input is a no.
#[must_use]
pub fn yes(question: &str) -> bool {
    let _ = tcflush(std::io::stdin(), QueueSelector::IFlush);
    let mut out = std::io::stderr().lock();
    let _ = write!(out, "{question} [y/N] ").and_then(|()| out.flush());
    let mut answer = String::new();
    let read = std::io::stdin().lock().read_line(&mut answer).unwrap_or(0);
    if !answer.ends_with('\n') {
        let _ = writeln!(out);
    }
    read > 0 && matches!(answer.trim().to_ascii_lowercase().as_str(), "y" | "yes")
}
