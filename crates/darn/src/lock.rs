//! Advisory file locks with a deadline.

use std::fs::File;
use std::io;
use std::sync::mpsc;
use std::time::Duration;

use rustix::fs::FlockOperation;

/// Mode of a lock.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Hold {
    Write,
    Read,
}

/// Waits for the lock, which is released when the file is closed.
///
/// The system has no lock with a deadline. If the lock is taken, a thread joins the kernel's queue of
/// waiters, which is fair; polling may starve.
pub fn lock(file: &File, hold: Hold, patience: Duration) -> io::Result<()> {
    let (at_once, in_turn) = match hold {
        Hold::Write => (FlockOperation::NonBlockingLockExclusive, FlockOperation::LockExclusive),
        Hold::Read => (FlockOperation::NonBlockingLockShared, FlockOperation::LockShared),
    };
    match rustix::fs::flock(file, at_once) {
        Err(rustix::io::Errno::WOULDBLOCK) => {}
        done => return Ok(done?),
    }
    let same = file.try_clone()?; // the lock belongs to the open file, not to the descriptor
    let (sender, receiver) = mpsc::channel();
    std::thread::Builder::new().spawn(move || {
        let done = rustix::io::retry_on_intr(|| rustix::fs::flock(&same, in_turn));
        let _ = sender.send(done);
    })?;
    match receiver.recv_timeout(patience) {
        Ok(done) => Ok(done?),
        Err(_) => Err(io::Error::new(io::ErrorKind::TimedOut, "another process holds the lock")),
    }
}
