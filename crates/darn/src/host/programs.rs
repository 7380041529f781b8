//! Names of the programs on `$PATH`, in one cache file keyed by the directories' mtimes.
//!
//! Reading 3,158 names takes 2.6 ms of CPU time, a stat of each another 17 ms; querying eleven directories
//! for their mtimes takes 0.02 ms. The x bit is therefore checked for candidates only.

use std::fmt::Write as _;
use std::os::unix::fs::MetadataExt as _;
use std::path::{Path, PathBuf};

/// Maximum number of names per directory, and in total.
const MAX_PER_DIRECTORY: usize = 20_000;
const MAX_BYTES: usize = 2 * 1024 * 1024;

/// Returns the names on the path, one per line, without duplicates within a directory. Reads only absolute
/// directories; relative entries of `$PATH` are skipped.
pub fn names(path: &[PathBuf]) -> String {
    let mut directories: Vec<&Path> = Vec::new();
    for directory in path.iter().filter(|directory| directory.is_absolute()) {
        if !directories.contains(&directory.as_path()) {
            directories.push(directory);
        }
    }
    let key = key(&directories);
    let file = crate::dirs::cache().map(|directory| directory.join("programs"));
    if let Some(file) = &file
        && let Some(names) = super::cached(file, &key)
    {
        return names;
    }
    let names = read(&directories);
    if let Some(file) = &file {
        // if writing fails, the next call reads the directories again, which does no harm
        let _ = super::store(file, &key, &names);
    }
    names
}

/// Returns a line that changes when a name is added to or removed from one of the directories.
fn key(directories: &[&Path]) -> String {
    let mut key = String::from("1");
    for directory in directories {
        let (seconds, nanos, inode) =
            directory.metadata().map_or((0, 0, 0), |data| (data.mtime(), data.mtime_nsec(), data.ino()));
        let _ = write!(key, "\t{}\t{seconds}.{nanos}.{inode}", directory.display());
    }
    let mut key = key.replace('\n', " ");
    key.push('\n');
    key
}

fn read(directories: &[&Path]) -> String {
    let mut names = String::new();
    for directory in directories {
        for entry in std::fs::read_dir(directory).into_iter().flatten().flatten().take(MAX_PER_DIRECTORY) {
            if let Some(name) = entry.file_name().to_str().filter(|name| !name.contains('\n')) {
                names.push_str(name);
                names.push('\n');
            }
            if names.len() > MAX_BYTES {
                return names;
            }
        }
    }
    names
}
