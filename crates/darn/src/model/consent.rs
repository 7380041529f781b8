//! Which providers the user has agreed to: a provider is told of once, with its host and what it
//! would get, before anything is sent to it. One on this machine needs no word: nothing leaves.
//!
//! `providers-agreed` in the state directory, mode 0600: a line `HOST MODEL` each.

use llm::client::is_loopback_name;

use super::kept;

const NAME: &str = "providers-agreed";

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

/// Whether the user is to be asked before anything is sent there.
#[must_use]
pub fn is_needed(place: &Place) -> bool {
    let line = place.line();
    let agreed = kept::read(NAME, MAX_BYTES);
    !is_loopback_name(&place.host)
        && !agreed.split(|byte| *byte == b'\n').any(|known| known == line.as_bytes())
}

/// Remembers that the user has agreed.
///
/// # Errors
/// There is no home, or the state directory cannot be written.
pub fn give(place: &Place) -> std::io::Result<()> {
    kept::change(NAME, MAX_BYTES, |old| {
        let end = if old.is_empty() || old.ends_with(b"\n") { "" } else { "\n" };
        [old, end.as_bytes(), place.line().as_bytes(), b"\n"].concat()
    })
}
