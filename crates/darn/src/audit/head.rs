//! `audit.head`: which entry is the last, and the lock of the log.

use std::fs::{File, OpenOptions};
use std::io;
use std::os::unix::fs::{FileExt as _, OpenOptionsExt as _};
use std::path::Path;
use std::sync::mpsc;
use std::time::Duration;

use rustix::fs::FlockOperation;

use super::entry::Hash;

pub const NAME: &str = "audit.head";

/// One line of fixed width, so that a new one covers the old one.
const BYTES: usize = 130;

/// What the last writer left.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Head {
    /// Number of the last entry.
    pub seq: u64,
    pub hash: Hash,
    /// Bytes of `audit.jsonl`.
    pub length: u64,
    /// Number of the oldest entry that must still be there.
    pub first: u64,
}

impl Head {
    /// `None` where it was not written yet, or not by this version.
    pub fn read(file: &File) -> Option<Self> {
        let mut bytes = [0; BYTES];
        file.read_exact_at(&mut bytes, 0).ok()?;
        let text = std::str::from_utf8(&bytes).ok()?.strip_prefix("1 ")?.strip_suffix('\n')?;
        let mut fields = text.split(' ');
        let (seq, hash) = (fields.next()?.parse().ok()?, fields.next()?.to_owned());
        let (length, first) = (fields.next()?.parse().ok()?, fields.next()?.parse().ok()?);
        (hash.len() == 64).then_some(Self { seq, hash, length, first })
    }

    pub fn write(&self, file: &File) -> io::Result<()> {
        let Self { seq, hash, length, first } = self;
        file.write_all_at(format!("1 {seq:020} {hash} {length:020} {first:020}\n").as_bytes(), 0)
    }
}

/// Opens the head to write, and makes it if it is not there.
pub fn open(directory: &Path) -> io::Result<File> {
    options().read(true).write(true).create(true).truncate(false).open(directory.join(NAME))
}

/// What every file of the log is opened with: only its owner's, no link followed, no waiting for
/// what is not an ordinary file.
pub fn options() -> OpenOptions {
    let flags = rustix::fs::OFlags::NOFOLLOW | rustix::fs::OFlags::NONBLOCK;
    let mut options = OpenOptions::new();
    options.mode(0o600).custom_flags(i32::try_from(flags.bits()).unwrap_or(0));
    options
}

/// How the log is held.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Hold {
    Write,
    Read,
}

/// Waits for the lock, which is given back when the file is closed.
///
/// The system has no lock that can be waited for until a moment. Where another has it, a thread
/// joins those that wait, among whom each has its turn; asking again and again may never be lucky.
pub fn lock(file: &File, hold: Hold, patience: Duration) -> io::Result<()> {
    let (at_once, in_turn) = match hold {
        Hold::Write => (FlockOperation::NonBlockingLockExclusive, FlockOperation::LockExclusive),
        Hold::Read => (FlockOperation::NonBlockingLockShared, FlockOperation::LockShared),
    };
    match rustix::fs::flock(file, at_once) {
        Err(rustix::io::Errno::WOULDBLOCK) => {}
        done => return Ok(done?),
    }
    let same = file.try_clone()?; // the lock is that of the open file, whichever descriptor asks
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
