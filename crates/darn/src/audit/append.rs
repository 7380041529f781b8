//! Appends an entry: one lock, one write at the end, then the head.
//!
//! A writer continues from any state that the previous one left. The head may be one entry behind if the
//! writer was killed between the two writes. There may be a partial line at the end (full disk, power cut):
//! the writer terminates it with a newline and hashes it with the new entry, so that it is neither lost nor
//! changed unnoticed. A missing end is not hidden: the chain continues from the head, and `darn log --verify`
//! reports the gap.

use std::fs::File;
use std::io::{self, Write as _};
use std::os::unix::fs::FileExt as _;
use std::path::Path;
use std::time::Duration;

use super::entry::{Draft, Entry, NO_HASH};
use super::files;
use super::head::{self, Head};
use crate::lock::{self, Hold};

/// Timeout for the lock. A writer holds it for about 50 µs, so this matters only if one was stopped
/// meanwhile; it is too short to look like a hang.
pub const PATIENCE: Duration = Duration::from_millis(500);

/// Maximum number of bytes read from the end of the log to find where the chain continues.
const MAX_TAIL: u64 = 64 * 1024;

/// Where the chain continues.
struct End {
    head: Head,
    /// An incomplete last line.
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
    crate::files::check_length(head.length + added)?;
    log.write_all(bytes.as_bytes())?;
    Head { seq, hash, length: head.length + added, first: head.first }.write(&lock)?;
    for (_, path) in dropped {
        std::fs::remove_file(path)?;
    }
    Ok(())
}

/// Opens the head and creates its directory.
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
    // the part recorded in the head ends at a line end, unless the end of the log is missing
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

/// Reconstructs a lost head: the chain continues from the newest of the older files, or from the beginning,
/// and the oldest existing entry counts as the first.
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
