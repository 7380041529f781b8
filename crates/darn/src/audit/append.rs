//! Appending an entry: one lock, one write at the end, then the head.
//!
//! Whatever the last writer left behind, the next one goes on. The head may be one entry behind (it
//! was killed between the two writes); a part of a line may stand at the end (the disk was full, or
//! the machine stopped): then that part is closed with a newline and hashed with the new entry, so
//! it is neither lost nor changed unnoticed. An end that is missing is not papered over: the chain
//! goes on from the head, and `darn log --verify` tells what is missing.

use std::fs::File;
use std::io::{self, Write as _};
use std::os::unix::fs::FileExt as _;
use std::path::Path;
use std::time::Duration;

use rustix::process::{Resource, getrlimit};

use super::entry::{Draft, Entry, NO_HASH};
use super::files;
use super::head::{self, Head};
use crate::lock::{self, Hold};

/// A writer holds the lock for some 50 µs, so only one that was stopped meanwhile is waited for so
/// long. Far below what makes somebody think that the shell hangs.
pub const PATIENCE: Duration = Duration::from_millis(500);

/// So much is read of the end of the log to find where the chain goes on.
const MAX_TAIL: u64 = 64 * 1024;

/// Where the chain goes on.
struct End {
    head: Head,
    /// A line without its end.
    torn: Vec<u8>,
}

/// Appends the entry to the log in `directory`.
pub fn append(directory: &Path, draft: &Draft) -> io::Result<()> {
    let lock = open(directory)?;
    lock::lock(&lock, Hold::Write, PATIENCE)?;
    let path = directory.join(files::NAME);
    let mut log = open_log(&path)?;
    let length = log.metadata()?.len();
    let End { mut head, mut torn } = end(directory, Head::read(&lock), &log, length)?;
    if !torn.is_empty() {
        torn.push(b'\n');
    }
    let seq = head.seq.saturating_add(1);
    let (line, hash) = draft.line(seq, &head.hash, &torn)?;
    let bytes = [if torn.is_empty() { "" } else { "\n" }, &line].concat();
    let added = u64::try_from(bytes.len()).unwrap_or(u64::MAX);
    head.length = length;
    let mut dropped = Vec::new();
    if length > 0 && length + added > files::MAX_BYTES && torn.is_empty() {
        std::fs::rename(&path, directory.join(files::old_name(head.seq)))?;
        log = open_log(&path)?;
        head.length = 0;
        dropped = files::old(directory);
        dropped.truncate(dropped.len().saturating_sub(files::MAX_OLD));
        head.first = dropped.last().map_or(head.first, |(last, _)| last + 1);
    }
    // a write beyond the limit would kill the process
    if getrlimit(Resource::Fsize).current.is_some_and(|limit| head.length + added > limit) {
        return Err(io::ErrorKind::FileTooLarge.into());
    }
    log.write_all(bytes.as_bytes())?;
    Head { seq, hash, length: head.length + added, first: head.first }.write(&lock)?;
    for (_, path) in dropped {
        std::fs::remove_file(path)?;
    }
    Ok(())
}

/// The head, with the directory it is in.
fn open(directory: &Path) -> io::Result<File> {
    match head::open(directory) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            crate::files::create_private_directory(directory)?;
            head::open(directory)
        }
        opened => opened,
    }
}

fn open_log(path: &Path) -> io::Result<File> {
    let file = head::options().read(true).append(true).create(true).open(path)?;
    if file.metadata()?.is_file() { Ok(file) } else { Err(io::ErrorKind::InvalidInput.into()) }
}

fn end(directory: &Path, head: Option<Head>, log: &File, length: u64) -> io::Result<End> {
    let head = match head {
        Some(head) if head.length == length => return Ok(End { head, torn: Vec::new() }),
        Some(head) => head,
        None => without_head(directory),
    };
    // what the head knows ends at a line's end, unless the end of the log is missing
    let known = if head.length < length && length - head.length <= MAX_TAIL { head.length } else { 0 };
    let from = known.max(length.saturating_sub(MAX_TAIL));
    let mut bytes = vec![0; usize::try_from(length - from).unwrap_or(0)];
    log.read_exact_at(&mut bytes, from)?;
    let end_of_lines = bytes.iter().rposition(|byte| *byte == b'\n').map_or(0, |end| end + 1);
    let (lines, torn) = bytes.split_at(end_of_lines);
    let mut end = End { head, torn: torn.to_vec() };
    for (entry, _) in lines.split(|byte| *byte == b'\n').filter_map(Entry::parse) {
        if entry.seq == end.head.seq.saturating_add(1) && entry.prev == end.head.hash {
            end.head.seq = entry.seq;
            end.head.hash = entry.hash;
        }
    }
    Ok(end)
}

/// What the head would say, had it not been lost: the chain goes on behind the newest of the older
/// files, or at the beginning, and the log begins where it begins now.
fn without_head(directory: &Path) -> Head {
    let mut head = Head { seq: 0, hash: NO_HASH.to_owned(), length: 0, first: 1 };
    let mut is_first = true;
    for path in files::all(directory) {
        let text = crate::files::read(&path, 2 * files::MAX_BYTES).ok().flatten().unwrap_or_default();
        let mut entries = text.split(|byte| *byte == b'\n').filter_map(Entry::parse);
        let Some((first, _)) = entries.next() else { continue };
        if std::mem::take(&mut is_first) {
            head.first = first.seq;
        }
        let (last, _) = entries.next_back().unwrap_or((first, 0));
        head.seq = last.seq;
        head.hash = last.hash;
    }
    head
}
