//! Names and sizes of the log files.

use std::path::{Path, PathBuf};

/// The file with the newest entries.
pub const NAME: &str = "audit.jsonl";

/// Maximum size before an entry begins a new file: 1 MiB, about 2,500 entries.
pub const MAX_BYTES: u64 = 1024 * 1024;

/// Number of older files kept: 4 MiB in total with the newest one.
pub const MAX_OLD: usize = 3;

/// Returns the name of an older file. It contains the number of the last entry, so that names sort like the
/// entries.
pub fn old_name(last: u64) -> String {
    format!("audit-{last:012}.jsonl")
}

/// Returns the older files with the numbers of their last entries, oldest first.
pub fn old(directory: &Path) -> Vec<(u64, PathBuf)> {
    let entries = std::fs::read_dir(directory).into_iter().flatten().flatten();
    let mut found: Vec<(u64, PathBuf)> = entries
        .filter_map(|entry| {
            let name = entry.file_name();
            let number = name.to_str()?.strip_prefix("audit-")?.strip_suffix(".jsonl")?;
            Some((number.parse().ok()?, entry.path()))
        })
        .collect();
    found.sort();
    found
}

/// Returns all existing files with entries, oldest first.
pub fn all(directory: &Path) -> Vec<PathBuf> {
    let old = old(directory).into_iter().map(|(_, path)| path);
    old.chain([directory.join(NAME)]).collect()
}
