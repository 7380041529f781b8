//! Which providers failed lately, kept between processes: `providers-failing` in the state directory.

use llm::client::Breaker;

use crate::{dirs, files, log};

/// More is not such a file.
const MAX_BYTES: u64 = 64 * 1024;

/// What is known; nothing, where it cannot be read.
#[must_use]
pub fn load() -> Breaker {
    let bytes = file().and_then(|file| files::read(&file, MAX_BYTES).ok().flatten());
    bytes.and_then(|bytes| serde_json::from_slice(&bytes).ok()).unwrap_or_default()
}

/// Keeps it for the next process, where something has changed.
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
