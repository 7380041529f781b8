//! Which providers the user has agreed to: a provider is told of once, with its host and what it
//! would get, before anything is sent to it. One on this machine needs no word: nothing leaves.
//!
//! `providers-agreed` in the state directory, mode 0600: a line `HOST MODEL` each.

use std::path::PathBuf;

use llm::client::is_loopback_name;

use crate::{dirs, files};

/// More is not such a file.
const MAX_BYTES: u64 = 64 * 1024;

/// A provider, as the user is told of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Place {
    /// With its port, as in the address.
    pub host: String,
    pub model: String,
}

impl Place {
    fn line(&self) -> String {
        let word = |text: &str| text.replace(char::is_whitespace, "_");
        format!("{} {}", word(&self.host), word(&self.model))
    }
}

fn file() -> Option<PathBuf> {
    Some(dirs::state()?.join("providers-agreed"))
}

fn agreed() -> String {
    let bytes = file().and_then(|file| files::read(&file, MAX_BYTES).ok().flatten()).unwrap_or_default();
    String::from_utf8_lossy(&bytes).into_owned()
}

/// Whether the user is to be asked before anything is sent there.
#[must_use]
pub fn is_needed(place: &Place) -> bool {
    let line = place.line();
    !is_loopback_name(&place.host) && !agreed().lines().any(|known| known == line)
}

/// Remembers that the user has agreed.
///
/// # Errors
/// There is no home, or the state directory cannot be written.
pub fn give(place: &Place) -> std::io::Result<()> {
    let file = file().ok_or_else(|| std::io::Error::other("there is no home directory"))?;
    if let Some(directory) = file.parent() {
        files::create_private_directory(directory)?;
    }
    let mut text = agreed();
    if !text.is_empty() && !text.ends_with('\n') {
        text.push('\n');
    }
    text.push_str(&place.line());
    text.push('\n');
    files::replace(&file, text.as_bytes(), 0o600)
}
