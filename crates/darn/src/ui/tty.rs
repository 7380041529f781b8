//! The terminal as a source of keys: opened for a dialogue, then restored.

use std::fs::{File, OpenOptions};
use std::io::{self, Read as _, Write as _};
use std::os::fd::{AsFd, BorrowedFd};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::termios::{self, LocalModes, OptionalActions, SpecialCodeIndex, Termios};

use super::mouse::{self, Report};

/// One key press.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Key {
    Up,
    Down,
    Enter,
    Tab,
    Escape,
    /// Ctrl-C, Ctrl-D, or a hangup.
    Leave,
    Backspace,
    /// Ctrl-U.
    Clear,
    Char(char),
    /// The window was resized.
    Resize,
    /// Not a key: the terminal reports something that it was asked for.
    Report(Report),
    Other,
}

/// Maximum milliseconds between Escape and the rest of its sequence; later bytes are another key.
const ESCAPE_WAIT: i64 = 50;
/// Maximum length of the parameters of a report.
const MAX_PARAMETERS: usize = 24;

/// Returns whether the terminal holds whole lines that the shell has not read yet: a pasted script or
/// typed-ahead lines. In canonical mode, in which a shell's hooks run, the kernel counts only finished lines.
pub fn has_lines_waiting(terminal: impl AsFd) -> bool {
    rustix::io::ioctl_fionread(terminal).unwrap_or(0) > 0
}

/// Returns the same for the terminal that is standard error.
pub fn is_typed_ahead() -> bool {
    has_lines_waiting(io::stderr())
}

/// The controlling terminal in raw mode. Dropping it restores its modes, even in a panic.
#[derive(Debug)]
pub struct Tty {
    file: File,
    before: Termios,
    ended: Arc<AtomicBool>,
    resized: Arc<AtomicBool>,
    /// The terminal reports clicks until this is dropped.
    reports: bool,
}

impl Tty {
    /// Opens the terminal for a dialogue, unless keys are waiting: those were meant for the shell.
    pub fn open() -> io::Result<Self> {
        let file = OpenOptions::new()
            .read(true)
            .write(true)
            .open("/dev/tty")
            .map_err(|_| io::Error::other("there is no terminal here"))?;
        // a background job that changes the modes would be stopped
        let own = shell::processes::group();
        if termios::tcgetpgrp(&file).is_ok_and(|group| Some(group) != own) {
            return Err(io::Error::other("not in the foreground"));
        }
        let ended = Arc::new(AtomicBool::new(false));
        let resized = Arc::new(AtomicBool::new(false));
        for signal in [signal_hook::consts::SIGTERM, signal_hook::consts::SIGHUP, signal_hook::consts::SIGINT]
        {
            signal_hook::flag::register(signal, Arc::clone(&ended))?;
        }
        signal_hook::flag::register(signal_hook::consts::SIGWINCH, Arc::clone(&resized))?;
        let before = termios::tcgetattr(&file)?;
        let mut raw = before.clone();
        raw.local_modes.remove(LocalModes::ICANON | LocalModes::ECHO | LocalModes::ISIG | LocalModes::IEXTEN);
        raw.input_modes
            .remove(termios::InputModes::ICRNL | termios::InputModes::INLCR | termios::InputModes::IXON);
        raw.special_codes[SpecialCodeIndex::VMIN] = 1;
        raw.special_codes[SpecialCodeIndex::VTIME] = 0;
        termios::tcsetattr(&file, OptionalActions::Now, &raw)?;
        let tty = Self { file, before, ended, resized, reports: false };
        if has_lines_waiting(&tty.file) {
            return Err(io::Error::new(
                io::ErrorKind::WouldBlock,
                "you typed before the list appeared; try again",
            ));
        }
        Ok(tty)
    }

    pub fn write(&mut self, text: &str) {
        let _ = self.file.write_all(text.as_bytes()).and_then(|()| self.file.flush());
    }

    /// Has the terminal report clicks, and where its cursor is now.
    #[cfg(feature = "llm")]
    pub fn report(&mut self) {
        self.reports = true;
        self.write(mouse::ON);
        self.write(mouse::WHERE);
    }

    /// Returns the key pressed within this time, if any.
    #[cfg(feature = "llm")]
    pub fn key_within(&mut self, wait: std::time::Duration) -> Option<Key> {
        let byte = self.byte(Some(i64::try_from(wait.as_millis()).ok()?));
        match byte {
            Some(byte) => Some(self.key_of(byte)),
            None => self.ended.load(Ordering::Relaxed).then_some(Key::Leave),
        }
    }

    /// Returns whether a signal has told this process to end.
    #[cfg(feature = "llm")]
    pub fn is_ended(&self) -> bool {
        self.ended.load(Ordering::Relaxed)
    }

    /// Returns whether the window was resized since this was asked last.
    #[cfg(feature = "llm")]
    pub fn take_resize(&self) -> bool {
        self.resized.swap(false, Ordering::Relaxed)
    }

    /// Returns the size of the window.
    #[cfg(feature = "llm")]
    pub fn size(&self) -> Option<termios::Winsize> {
        termios::tcgetwinsize(&self.file).ok()
    }

    /// Reads what was typed, as it is, without waiting.
    #[cfg(feature = "llm")]
    pub fn bytes(&mut self) -> Vec<u8> {
        if !has_lines_waiting(&self.file) {
            return Vec::new();
        }
        let mut bytes = vec![0; 4096];
        let count = self.file.read(&mut bytes).unwrap_or(0);
        bytes.truncate(count);
        bytes
    }

    /// Waits for a key. Never reads beyond it: the next byte may be meant for the shell.
    pub fn key(&mut self) -> Key {
        match self.byte(None) {
            Some(byte) => self.key_of(byte),
            None if self.resized.swap(false, Ordering::Relaxed) => Key::Resize,
            None => Key::Leave,
        }
    }

    fn key_of(&mut self, byte: u8) -> Key {
        match byte {
            b'\r' | b'\n' => Key::Enter,
            3 | 4 => Key::Leave,
            0x10 => Key::Up,
            b'\t' => Key::Tab,
            0x0e => Key::Down,
            8 | 0x7f => Key::Backspace,
            0x1b => self.escape(),
            byte if byte.is_ascii_graphic() || byte == b' ' => Key::Char(char::from(byte)),
            byte if byte >= 0xc0 => {
                let mut bytes = vec![byte];
                for _ in 0..byte.leading_ones().saturating_sub(1) {
                    bytes.extend(self.byte(Some(ESCAPE_WAIT)));
                }
                let c = std::str::from_utf8(&bytes).ok().and_then(|text| text.chars().next());
                c.map_or(Key::Other, Key::Char)
            }
            0x15 => Key::Clear,
            _ => Key::Other,
        }
    }

    fn escape(&mut self) -> Key {
        match self.byte(Some(ESCAPE_WAIT)) {
            None => Key::Escape,
            // CSI and SS3 sequences end with a byte from @ to ~
            Some(b'[' | b'O') => {
                let mut parameters = Vec::new();
                loop {
                    match self.byte(Some(ESCAPE_WAIT)) {
                        Some(b'A') => return Key::Up,
                        Some(b'B') => return Key::Down,
                        Some(last @ b'@'..=b'~') if self.reports => {
                            return mouse::report(&parameters, last).map_or(Key::Other, Key::Report);
                        }
                        Some(b'@'..=b'~') | None => return Key::Other,
                        Some(byte) if parameters.len() < MAX_PARAMETERS => parameters.push(byte),
                        Some(_) => {}
                    }
                }
            }
            Some(0x1b) => Key::Escape,
            Some(_) => Key::Other,
        }
    }

    /// Reads one byte; `None`: timeout, a signal, or a hangup.
    fn byte(&mut self, wait: Option<i64>) -> Option<u8> {
        if self.ended.load(Ordering::Relaxed) {
            return None;
        }
        let timeout = wait.map(|millis| Timespec { tv_sec: 0, tv_nsec: millis * 1_000_000 });
        let mut fds = [PollFd::new(&self.file, PollFlags::IN)];
        // a signal ends the wait: poll is never restarted
        if poll(&mut fds, timeout.as_ref()).ok()? == 0 {
            return None;
        }
        let mut byte = [0];
        (self.file.read(&mut byte).ok()? == 1).then_some(byte[0])
    }
}

impl AsFd for Tty {
    fn as_fd(&self) -> BorrowedFd<'_> {
        self.file.as_fd()
    }
}

impl Drop for Tty {
    fn drop(&mut self) {
        if self.reports {
            self.write(mouse::OFF);
        }
        let _ = termios::tcsetattr(&self.file, OptionalActions::Now, &self.before);
    }
}
