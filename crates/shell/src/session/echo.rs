//! Keeps the echo of the typed line out of the output, for shells without a line editor: the system may print it
//! after the shell has begun to act on the line. The script waits until the echo is on again.

use std::io;
use std::os::fd::OwnedFd;
use std::path::Path;

use rustix::termios::{LocalModes, OptionalActions, tcgetattr, tcsetattr};

use super::report::fifo;
use crate::relay::pty::Pty;

#[derive(Debug)]
pub struct Echo {
    go: OwnedFd,
    is_suppressed: bool,
}

impl Echo {
    pub fn at(path: &Path) -> io::Result<Self> {
        Ok(Self { go: fifo(path)?, is_suppressed: false })
    }

    /// Turns the echo off for the line that is typed next.
    pub fn suppress(&mut self, pty: &Pty) {
        self.is_suppressed = true;
        set(pty, false);
    }

    /// Turns it on for the command, which begins now.
    pub fn restore(&mut self, pty: &Pty) {
        if std::mem::take(&mut self.is_suppressed) {
            set(pty, true);
            let _ = rustix::io::write(&self.go, b"\n");
        }
    }
}

fn set(pty: &Pty, on: bool) {
    if let Ok(mut modes) = tcgetattr(pty.slave()) {
        modes.local_modes.set(LocalModes::ECHO, on);
        let _ = tcsetattr(pty.slave(), OptionalActions::Now, &modes);
    }
}
