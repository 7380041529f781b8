//! The user's terminal while the relay uses it.

use std::fs::{File, OpenOptions};
use std::io;
use std::os::fd::{AsFd, BorrowedFd};
use std::os::unix::fs::OpenOptionsExt as _;

use rustix::fs::OFlags;
use rustix::termios::{self, OptionalActions, Termios, Winsize};

/// Opened anew, so that its flags (non-blocking) do not affect other programs; in raw mode until dropped,
/// even in a panic.
#[derive(Debug)]
pub struct UserTerminal {
    file: File,
    before: Termios,
}

impl UserTerminal {
    /// # Errors
    /// Standard input is not a terminal, or this process may not use it.
    pub fn open() -> io::Result<Self> {
        let name = termios::ttyname(io::stdin(), Vec::new())?;
        let flags = i32::try_from((OFlags::NONBLOCK | OFlags::NOCTTY).bits()).unwrap_or(0);
        let open = |path: &str| OpenOptions::new().read(true).write(true).custom_flags(flags).open(path);
        // after `su` it belongs to another user, but may still be used
        let file = open(&name.to_string_lossy()).or_else(|_| open("/dev/tty"))?;
        let before = termios::tcgetattr(&file)?;
        Ok(Self { file, before })
    }

    /// Returns the modes for the shell inside.
    pub const fn modes(&self) -> &Termios {
        &self.before
    }

    /// Switches to raw mode, which passes every byte unchanged.
    ///
    /// # Errors
    /// The terminal is gone.
    pub fn make_raw(&self) -> io::Result<()> {
        let mut raw = self.before.clone();
        raw.make_raw();
        Ok(termios::tcsetattr(&self.file, OptionalActions::Now, &raw)?)
    }

    /// Returns rows, columns and pixels.
    ///
    /// # Errors
    /// The terminal is gone.
    pub fn size(&self) -> io::Result<Winsize> {
        Ok(termios::tcgetwinsize(&self.file)?)
    }

    pub fn restore(&self) {
        let _ = termios::tcsetattr(&self.file, OptionalActions::Now, &self.before);
    }
}

impl AsFd for UserTerminal {
    fn as_fd(&self) -> BorrowedFd<'_> {
        self.file.as_fd()
    }
}

impl Drop for UserTerminal {
    fn drop(&mut self) {
        self.restore();
    }
}
