//! Providers that failed recently, shared between processes: `providers-failing` in the state directory.

use llm::client::Breaker;

use super::kept;
use crate::{files, log};

const NAME: &str = "providers-failing";

/// Maximum size of the file; larger files are ignored.
const MAX_BYTES: u64 = 64 * 1024;

/// Loads the state; empty if it cannot be read.
pub fn load() -> Breaker {
    serde_json::from_slice(&kept::read(NAME, MAX_BYTES)).unwrap_or_default()
}

/// Saves the state for the next process, if it has changed.
pub fn keep(breaker: &Breaker) {
    if *breaker == load() {
        return;
    }
    let written = kept::change(NAME, MAX_BYTES, |_| serde_json::to_vec(breaker).unwrap_or_default());
    if let Err(error) = written {
        log::note(&format!("model: {}", files::reason(&error)));
    }
}
