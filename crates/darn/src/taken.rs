//! How often the user has taken a suggestion with the key, as far as that matters: who has done it three times
//! knows the keys. It is the length of a file, so that a hint has to look at nothing but that.

use std::io::Write as _;
use std::os::unix::fs::OpenOptionsExt as _;
use std::path::PathBuf;

/// So often is enough.
const ENOUGH: u64 = 3;

fn file() -> Option<PathBuf> {
    Some(crate::dirs::state()?.join("taken"))
}

fn count() -> u64 {
    file().and_then(|file| file.metadata().ok()).map_or(0, |file| file.len())
}

#[must_use]
pub fn is_enough() -> bool {
    count() >= ENOUGH
}

/// Notes that suggestions were taken; call it last, when the hint is drawn. It never fails.
pub fn note(times: u64) {
    let Some(file) = file().filter(|_| times > 0 && !is_enough()) else { return };
    if let Some(directory) = file.parent() {
        let _ = crate::files::create_private_directory(directory);
    }
    let opened = std::fs::OpenOptions::new().create(true).append(true).mode(0o600).open(file);
    let times = usize::try_from(times.min(ENOUGH)).unwrap_or(0);
    let _ = opened.and_then(|mut file| file.write_all(".".repeat(times).as_bytes()));
}
