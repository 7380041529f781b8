//! Checks the exact bytes before sending; fails closed.

use std::borrow::Cow;
use std::fmt;

use super::known::Kind;
use super::visible::Visible;
use super::{Redactor, detect};

/// A secret in the bytes to be sent.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Leak {
    /// Kind of the secret, never the secret itself.
    pub kind: Kind,
}

impl fmt::Display for Leak {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a secret ({}) was still in the request: nothing was sent", self.kind)
    }
}

impl std::error::Error for Leak {}

impl Redactor {
    /// Rejects bytes that contain any found or known value, plain or encoded for a URL, in base64 or JSON,
    /// and bytes in which the detector finds anything, even only in the decoded strings of JSON.
    ///
    /// # Errors
    ///
    /// Returns the first secret found.
    pub fn check(&self, bytes: &[u8]) -> Result<(), Leak> {
        let text = String::from_utf8_lossy(bytes);
        self.check_values(&text)?;
        let strings = strings(&text);
        if strings.is_empty() {
            return self.check_forms(&text);
        }
        strings.iter().try_for_each(|string| {
            self.check_values(string)?;
            self.check_forms(string)
        })
    }

    fn check_values(&self, text: &str) -> Result<(), Leak> {
        let visible = Visible::of(text);
        let done = super::placeholders(&visible.text);
        let places = self.values.find(&visible.text);
        let place = places.iter().find(|place| !super::is_within(place.span, &done));
        place.map_or(Ok(()), |place| Err(leak(self.values.kind(place.value))))
    }

    fn check_forms(&self, text: &str) -> Result<(), Leak> {
        let found = detect::find(text, None, &self.tables);
        found.first().map_or(Ok(()), |found| Err(leak(found.kind)))
    }
}

fn leak(kind: &str) -> Leak {
    Leak { kind: kind.to_owned().into() }
}

/// Returns the strings of a JSON text, unescaped.
fn strings(text: &str) -> Vec<Cow<'_, str>> {
    if !text.trim_start().starts_with(['{', '[']) {
        return Vec::new();
    }
    let mut strings = Vec::new();
    let mut rest = text;
    while let Some((_, inside)) = rest.split_once('"') {
        let bytes = inside.as_bytes();
        let mut end = 0;
        while let Some(byte) = bytes.get(end).filter(|byte| **byte != b'"') {
            end += if *byte == b'\\' { 2 } else { 1 };
        }
        let raw = inside.get(..end).unwrap_or(inside);
        // what is not JSON is checked as it is
        let unescaped = || serde_json::from_str(&format!("\"{raw}\"")).unwrap_or_else(|_| raw.to_owned());
        strings.push(if raw.contains('\\') { Cow::Owned(unescaped()) } else { Cow::Borrowed(raw) });
        rest = inside.get(end + 1..).unwrap_or_default();
    }
    strings
}
