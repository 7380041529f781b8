//! `audit.head`: the number of the last entry, and the lock of the log.

use std::fs::{File, OpenOptions};
use std::io;
use std::os::unix::fs::{FileExt as _, OpenOptionsExt as _};
use std::path::Path;

use super::entry::Hash;

pub const NAME: &str = "audit.head";

/// Length of the fixed-width line; a new line overwrites the old one exactly.
const BYTES: usize = 130;

/// State recorded by the last writer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Head {
    /// Number of the last entry.
    pub seq: u64,
    pub hash: Hash,
    /// Size of `audit.jsonl`.
    pub length: u64,
    /// Number of the oldest entry that must still exist.
    pub first: u64,
}

impl Head {
    /// Reads the head; `None` if it has not been written yet, or not by this version.
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

/// Opens the head for writing, creating it if it is missing.
pub fn open(directory: &Path) -> io::Result<File> {
    options().read(true).write(true).create(true).truncate(false).open(directory.join(NAME))
}

/// Options for opening any file of the log: readable by its owner only, no symlinks followed, no blocking on
/// special files.
pub fn options() -> OpenOptions {
    let flags = rustix::fs::OFlags::NOFOLLOW | rustix::fs::OFlags::NONBLOCK;
    let mut options = OpenOptions::new();
    options.mode(0o600).custom_flags(i32::try_from(flags.bits()).unwrap_or(0));
    options
}
