//! The private file through which bash reads what its builtins print: bash itself cannot delete it.

use crate::caller::Caller;
use crate::{dirs, env};

/// Deletes the file of the calling shell.
pub fn delete(caller: &Caller) {
    let session = caller.variable(env::SESSION).unwrap_or_default();
    let pid = session.rsplit(' ').next().filter(|pid| pid.parse::<u32>().is_ok());
    if let (Some(pid), Some(cache)) = (pid, dirs::cache()) {
        let _ = std::fs::remove_file(cache.join(format!("printed.{pid}")));
    }
}
