//! A terminal that does not draw what is typed, while something else is drawn there.

use std::fs::{File, OpenOptions};

use rustix::termios::{self, LocalModes, OptionalActions, Termios};

/// Until it is dropped, typed text is not drawn; the next reader gets it. Ctrl-C still interrupts.
#[derive(Debug)]
pub struct Unechoed {
    file: File,
    before: Termios,
}

impl Unechoed {
    /// `None` without a terminal, and in the background, where a change of the modes would stop the process.
    pub fn start() -> Option<Self> {
        let file = OpenOptions::new().read(true).write(true).open("/dev/tty").ok()?;
        let own = shell::processes::group();
        if termios::tcgetpgrp(&file).is_ok_and(|group| Some(group) != own) {
            return None;
        }
        let before = termios::tcgetattr(&file).ok()?;
        let mut silent = before.clone();
        silent.local_modes.remove(LocalModes::ECHO | LocalModes::ECHONL);
        termios::tcsetattr(&file, OptionalActions::Now, &silent).ok()?;
        Some(Self { file, before })
    }
}

impl Drop for Unechoed {
    fn drop(&mut self) {
        let _ = termios::tcsetattr(&self.file, OptionalActions::Now, &self.before);
    }
}
