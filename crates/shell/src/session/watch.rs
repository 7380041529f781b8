//! Looks at a running command from outside: whether it waits for the user, and for what.

use std::time::Instant;

use rustix::process::Pid;
use rustix::termios::{LocalModes, tcgetattr, tcgetpgrp};

use super::reader;
use crate::relay::pty::Pty;

/// What a command waits for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Wants {
    /// A line that is not shown while it is typed.
    Password,
    Line,
    /// A line that the shell's own line editor reads and draws, such as for fish's `read`.
    EditedLine,
    /// Single keys: an editor, a pager, a program with its own line editor.
    Keys,
}

/// A change that was seen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Seen {
    Waits(Wants),
    Resumed,
    /// Another shell has taken the place of the first one, and waits at its prompt.
    Replaced,
}

/// Watches one command.
#[derive(Debug)]
pub struct Watch {
    shell: Pid,
    /// The terminal's name in the file system.
    tty: String,
    /// How the shell was called when the command began.
    called: Vec<u8>,
    last: Instant,
    /// What was seen the last time: it counts once it was seen twice.
    before: Option<State>,
    /// What the caller was told.
    told: Option<Wants>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum State {
    Works,
    Waits(Wants),
    Replaced,
}

impl Watch {
    pub fn new(shell: Pid, tty: String) -> Self {
        Self { shell, tty, called: call_of(shell), last: Instant::now(), before: None, told: None }
    }

    /// Returns when the command was looked at last, or began.
    pub const fn last(&self) -> Instant {
        self.last
    }

    /// Forgets what the caller was told: the command was answered, and may ask again.
    pub const fn answered(&mut self) {
        (self.before, self.told) = (None, None);
    }

    /// Looks again; returns what has changed.
    pub fn look(&mut self, pty: &Pty) -> Option<Seen> {
        self.last = Instant::now();
        let state = self.state(pty);
        if self.before.replace(state) != Some(state) {
            return None;
        }
        match (state, self.told) {
            (State::Waits(wants), told) if told != Some(wants) => {
                self.told = Some(wants);
                Some(Seen::Waits(wants))
            }
            (State::Works, Some(_)) => {
                self.told = None;
                Some(Seen::Resumed)
            }
            (State::Replaced, _) => {
                self.called = call_of(self.shell);
                Some(Seen::Replaced)
            }
            _ => None,
        }
    }

    fn state(&self, pty: &Pty) -> State {
        let (Ok(modes), Ok(group)) = (tcgetattr(pty.slave()), tcgetpgrp(pty)) else { return State::Works };
        let is_line = modes.local_modes.contains(LocalModes::ICANON);
        let echoes = modes.local_modes.contains(LocalModes::ECHO);
        let reads = reader::reads_terminal(group, self.shell, &self.tty);
        if group == self.shell && reads != Some(false) && self.called != call_of(self.shell) {
            return State::Replaced;
        }
        match (is_line, echoes, reads) {
            (true, false, None | Some(true)) => State::Waits(Wants::Password),
            (true, true, Some(true)) => State::Waits(Wants::Line),
            (false, _, Some(true)) if group == self.shell => State::Waits(Wants::EditedLine),
            (false, ..) if group != self.shell => State::Waits(Wants::Keys),
            _ => State::Works,
        }
    }
}

/// Returns the arguments of a process.
fn call_of(pid: Pid) -> Vec<u8> {
    std::fs::read(format!("/proc/{}/cmdline", pid.as_raw_nonzero())).unwrap_or_default()
}
