//! Signals as bytes in a pipe, so that poll(2) wakes for them.

use std::io::{self, Read as _};
use std::os::fd::{AsFd, BorrowedFd};
use std::os::unix::net::UnixStream;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use signal_hook::consts::{SIGCHLD, SIGHUP, SIGTERM, SIGWINCH};

use super::dispositions::{is_ignored, unblock};

/// Signals that a relay always needs.
const OWN: [i32; 2] = [SIGCHLD, SIGWINCH];
/// Signals whose handlers write into the pipe. They must be reset before it is closed: its descriptor may
/// then belong to another file.
pub const HANDLED: [i32; 4] = [SIGCHLD, SIGWINCH, SIGTERM, SIGHUP];

/// Pending signals: a child has ended, the window was resized, or this process must end.
#[derive(Debug)]
pub struct Signals {
    pipe: UnixStream,
    /// The signal that ends this process, or 0.
    ending: Arc<AtomicUsize>,
}

impl Signals {
    pub fn new() -> io::Result<Self> {
        let (read, write) = UnixStream::pair()?;
        read.set_nonblocking(true)?;
        write.set_nonblocking(true)?;
        let ending = Arc::new(AtomicUsize::new(0));
        // an ignored signal (nohup) stays ignored: a handler would give the shell the default
        for signal in [SIGTERM, SIGHUP].into_iter().filter(|signal| !is_ignored(*signal)) {
            let number = usize::try_from(signal).unwrap_or(0);
            signal_hook::flag::register_usize(signal, Arc::clone(&ending), number)?;
            signal_hook::low_level::pipe::register(signal, write.try_clone()?)?;
        }
        for signal in OWN {
            signal_hook::low_level::pipe::register(signal, write.try_clone()?)?;
        }
        Ok(Self { pipe: read, ending })
    }

    /// Unblocks the signals; call it once the shell was started with its own mask.
    pub fn unblock() {
        unblock(&OWN);
    }

    /// Drains the pipe.
    pub fn take(&mut self) {
        let mut bytes = [0; 64];
        while self.pipe.read(&mut bytes).is_ok_and(|count| count == bytes.len()) {}
    }

    /// Returns the signal that ends this process.
    pub fn ending(&self) -> Option<i32> {
        i32::try_from(self.ending.load(Ordering::Relaxed)).ok().filter(|signal| *signal != 0)
    }
}

impl AsFd for Signals {
    fn as_fd(&self) -> BorrowedFd<'_> {
        self.pipe.as_fd()
    }
}
