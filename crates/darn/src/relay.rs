//! Queries to the relay around this process, if there is one.

use std::path::Path;
use std::time::Duration;

use shell::relay::client::{self, RecordedOutput, Selection};

use crate::caller::Caller;
use crate::env;

/// Timeout while a prompt waits. The relay answers from memory, so this matters only if it hangs.
const BRIEF: Duration = Duration::from_millis(20);
/// Timeout after an explicit request.
const PATIENCE: Duration = Duration::from_millis(150);

/// Returns the output of the command that has just ended with this status; called before the prompt.
pub fn ended(caller: &Caller, status: i32) -> Option<Vec<u8>> {
    known(caller, Selection::Ended, BRIEF, status)
}

/// Returns the output of the last command that ended with this status; called from a later command.
pub fn before(caller: &Caller, status: i32) -> Option<Vec<u8>> {
    known(caller, Selection::Before, PATIENCE, status)
}

fn known(caller: &Caller, question: Selection, patience: Duration, status: i32) -> Option<Vec<u8>> {
    ask(caller, question, patience).into_iter().find(|answer| answer.status == status)?.known()
}

/// Returns commands with their output, newest first; empty if this terminal is not the relay's own, as in a
/// tmux inside it.
fn ask(caller: &Caller, question: Selection, patience: Duration) -> Vec<RecordedOutput> {
    let Some(socket) = caller.raw(env::RELAY).filter(|_| is_ours(caller)) else {
        return Vec::new();
    };
    client::ask(Path::new(socket), question, patience).unwrap_or_else(|error| {
        crate::log::note(&format!("the relay does not answer: {error}"));
        Vec::new()
    })
}

/// Returns whether the relay answers.
pub fn answers(caller: &Caller) -> bool {
    let socket = caller.raw(env::RELAY).map(Path::new);
    socket.is_some_and(|socket| client::ask(socket, Selection::Before, PATIENCE).is_ok())
}

/// Returns whether the caller is on the relay's terminal.
pub fn is_ours(caller: &Caller) -> bool {
    let relayed = caller.text(env::TTY);
    relayed.is_some() && relayed == caller.terminal.as_ref().map(|terminal| terminal.name.clone())
}
