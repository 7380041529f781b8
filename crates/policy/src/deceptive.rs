//! Text that does not show what it does: hidden and reordering characters, letters and hosts that
//! look like others.
//!
//! Where a character stands decides: Persian words need their joiners, emoji their selectors, and
//! text in quotes may hold any letter. What never belongs into a command is reported wherever it
//! stands.

mod hidden;
mod hosts;
mod lookalike;
mod punycode;
mod words;

use syntax::Span;

use super::Level;

/// Most findings; the rest would say the same.
pub const MAX: usize = 16;

/// A place where a text is not what it looks like.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Deception {
    pub level: Level,
    /// One line for the user, in ASCII, with the code of the character, without a full stop.
    pub because: String,
    /// The characters, or the word that holds them.
    pub span: Span,
}

/// Looks through a command line as the user typed or pasted it, before it is parsed. In order of
/// place. Plain ASCII without control characters and addresses costs a few ten nanoseconds.
pub fn scan(text: &str) -> Vec<Deception> {
    let mut found = Vec::new();
    // without an early end, so that many bytes are looked at together
    let strange = |byte: u8| ((byte < b' ') & (byte != b'\t') & (byte != b'\n')) | (byte >= 0x7f);
    let plain = !text.bytes().fold(false, |found, byte| found | strange(byte));
    if !plain {
        let words = words::Words::of(text);
        hidden::scan(text, &words, &mut found);
        lookalike::scan(text, &words, &mut found);
    }
    hosts::scan(text, &mut found);
    found.sort_by_key(|deception: &Deception| deception.span.start);
    found.dedup_by_key(|deception| deception.span);
    found.truncate(MAX);
    found
}

fn found(list: &mut Vec<Deception>, level: Level, because: String, start: usize, end: usize) {
    if list.len() < 4 * MAX {
        list.push(Deception { level, because, span: Span::new(start, end) });
    }
}

#[cfg(test)]
mod tests;
