//! The answer of a model, through a FIFO: `COUNT [plain]`, the hint line with its attributes, the text for the
//! accept key as in the reply to `failed`, and NUL.

use crate::SafeText;
use crate::process::{line, without_end};

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LateHint {
    /// Number of suggestions.
    pub count: usize,
    /// The user wants no ghost text.
    pub is_plain: bool,
    /// The hint, one line.
    pub line: String,
    /// The text for the accept key.
    pub text: Option<SafeText>,
}

impl LateHint {
    pub fn encode(&self) -> Vec<u8> {
        let plain = if self.is_plain { " plain" } else { "" };
        let text = self.text.as_ref().map_or("", SafeText::as_str);
        let whole = format!("{}{plain}\n{}\n{text}", self.count, line(&self.line));
        let mut bytes = without_end(whole.as_bytes()).to_vec();
        bytes.push(0);
        bytes
    }

    /// Returns `None` for an answer that is incomplete or not one of the protocol.
    pub fn decode(bytes: &[u8]) -> Option<Self> {
        let text = std::str::from_utf8(bytes.strip_suffix(b"\0")?).ok()?;
        let (head, rest) = text.split_once('\n').unwrap_or((text, ""));
        let (line, text) = rest.split_once('\n').unwrap_or((rest, ""));
        let (count, is_plain) = match head.strip_suffix(" plain") {
            Some(count) => (count, true),
            None => (head, false),
        };
        Some(Self {
            count: count.parse().ok()?,
            is_plain,
            line: line.to_owned(),
            text: if text.is_empty() { None } else { Some(SafeText::new(text).ok()?) },
        })
    }
}
