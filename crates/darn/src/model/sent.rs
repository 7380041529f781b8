//! The last request to a provider, as `darn last-request` shows it: the exact bytes of its body. API keys are
//! in headers, whose values are not stored.
//!
//! `last-request` in the state directory, mode 0600: a line of JSON about the request, then the body.

use std::path::PathBuf;

use serde::{Deserialize, Serialize};

use crate::{dirs, files};

/// Maximum size of the file; larger files are ignored.
const MAX_BYTES: u64 = 4 * 1024 * 1024;

/// Metadata of a request.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Sent {
    /// RFC 3339, UTC.
    pub time: String,
    pub provider: String,
    pub model: String,
    pub url: String,
    /// `name: value`, keys masked.
    pub headers: Vec<String>,
    /// Number of secrets redacted in the request.
    pub redactions: usize,
}

fn file() -> Option<PathBuf> {
    Some(dirs::state()?.join("last-request"))
}

/// Saves the request before it is sent.
///
/// # Errors
/// There is no home directory, or the state directory is not writable: a request that cannot be shown later
/// is not sent.
pub fn keep(sent: &Sent, body: &[u8]) -> std::io::Result<()> {
    let file = file().ok_or_else(|| std::io::Error::other("there is no home directory"))?;
    if let Some(directory) = file.parent() {
        files::create_private_directory(directory)?;
    }
    let mut bytes = serde_json::to_vec(sent)?;
    bytes.push(b'\n');
    bytes.extend_from_slice(body);
    files::replace(&file, &bytes, 0o600)
}

/// Returns the last request and its body.
///
/// # Errors
/// The file exists and cannot be read.
pub fn last() -> std::io::Result<Option<(Sent, Vec<u8>)>> {
    let Some(bytes) = file().map(|file| files::read(&file, MAX_BYTES)).transpose()?.flatten() else {
        return Ok(None);
    };
    let Some(end) = bytes.iter().position(|byte| *byte == b'\n') else { return Ok(None) };
    let (head, body) = bytes.split_at(end);
    let sent = serde_json::from_slice(head)?;
    Ok(Some((sent, body.get(1..).unwrap_or_default().to_vec())))
}
