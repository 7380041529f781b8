//! Yes/no prompts of the commands that change files. Keys typed before a prompt is drawn never answer it.

use std::io::{BufRead as _, Write as _};
use std::sync::atomic::{AtomicBool, Ordering};

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::termios::{QueueSelector, isatty, tcflush};

use crate::context::Context;

/// Poll interval for a cancellation that arrives just before the wait.
const LOOK: Timespec = Timespec { tv_sec: 0, tv_nsec: 100_000_000 };

/// Returns whether there is a terminal to ask at.
pub fn is_possible() -> bool {
    isatty(std::io::stdin()) && isatty(std::io::stderr())
}

/// Asks whether the files may change, unless the user said so; notes why they do not. `command` needs no
/// answer.
pub fn may_change(context: &Context, is_said: bool, question: &str, command: &str) -> bool {
    if is_said || is_possible() && yes(question) {
        return true;
    }
    context.note(&if is_possible() {
        "nothing was changed".to_owned()
    } else {
        format!("nothing was changed: there is no terminal to ask on; use `{command}`")
    });
    false
}

/// Asks; only `y` or `yes` is a yes, end of input is a no.
pub fn yes(question: &str) -> bool {
    yes_unless(question, &AtomicBool::new(false))
}

/// Does the same where Ctrl-C sets this flag instead of ending the program; the flag counts as a no.
pub fn yes_unless(question: &str, is_cancelled: &AtomicBool) -> bool {
    let _ = tcflush(std::io::stdin(), QueueSelector::IFlush);
    let mut out = std::io::stderr().lock();
    let _ = write!(out, "{question} [y/N] ").and_then(|()| out.flush());
    let stdin = std::io::stdin();
    // a signal interrupts a poll, but not a read
    while !matches!(poll(&mut [PollFd::new(&stdin, PollFlags::IN)], Some(&LOOK)), Ok(1..)) {
        if is_cancelled.load(Ordering::Relaxed) {
            let _ = writeln!(out);
            return false;
        }
    }
    let mut answer = String::new();
    let read = std::io::stdin().lock().read_line(&mut answer).unwrap_or(0);
    if !answer.ends_with('\n') {
        let _ = writeln!(out);
    }
    read > 0 && matches!(answer.trim().to_ascii_lowercase().as_str(), "y" | "yes")
}
