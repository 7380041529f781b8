//! Counts the files below paths and their size.

use std::os::unix::fs::MetadataExt as _;
use std::path::{Path, PathBuf};
use std::time::Instant;

use crate::caller::Caller;
use crate::ui::numbers::{at_least, many};

/// Maximum number of paths that a pattern may match; beyond it the count is "more than".
const MAX_NAMED: usize = 100_000;

/// The current count.
#[derive(Debug)]
pub struct Files {
    deadline: Instant,
    /// Everything except directories; links count themselves.
    pub files: u64,
    pub directories: u64,
    /// Total size of regular files.
    pub bytes: u64,
    /// Directories that contain a `.git`.
    pub repositories: u64,
    /// Mount points, which are not entered.
    pub mounts: u64,
    /// Whether time ran out or something could not be read.
    is_more: bool,
}

impl Files {
    pub const fn new(deadline: Instant) -> Self {
        Self { deadline, files: 0, directories: 0, bytes: 0, repositories: 0, mounts: 0, is_more: false }
    }

    /// Formats the count: `1,204 files`, `more than 12,000 files`.
    pub fn number(&self, name: &str) -> String {
        if self.is_more {
            format!("more than {} {name}s", at_least(self.files))
        } else {
            many(self.files, name, &format!("{name}s"))
        }
    }

    /// Adds a path and everything below it; without `recursive`, only if it is not a directory. Does not
    /// follow links.
    pub fn add(&mut self, path: &Path, recursive: bool) {
        let Ok(start) = std::fs::symlink_metadata(path) else { return };
        if !start.is_dir() {
            self.add_file(&start);
            return;
        }
        if !recursive {
            return;
        }
        self.directories += 1;
        let mut open = vec![path.to_owned()];
        while let Some(directory) = open.pop() {
            let Ok(entries) = std::fs::read_dir(&directory) else {
                self.is_more = true;
                continue;
            };
            for entry in entries.flatten() {
                if self.is_late() {
                    return;
                }
                if entry.file_name() == ".git" {
                    self.repositories += 1;
                }
                let Ok(data) = entry.metadata() else { continue };
                if !data.is_dir() {
                    self.add_file(&data);
                } else if data.dev() == start.dev() {
                    self.directories += 1;
                    open.push(entry.path());
                } else {
                    self.mounts += 1;
                }
            }
        }
    }

    fn add_file(&mut self, data: &std::fs::Metadata) {
        self.files += 1;
        if data.is_file() {
            self.bytes = self.bytes.saturating_add(data.len());
        }
    }

    fn is_late(&mut self) -> bool {
        let late = Instant::now() > self.deadline;
        self.is_more |= late;
        late
    }
}

/// Returns the absolute paths that a word names; a pattern is expanded in the caller's directory, as the
/// shell will do.
pub fn named(caller: &Caller, word: &str, is_pattern: bool, deadline: Instant) -> Vec<PathBuf> {
    // rm does not follow links, even with a trailing slash
    let trimmed = match word.trim_end_matches('/') {
        "" => word,
        trimmed => trimmed,
    };
    if !is_pattern {
        return vec![caller.path(trimmed)];
    }
    let options = glob::MatchOptions {
        case_sensitive: true,
        require_literal_separator: true,
        require_literal_leading_dot: true,
    };
    let directory = glob::Pattern::escape(&caller.directory.to_string_lossy());
    let pattern = Path::new(&directory).join(trimmed).to_string_lossy().into_owned();
    let Ok(found) = glob::glob_with(&pattern, options) else { return Vec::new() };
    found.take_while(|_| Instant::now() < deadline).flatten().take(MAX_NAMED).collect()
}

/// Sums the sizes of the files, as far as time allows.
pub fn size(paths: &[PathBuf], deadline: Instant) -> u64 {
    let mut files = Files::new(deadline);
    for path in paths {
        if files.is_late() {
            break;
        }
        files.add(path, false);
    }
    files.bytes
}
