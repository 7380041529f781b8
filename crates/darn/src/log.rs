//! Debug log, the only channel available to hooks. Written only if `DARN_LOG` names a file; never contains
//! command text or captured output.

use std::io::Write as _;
use std::os::unix::fs::OpenOptionsExt as _;

/// Appends one line to the log, if it is enabled. Never fails, as the prompt is more important.
pub fn note(text: &str) {
    let Some(path) = crate::env::get(crate::env::LOG) else { return };
    let flags = rustix::fs::OFlags::NONBLOCK | rustix::fs::OFlags::NOFOLLOW;
    let file = std::fs::OpenOptions::new()
        .append(true)
        .create(true)
        .mode(0o600)
        .custom_flags(i32::try_from(flags.bits()).unwrap_or(0))
        .open(path);
    if let Ok(mut file) = file {
        let _ = file.write_all(format!("{}: {}\n", std::process::id(), text.replace('\n', " ")).as_bytes());
    }
}
