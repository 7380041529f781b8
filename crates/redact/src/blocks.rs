//! Finds private keys in PEM or PGP armour and in PuTTY's format.

use memchr::memmem;
use syntax::Span;

use super::found::Found;
use super::piece;

/// Adds key blocks, up to the end of the text if the last line is missing. A block may also be on one line,
/// with literal `\n`.
pub fn find(text: &str, found: &mut Vec<Found<'_>>) {
    const BEGIN: &str = "-----BEGIN ";
    const DASHES: &str = "-----";
    let bytes = text.as_bytes();
    let mut done = 0;
    for start in memmem::find_iter(bytes, BEGIN) {
        let head = piece(text, start + BEGIN.len(), text.floor_char_boundary(text.len().min(start + 80)));
        let label = head.split(DASHES).next().unwrap_or_default();
        if start < done || !label.contains("PRIVATE KEY") {
            continue;
        }
        // accept the end of any key: the next block begins there
        let body = start + BEGIN.len() + label.len() + DASHES.len();
        let rest = piece(text, body, text.len());
        let end = memmem::find(rest.as_bytes(), b"-----END ").map(|at| {
            let close = piece(rest, at + 9, rest.floor_char_boundary(rest.len().min(at + 80)));
            let line = close.lines().next().unwrap_or_default();
            let length = line.find(DASHES).map_or(line.len(), |dashes| dashes + DASHES.len());
            (at, body + at + 9 + length)
        });
        let content = end.map_or(rest, |(at, _)| piece(rest, 0, at));
        done = end.map_or(text.len(), |(_, end)| end);
        // skip examples without a key
        if content.bytes().filter(u8::is_ascii_alphanumeric).count() >= 16
            || end.is_none() && !content.trim().is_empty()
        {
            found.push(Found { kind: "private-key", span: Span::new(start, done) });
        }
    }
    let mut done = 0;
    for start in memmem::find_iter(bytes, "Private-Lines:") {
        if start < done {
            continue;
        }
        let rest = piece(text, start, text.len());
        let end = memmem::find(rest.as_bytes(), b"Private-MAC").unwrap_or(rest.len());
        done = start + end;
        found.push(Found { kind: "private-key", span: Span::new(start, done) });
    }
}
