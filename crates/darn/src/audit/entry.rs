//! One entry: writing and reading its line.

use data_encoding::HEXLOWER;
use redact::Redacted;
use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};

/// SHA-256 in hexadecimal, lower case.
pub type Hash = String;

/// The previous hash in the very first entry.
pub const NO_HASH: &str = "0000000000000000000000000000000000000000000000000000000000000000";

/// Separator between the hashed part of a line and its hash.
const BEFORE_HASH: &str = ",\"hash\":\"";
const BEHIND_HASH: &str = "\"}";

/// Metadata of a request to a provider: recipient, size and purpose, but none of its text.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Sent<T> {
    /// `repair`, `ask`, `explain`.
    #[serde(rename = "for")]
    pub purpose: T,
    pub provider: T,
    pub model: T,
    /// Includes the port, as in the address.
    pub host: T,
    /// Size of the body.
    pub bytes: usize,
    /// Number of secrets redacted in the body.
    pub redactions: usize,
}

/// An entry without its position in the chain.
#[derive(Debug, Serialize)]
pub struct Draft {
    /// RFC 3339, UTC, milliseconds.
    pub time: String,
    pub event: &'static str,
    pub level: &'static str,
    pub command: Redacted<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub failed: Option<Redacted<String>>,
    pub cwd: Redacted<String>,
    pub shell: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub session: Option<i32>,
    pub origin: Redacted<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub reasons: Vec<Redacted<String>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub task: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sent: Option<Sent<Redacted<String>>>,
}

#[derive(Serialize)]
struct Placed<'a> {
    seq: u64,
    #[serde(flatten)]
    draft: &'a Draft,
    /// Bytes of an interrupted write before this line, hashed with it.
    #[serde(skip_serializing_if = "is_zero")]
    torn: usize,
    prev: &'a str,
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde asks for a reference")]
const fn is_zero(number: &usize) -> bool {
    *number == 0
}

impl Draft {
    /// Returns the line with its newline, and its hash. `torn`: the remains of an interrupted write before
    /// it.
    pub fn line(&self, seq: u64, prev: &str, torn: &[u8]) -> serde_json::Result<(String, Hash)> {
        let placed = Placed { seq, draft: self, torn: torn.len(), prev };
        let mut line = serde_json::to_string(&placed)?;
        line.pop(); // the closing brace: the hash follows
        let hash = hash(&[torn, line.as_bytes()]);
        line.push_str(BEFORE_HASH);
        line.push_str(&hash);
        line.push_str(BEHIND_HASH);
        line.push('\n');
        Ok((line, hash))
    }
}

/// Returns the SHA-256 of the concatenated parts.
pub fn hash(parts: &[&[u8]]) -> Hash {
    let mut sha = Sha256::new();
    parts.iter().for_each(|part| sha.update(part));
    HEXLOWER.encode(&sha.finalize())
}

/// An entry as read. Events and levels unknown to this version are preserved.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, Serialize)]
pub struct Entry {
    pub seq: u64,
    pub time: String,
    pub event: String,
    pub level: String,
    pub command: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub failed: Option<String>,
    pub cwd: String,
    pub shell: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub session: Option<i32>,
    pub origin: String,
    #[serde(default)]
    pub reasons: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub task: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sent: Option<Sent<String>>,
    #[serde(default, skip_serializing_if = "is_zero")]
    pub torn: usize,
    pub prev: Hash,
    pub hash: Hash,
}

impl Entry {
    /// Parses a line without its newline; also returns how many of its bytes are hashed. `None` if it is not
    /// an entry, or not in the format that darn writes.
    pub fn parse(line: &[u8]) -> Option<(Self, usize)> {
        let hashed = line.len().checked_sub(BEFORE_HASH.len() + NO_HASH.len() + BEHIND_HASH.len())?;
        let entry: Self = serde_json::from_slice(line).ok()?;
        let end = [BEFORE_HASH.as_bytes(), entry.hash.as_bytes(), BEHIND_HASH.as_bytes()].concat();
        (line.get(hashed..) == Some(end.as_slice())).then_some((entry, hashed))
    }
}
