//! Tokens that are known by their form: a prefix, characters of a class, a length.

use syntax::Span;

use super::detect::Found;
use super::{Tables, pattern};

// `FORMS`: (pattern, kind), sorted, from `data/secrets/*.toml`.
include!(concat!(env!("OUT_DIR"), "/secrets.rs"));

/// Longest literal beginning of a form, roughly.
const MAX_PREFIX: usize = 16;

/// Adds the tokens in `text`, also inside of longer words.
pub fn find<'t>(text: &str, _tables: &'t Tables, found: &mut Vec<Found<'t>>) {
    let mut first = [false; 256];
    for byte in FORMS.iter().filter_map(|(form, _)| form.bytes().next()) {
        first[usize::from(byte)] = true;
    }
    let bytes = text.as_bytes();
    let mut at = 0;
    while let Some(byte) = bytes.get(at) {
        let mut length = 1;
        if first[usize::from(*byte)] {
            let rest = text.get(at..).unwrap_or_default();
            let is_beginning = begins_here(bytes.get(..at).unwrap_or_default());
            let two = bytes.get(at..at + 2).unwrap_or_default();
            let from = FORMS.partition_point(|(form, _)| form.as_bytes() < two);
            let hit = FORMS
                .iter()
                .skip(from)
                .take_while(|(form, _)| form.as_bytes().starts_with(two))
                .filter(|(form, _)| is_beginning || is_unmistakable(form))
                .filter_map(|(form, kind)| Some((*kind, prefix(form).len(), pattern::matched(form, rest)?)))
                .max_by_key(|hit| hit.2);
            if let Some((kind, prefix, end)) = hit
                && is_varied(rest.as_bytes().get(prefix..end).unwrap_or_default())
            {
                found.push(Found { kind, span: Span::new(at, at + end) });
                // the next one may begin with what this one took for its last characters
                length = end.saturating_sub(MAX_PREFIX).max(1);
            }
        }
        at += length;
    }
}

/// The literal text with which a form begins.
fn prefix(form: &str) -> &str {
    form.split('[').next().unwrap_or_default()
}

/// It has more characters than a placeholder (`ghp_xxxxxxxx`) is made of.
fn is_varied(body: &[u8]) -> bool {
    const FEW: u32 = 4;
    body.iter().fold(0_u128, |seen, byte| seen | 1 << (byte & 127)).count_ones() > FEW
}

/// `ghp_` and so many letters behind it are a token also in the midst of a word.
fn is_unmistakable(form: &str) -> bool {
    prefix(form).ends_with('_')
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

#[cfg(test)]
pub fn forms() -> &'static [(&'static str, &'static str)] {
    FORMS
}
