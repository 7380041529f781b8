//! Work outside the loop: in a copy of this process, which starts at once and has all its state. It never
//! blocks the terminal, and its failures never reach the relay.
#![allow(unsafe_code)] // fork(2) has no safe form, nor has changing the environment

use std::ffi::OsString;
use std::io::{self, Write};
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::time::{Duration, Instant};

use rustix::fs::{OFlags, fcntl_setfl};
use rustix::io::Errno;
use rustix::process::{Pid, Signal, WaitOptions, kill_process, waitpid};
use rustix::stdio::{dup2_stderr, dup2_stdin, dup2_stdout};

use super::dispositions::reset;
use super::signals::HANDLED;

/// Maximum size of its output.
const MAX_PRINTED: usize = 64 * 1024;

/// Directory and environment of the copy: those of the calling shell.
#[derive(Debug, Clone, Copy)]
pub struct Surroundings<'p> {
    pub directory: &'p Path,
    pub environment: &'p [(OsString, OsString)],
}

/// A running copy of this process; killed and reaped when dropped.
#[derive(Debug)]
pub struct Fork {
    pid: Pid,
    pipe: OwnedFd,
    keys: OwnedFd,
    printed: Vec<u8>,
    since: Instant,
}

impl Fork {
    /// Runs `work` in a copy of this process, in that place or the current one, with the terminal as standard
    /// error and the given keys as standard input. The result is its standard output.
    ///
    /// Call it only while this process has a single thread.
    ///
    /// # Errors
    /// The system has no more processes or descriptors.
    pub fn start(
        terminal: BorrowedFd<'_>,
        place: Option<Surroundings<'_>>,
        work: impl FnOnce(&mut dyn Write),
    ) -> io::Result<Self> {
        let (reader, writer) = io::pipe()?;
        let (typed, keys) = io::pipe()?;
        let (reader, keys) = (OwnedFd::from(reader), OwnedFd::from(keys));
        fcntl_setfl(&reader, OFlags::NONBLOCK)?;
        fcntl_setfl(&keys, OFlags::NONBLOCK)?;
        // SAFETY: this process has one thread, so no other holds a lock; the copy leaves by _exit(2), so that
        // no cleanup of this process runs twice (the terminal's modes).
        match unsafe { libc::fork() } {
            -1 => Err(io::Error::last_os_error()),
            0 => {
                let _ = catch_unwind(AssertUnwindSafe(|| {
                    reset(&HANDLED);
                    let _ = dup2_stdin(&typed);
                    let _ = dup2_stdout(&writer);
                    let _ = dup2_stderr(terminal);
                    close_others();
                    if place.is_none_or(|place| place.enter().is_ok()) {
                        work(&mut io::stdout());
                    }
                    let _ = io::stdout().flush();
                }));
                // SAFETY: see above.
                unsafe { libc::_exit(0) }
            }
            pid => {
                let pid = Pid::from_raw(pid).ok_or_else(|| io::Error::other("a process without a number"))?;
                Ok(Self { pid, pipe: reader, keys, printed: Vec::new(), since: Instant::now() })
            }
        }
    }

    pub fn age(&self) -> Duration {
        self.since.elapsed()
    }

    /// Passes keys to it if it still reads them.
    pub fn give(&self, keys: &[u8]) {
        let _ = rustix::io::write(&self.keys, keys);
    }

    /// Returns whether its output so far begins like this.
    pub fn says(&self, word: &[u8]) -> bool {
        self.printed.starts_with(word)
    }

    /// Reads its output; returns all of it once it is done.
    pub fn take(&mut self) -> Option<Vec<u8>> {
        let mut chunk = [0; 4096];
        loop {
            match rustix::io::read(&self.pipe, &mut chunk) {
                Ok(count) if count > 0 && self.printed.len() < MAX_PRINTED => {
                    self.printed.extend_from_slice(chunk.get(..count).unwrap_or_default());
                }
                Err(Errno::AGAIN) => return None,
                Err(Errno::INTR) => {}
                _ => return Some(std::mem::take(&mut self.printed)),
            }
        }
    }
}

/// Closes all but the standard descriptors: a copy that outlives the relay must not keep its terminal open,
/// nor the pipe that signals its end.
fn close_others() {
    const MOST: std::ffi::c_int = 256;
    for fd in 3..MOST {
        // SAFETY: called only in a copy, which never uses or closes inherited descriptors.
        unsafe { libc::close(fd) };
    }
}

impl AsFd for Fork {
    fn as_fd(&self) -> BorrowedFd<'_> {
        self.pipe.as_fd()
    }
}

impl Drop for Fork {
    fn drop(&mut self) {
        let _ = kill_process(self.pid, Signal::KILL);
        let _ = waitpid(Some(self.pid), WaitOptions::empty());
    }
}

impl Surroundings<'_> {
    /// Enters the directory and sets the environment; call it only in a copy.
    fn enter(self) -> io::Result<()> {
        std::env::set_current_dir(self.directory)?;
        let before: Vec<_> = std::env::vars_os().map(|(name, _)| name).collect();
        for name in before {
            // SAFETY: this process has one thread.
            unsafe { std::env::remove_var(name) };
        }
        for (name, value) in self.environment {
            // SAFETY: as above.
            unsafe { std::env::set_var(name, value) };
        }
        Ok(())
    }
}
