//! Names and sizes of the log's files.

use std::path::{Path, PathBuf};

/// The file with the newest entries.
pub const NAME: &str = "audit.jsonl";

/// An entry that would make the file longer begins a new one: 1 MiB, some 2,500 entries.
pub const MAX_BYTES: u64 = 1024 * 1024;

/// Older files that are kept: with the newest one 4 MiB in all.
pub const MAX_OLD: usize = 3;

/// Name of an older file: the number of its last entry, so that names sort as the entries do.
pub fn old_name(last: u64) -> String {
    format!("audit-{last:012}.jsonl")
}

/// The older files with the numbers of their last entries, oldest first.
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

/// Every file with entries that may be there, oldest first.
pub fn all(directory: &Path) -> Vec<PathBuf> {
    let old = old(directory).into_iter().map(|(_, path)| path);
    old.chain([directory.join(NAME)]).collect()
}
