//! A consistent snapshot of the log.

use std::fs::File;
use std::io::{self, Read as _};
use std::path::Path;
use std::time::Duration;

use super::entry::Entry;
use super::files;
use super::head::{self, Head};
use crate::lock::{self, Hold};

/// Maximum number of bytes read; darn never writes larger files.
const MAX_FILE: u64 = 16 * 1024 * 1024;

/// How long a reader waits for writers to pause; then it reads the current state.
const PATIENCE: Duration = Duration::from_secs(2);

/// The files of the log, oldest first.
#[derive(Debug, Default)]
pub struct Snapshot {
    pub head: Option<Head>,
    pub parts: Vec<Part>,
}

/// One file of the log.
#[derive(Debug)]
pub struct Part {
    pub name: String,
    pub bytes: Vec<u8>,
}

impl Snapshot {
    /// Reads the log in `directory`; `parts` is empty if there is no log. The lock is held while the files
    /// are opened, not while they are read.
    pub fn read(directory: &Path) -> io::Result<Self> {
        let lock = match head::options().read(true).open(directory.join(head::NAME)) {
            Ok(lock) => Some(lock),
            Err(error) if error.kind() == io::ErrorKind::NotFound => None,
            Err(error) => return Err(error),
        };
        if let Some(lock) = &lock {
            // without the lock, the end may look incomplete; that is better than no answer
            let _ = lock::lock(lock, Hold::Read, PATIENCE);
        }
        let mut open: Vec<(String, File, u64)> = Vec::new();
        for path in files::all(directory) {
            match head::options().read(true).open(&path) {
                Ok(file) => {
                    let length = file.metadata()?.len().min(MAX_FILE);
                    let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
                    open.push((name, file, length));
                }
                Err(error) if error.kind() == io::ErrorKind::NotFound => {}
                Err(error) => return Err(error),
            }
        }
        let head = lock.as_ref().and_then(Head::read);
        drop(lock);
        let mut parts = Vec::new();
        for (name, file, length) in open {
            let mut bytes = Vec::new();
            file.take(length).read_to_end(&mut bytes)?;
            parts.push(Part { name, bytes });
        }
        Ok(Self { head, parts })
    }

    /// Keeps only the newest file; earlier entries are then unknown.
    pub fn newest(mut self) -> Self {
        self.parts.retain(|part| part.name == files::NAME);
        if let Some(head) = &mut self.head {
            head.first = u64::MAX;
        }
        self
    }

    /// Returns all readable entries, oldest first.
    pub fn entries(&self) -> impl Iterator<Item = Entry> {
        let lines = self.parts.iter().flat_map(|part| part.bytes.split(|byte| *byte == b'\n'));
        lines.filter_map(|line| Some(Entry::parse(line)?.0))
    }
}
