//! Consent: before anything is sent to a provider for the first time, the user sees its host and what it
//! would receive. A provider on this machine needs no consent, since nothing leaves the machine.
//!
//! `providers-agreed` in the state directory, mode 0600: one line `HOST MODEL` per provider.

use llm::client::is_loopback_name;

use super::kept;

const NAME: &str = "providers-agreed";

/// Maximum size of the file; larger files are ignored.
const MAX_BYTES: u64 = 64 * 1024;

/// A provider as shown to the user.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ShownProvider {
    /// Includes the port, as in the address.
    pub host: String,
    pub model: String,
}

impl ShownProvider {
    fn line(&self) -> String {
        let word = |text: &str| text.replace(char::is_whitespace, "_");
        format!("{} {}", word(&self.host), word(&self.model))
    }
}

/// Returns whether the user must consent first.
pub fn is_needed(place: &ShownProvider) -> bool {
    let line = place.line();
    let agreed = kept::read(NAME, MAX_BYTES);
    !is_loopback_name(&place.host)
        && !agreed.split(|byte| *byte == b'\n').any(|known| known == line.as_bytes())
}

/// Records the user's consent.
///
/// # Errors
/// There is no home directory, or the state directory is not writable.
pub fn give(place: &ShownProvider) -> std::io::Result<()> {
    kept::change(NAME, MAX_BYTES, |old| {
        let end = if old.is_empty() || old.ends_with(b"\n") { "" } else { "\n" };
        [old, end.as_bytes(), place.line().as_bytes(), b"\n"].concat()
    })
}
