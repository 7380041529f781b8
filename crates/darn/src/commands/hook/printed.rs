//! The private file through which bash reads what its builtins print: bash itself cannot delete it.

use std::path::Path;

use crate::caller::Caller;
use crate::dirs;

/// How its name begins; the process id of the shell follows.
const NAME: &str = "printed.";

/// Returns whether a path may be that of such a file: no other is deleted.
pub fn is_one(path: &Path) -> bool {
    path.file_name().and_then(std::ffi::OsStr::to_str).is_some_and(|name| name.starts_with(NAME))
}

/// Deletes the file of the calling shell.
pub fn delete(caller: &Caller) {
    let pid = caller.session().last().and_then(|pid| pid.parse::<u32>().ok());
    if let (Some(pid), Some(cache)) = (pid, dirs::cache()) {
        let _ = std::fs::remove_file(cache.join(format!("{NAME}{pid}")));
    }
}
