//! Tokens that are known by their form: a prefix, characters of a class, a length.

use syntax::Span;

use super::{Finding, pattern};

/// A kind of token: `data/secrets/*.toml`, `[[secret]]`.
#[derive(Debug)]
pub struct Token {
    pub kind: &'static str,
    pub patterns: &'static [&'static str],
}

impl Token {
    pub fn forms(&self) -> impl Iterator<Item = (&'static str, &'static str)> {
        self.patterns.iter().map(|pattern| (self.kind, *pattern))
    }
}

include!(concat!(env!("OUT_DIR"), "/secrets.rs"));

/// Adds the tokens in `text`, also inside of longer words.
pub fn find(text: &str, found: &mut Vec<Finding>) {
    let forms: Vec<(&'static str, &'static str)> = ALL.iter().flat_map(Token::forms).collect();
    let mut first = [false; 256];
    for byte in forms.iter().filter_map(|(_, pattern)| pattern.bytes().next()) {
        first[usize::from(byte)] = true;
    }
    let bytes = text.as_bytes();
    let mut at = 0;
    while let Some(byte) = bytes.get(at) {
        let mut length = 1;
        if first[usize::from(*byte)] && begins_here(bytes.get(..at).unwrap_or_default()) {
            let rest = text.get(at..).unwrap_or_default();
            let hit = forms.iter().filter(|(_, pattern)| pattern.as_bytes().first() == Some(byte));
            let hit = hit
                .filter_map(|(kind, pattern)| Some((*kind, pattern::matched(pattern, rest)?)))
                .max_by_key(|hit| hit.1);
            if let Some((kind, end)) = hit {
                found.push(Finding { kind, span: Span::new(at, at + end) });
                length = end;
            }
        }
        at += length;
    }
}

/// A token does not begin in the midst of a word, except behind an escape (`%3D`, `\n`).
fn begins_here(before: &[u8]) -> bool {
    match before {
        [.., b'%', a, b] if a.is_ascii_hexdigit() && b.is_ascii_hexdigit() => true,
        [.., b'\\', b'n' | b'r' | b't'] => true,
        [.., last] => !last.is_ascii_alphanumeric(),
        [] => true,
    }
}
