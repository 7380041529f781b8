//! Queries to the relay around this process, if there is one.

use std::path::PathBuf;
use std::time::Duration;

use shell::relay::client::{self, Answer, Question};

use crate::env;

/// Timeout while a prompt waits. The relay answers from memory, so this matters only if it hangs.
const BRIEF: Duration = Duration::from_millis(20);
/// Timeout after an explicit request.
const PATIENCE: Duration = Duration::from_millis(150);

/// Returns the output of the command that has just ended with this status; called before the prompt.
#[must_use]
pub fn ended(status: i32) -> Option<Vec<u8>> {
    known(Question::Ended, BRIEF, status)
}

/// Returns the output of the last command that ended with this status; called from a later command.
#[must_use]
pub fn before(status: i32) -> Option<Vec<u8>> {
    known(Question::Before, PATIENCE, status)
}

fn known(question: Question, patience: Duration, status: i32) -> Option<Vec<u8>> {
    ask(question, patience).into_iter().find(|answer| answer.status == status)?.known()
}

/// Returns commands with their output, newest first; empty if this terminal is not the relay's own, as in a
/// tmux inside it.
fn ask(question: Question, patience: Duration) -> Vec<Answer> {
    let Some(socket) = env::get(env::RELAY).map(PathBuf::from).filter(|_| is_ours()) else {
        return Vec::new();
    };
    client::ask(&socket, question, patience).unwrap_or_else(|error| {
        crate::log::note(&format!("the relay does not answer: {error}"));
        Vec::new()
    })
}

/// Returns whether the relay answers.
#[must_use]
pub fn answers() -> bool {
    let socket = env::get(env::RELAY).map(PathBuf::from);
    socket.is_some_and(|socket| client::ask(&socket, Question::Before, PATIENCE).is_ok())
}

/// Returns whether this process runs on the relay's terminal.
#[must_use]
pub fn is_ours() -> bool {
    let Some(relayed) = env::get(env::TTY) else { return false };
    let name = rustix::termios::ttyname(std::io::stderr(), Vec::new())
        .or_else(|_| rustix::termios::ttyname(std::io::stdin(), Vec::new()))
        .or_else(|_| rustix::termios::ttyname(std::io::stdout(), Vec::new()));
    name.is_ok_and(|name| name.to_string_lossy() == relayed.to_string_lossy())
}
