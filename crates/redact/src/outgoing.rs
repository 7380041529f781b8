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
        strings.push(if raw.contains('\\') { Cow::Owned(unescaped(raw)) } else { Cow::Borrowed(raw) });
        rest = inside.get(end + 1..).unwrap_or_default();
    }
    strings
}

fn unescaped(raw: &str) -> String {
    let mut out = String::with_capacity(raw.len());
    let mut rest = raw;
    while let Some((before, behind)) = rest.split_once('\\') {
        out.push_str(before);
        let mut chars = behind.chars();
        match chars.next() {
            Some('n') => out.push('\n'),
            Some('t') => out.push('\t'),
            Some('r') => out.push('\r'),
            Some('b') => out.push('\u{8}'),
            Some('f') => out.push('\u{c}'),
            Some('u') => {
                let (c, length) = unicode(behind);
                out.push(c);
                rest = behind.get(length..).unwrap_or_default();
                continue;
            }
            Some(c) => out.push(c),
            None => {}
        }
        rest = chars.as_str();
    }
    out.push_str(rest);
    out
}

/// Decodes `u20ac`, or a surrogate pair of two escapes, and returns the character and the bytes read.
fn unicode(text: &str) -> (char, usize) {
    let unit = |at: usize| u16::from_str_radix(text.get(at..at + 4)?, 16).ok();
    let Some(first) = unit(1) else { return (char::REPLACEMENT_CHARACTER, 1) };
    let second = unit(7).filter(|_| text.get(5..7) == Some("\\u"));
    let units = [Some(first), second];
    match char::decode_utf16(units.into_iter().flatten()).next() {
        Some(Ok(c)) => (c, if c.len_utf16() == 2 { 11 } else { 5 }),
        _ => (char::REPLACEMENT_CHARACTER, 5),
    }
}
