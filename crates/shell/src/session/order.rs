//! Puts the terminal in order while the script waits.
//!
//! Before a command, for shells without a line editor: the system may print the echo of the typed line after the
//! shell has begun to act on it, so the echo is off until then. After a command: keys that it has left unread must
//! not reach the prompt, where they would be a command that no person has confirmed.

use std::io;
use std::os::fd::OwnedFd;
use std::path::Path;

use rustix::termios::{LocalModes, OptionalActions, QueueSelector, tcflush, tcgetattr, tcsetattr};

use super::report::fifo;
use crate::relay::pty::Pty;

#[derive(Debug)]
pub struct Order {
    /// The script reads a line from this FIFO where it waits.
    go: OwnedFd,
    /// The shell has no line editor.
    is_plain: bool,
    is_suppressed: bool,
}

impl Order {
    pub fn at(path: &Path, is_plain: bool) -> io::Result<Self> {
        Ok(Self { go: fifo(path)?, is_plain, is_suppressed: false })
    }

    /// Discards the keys that the command has left, and lets the shell go on to its prompt.
    pub fn discard_keys(&self, pty: &Pty) {
        let _ = tcflush(pty.slave(), QueueSelector::IFlush);
        self.go_on();
    }

    fn go_on(&self) {
        let _ = rustix::io::write(&self.go, b"\n");
    }

    /// Turns the echo off for the line that is typed next.
    pub fn suppress(&mut self, pty: &Pty) {
        if self.is_plain {
            self.is_suppressed = true;
            set(pty, false);
        }
    }

    /// Turns it on for the command, which begins now.
    pub fn restore(&mut self, pty: &Pty) {
        if std::mem::take(&mut self.is_suppressed) {
            set(pty, true);
            self.go_on();
        }
    }
}

fn set(pty: &Pty, on: bool) {
    if let Ok(mut modes) = tcgetattr(pty.slave()) {
        modes.local_modes.set(LocalModes::ECHO, on);
        let _ = tcsetattr(pty.slave(), OptionalActions::Now, &modes);
    }
}
