//! The clipboard of the user's terminal.

use data_encoding::BASE64;

/// Longest text that is copied, in bytes: terminals ignore sequences of more than about 100,000.
const MAX: usize = 70_000;

/// Returns the sequence that copies a text (OSC 52, xterm "Manipulate Selection Data"); of a longer text, its end.
/// Terminals may ignore it.
pub fn copy(text: &str) -> String {
    let from = text.ceil_char_boundary(text.len().saturating_sub(MAX));
    let end = text.get(from..).unwrap_or_default();
    format!("\u{1b}]52;c;{}\u{7}", BASE64.encode(end.as_bytes()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_text_is_encoded_and_bounded() {
        assert_eq!(copy("ls -la"), "\u{1b}]52;c;bHMgLWxh\u{7}");
        assert_eq!(copy(&"é".repeat(MAX)), copy(&"é".repeat(MAX / 2)));
    }
}
