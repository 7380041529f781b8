//! The private file through which bash reads what its builtins print: bash itself cannot delete it.

use crate::caller::Caller;
use crate::dirs;

/// Deletes the file of the calling shell.
pub fn delete(caller: &Caller) {
    let pid = caller.session().last().and_then(|pid| pid.parse::<u32>().ok());
    if let (Some(pid), Some(cache)) = (pid, dirs::cache()) {
        let _ = std::fs::remove_file(cache.join(format!("printed.{pid}")));
    }
}
