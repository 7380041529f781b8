//! Small files in the state directory, mode 0600, that several processes may change at the same time: a lock
//! prevents lost updates.

use std::fs::OpenOptions;
use std::io;
use std::os::unix::fs::OpenOptionsExt as _;
use std::path::Path;
use std::time::Duration;

use crate::lock::{self, Hold};
use crate::{dirs, files};

/// The lock shared by all these files; its own file is empty.
const LOCK: &str = "model.lock";
/// Timeout for another process to write a small file.
const PATIENCE: Duration = Duration::from_secs(2);

/// Reads the named file; empty if it cannot be read or is larger than `max` bytes.
pub fn read(name: &str, max: u64) -> Vec<u8> {
    dirs::state().map(|directory| read_in(&directory, name, max)).unwrap_or_default()
}

/// Replaces the file's content with the result of `make`.
///
/// # Errors
/// There is no home directory, the state directory is not writable, or the lock is taken for longer than
/// [`PATIENCE`].
pub fn change(name: &str, max: u64, make: impl FnOnce(&[u8]) -> Vec<u8>) -> io::Result<()> {
    let directory = dirs::state().ok_or_else(|| io::Error::other("there is no home directory"))?;
    change_in(&directory, name, max, make)
}

fn read_in(directory: &Path, name: &str, max: u64) -> Vec<u8> {
    files::read(&directory.join(name), max).ok().flatten().unwrap_or_default()
}

fn change_in(directory: &Path, name: &str, max: u64, make: impl FnOnce(&[u8]) -> Vec<u8>) -> io::Result<()> {
    files::create_private_directory(directory)?;
    let turn =
        OpenOptions::new().write(true).create(true).truncate(false).mode(0o600).open(directory.join(LOCK))?;
    lock::lock(&turn, Hold::Write, PATIENCE)?;
    files::replace(&directory.join(name), &make(&read_in(directory, name, max)), 0o600)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_of_what_is_added_at_one_moment_is_lost() {
        let directory = tempfile::tempdir().unwrap();
        std::thread::scope(|scope| {
            for number in 0..8_u8 {
                let path = directory.path();
                scope.spawn(move || {
                    for _ in 0..5 {
                        change_in(path, "x", 100, |old| [old, &[b'0' + number]].concat()).unwrap();
                    }
                });
            }
        });
        let all = read_in(directory.path(), "x", 100);
        for number in b'0'..b'8' {
            assert_eq!(all.iter().filter(|byte| **byte == number).count(), 5, "{all:?}");
        }
    }
}
