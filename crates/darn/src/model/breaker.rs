//! Providers that failed recently, shared between processes: `providers-failing` in the state directory.

use llm::client::Breaker;

use crate::{dirs, files, log};

/// Maximum size of the file; larger files are ignored.
const MAX_BYTES: u64 = 64 * 1024;

/// Loads the state; empty if it cannot be read.
#[must_use]
pub fn load() -> Breaker {
    let bytes = file().and_then(|file| files::read(&file, MAX_BYTES).ok().flatten());
    bytes.and_then(|bytes| serde_json::from_slice(&bytes).ok()).unwrap_or_default()
}

/// Saves the state for the next process, if it has changed.
pub fn keep(breaker: &Breaker) {
    let Some(file) = file().filter(|_| *breaker != load()) else { return };
    let Ok(bytes) = serde_json::to_vec(breaker) else { return };
    let made = file.parent().map_or(Ok(0), files::create_private_directory);
    if let Err(error) = made.and_then(|_| files::replace(&file, &bytes, 0o600)) {
        log::note(&format!("model: {}", files::reason(&error)));
    }
}

fn file() -> Option<std::path::PathBuf> {
    Some(dirs::state()?.join("providers-failing"))
}
