//! Number of times that the user has accepted a suggestion with the key, up to the count that matters: after
//! three times they know the keys. The count is the length of a file, so that a hint needs only a stat.

use std::io::Write as _;
use std::os::unix::fs::OpenOptionsExt as _;
use std::path::PathBuf;

/// Count from which hints no longer explain the keys.
const ENOUGH: u64 = 3;

fn file() -> Option<PathBuf> {
    Some(crate::dirs::state()?.join("taken"))
}

fn count() -> u64 {
    file().and_then(|file| file.metadata().ok()).map_or(0, |file| file.len())
}

pub fn is_enough() -> bool {
    count() >= ENOUGH
}

/// Records accepted suggestions; call it last, after drawing the hint. Never fails.
pub fn note(times: u64) {
    let Some(file) = file().filter(|_| times > 0 && !is_enough()) else { return };
    if let Some(directory) = file.parent() {
        let _ = crate::files::create_private_directory(directory);
    }
    let opened = std::fs::OpenOptions::new().create(true).append(true).mode(0o600).open(file);
    let times = usize::try_from(times.min(ENOUGH)).unwrap_or(0);
    let _ = opened.and_then(|mut file| file.write_all(".".repeat(times).as_bytes()));
}
