//! The terminal of a session, which ends its shell without delay.

use std::ops::{Deref, DerefMut};

use rustix::process::{Signal, kill_process};

use crate::relay::pty::Pty;

#[derive(Debug)]
pub struct Terminal {
    pty: Pty,
    /// No command runs, so that keys can reach only the line editor.
    pub is_idle: bool,
}

impl Terminal {
    pub const fn new(pty: Pty) -> Self {
        Self { pty, is_idle: false }
    }
}

impl Deref for Terminal {
    type Target = Pty;

    fn deref(&self) -> &Pty {
        &self.pty
    }
}

impl DerefMut for Terminal {
    fn deref_mut(&mut self) -> &mut Pty {
        &mut self.pty
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        // bash 5.2 that draws its prompt at this moment records a hangup and waits for a key, whatever other
        // signal it gets; the line is empty. A command would take the key for an answer.
        if self.is_idle && matches!(self.pty.try_wait(), Ok(None)) {
            let _ = kill_process(self.pty.pid(), Signal::HUP);
            let _ = rustix::io::write(&self.pty, b"\r");
        }
    }
}
