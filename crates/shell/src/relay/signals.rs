//! Signals as bytes in a pipe, so that poll(2) wakes for them.

use std::io::{self, Read as _};
use std::os::fd::{AsFd, BorrowedFd};
use std::os::unix::net::UnixStream;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use signal_hook::consts::{SIGCHLD, SIGHUP, SIGTERM, SIGWINCH};

use super::dispositions::{is_ignored, unblock};

/// What a relay cannot do without.
const OWN: [i32; 2] = [SIGCHLD, SIGWINCH];
/// All whose handlers write into the pipe. Whoever closes that must not have them: its number may be that
/// of another file by then.
pub const HANDLED: [i32; 4] = [SIGCHLD, SIGWINCH, SIGTERM, SIGHUP];

/// A child has ended, the window has changed, or this is to end.
#[derive(Debug)]
pub struct Signals {
    pipe: UnixStream,
    /// The signal that told so, or 0.
    ending: Arc<AtomicUsize>,
}

impl Signals {
    pub fn new() -> io::Result<Self> {
        let (read, write) = UnixStream::pair()?;
        read.set_nonblocking(true)?;
        write.set_nonblocking(true)?;
        let ending = Arc::new(AtomicUsize::new(0));
        // what is ignored (nohup) stays so: a handler would give the shell the default
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

    /// To be called once the shell has been started with the mask that it is to have.
    pub fn unblock() {
        unblock(&OWN);
    }

    /// Takes the bytes off.
    pub fn take(&mut self) {
        let mut bytes = [0; 64];
        while self.pipe.read(&mut bytes).is_ok_and(|count| count == bytes.len()) {}
    }

    /// The signal that told this process to end.
    pub fn ending(&self) -> Option<i32> {
        i32::try_from(self.ending.load(Ordering::Relaxed)).ok().filter(|signal| *signal != 0)
    }
}

impl AsFd for Signals {
    fn as_fd(&self) -> BorrowedFd<'_> {
        self.pipe.as_fd()
    }
}
