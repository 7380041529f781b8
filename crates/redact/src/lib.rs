//! Replaces secrets by `[REDACTED:kind:n]` before text is stored or sent.
//!
//! Each layer scans the whole text as a terminal shows it, and their findings are merged: arguments that are
//! secret by their position in a command (`arguments`), tokens recognised by their form (`tokens`), URLs
//! (`urls`), key blocks (`blocks`) and values of secret names (`named`, `spaced`). A name that is only a weak
//! sign needs a value that looks like a key (`random`). Values found in one place or known beforehand are
//! replaced everywhere, also in encoded form (`known`). Outgoing bytes are checked once more (`outgoing`).
//! The build turns the files of `data/secrets` into static tables, because parsing TOML costs 30–45 µs per KB
//! and a hook redacts after every failed command. Time is linear in the text. Redacted text is read again
//! only where a replacement may have changed the words around it.
//!
//! This is a separate crate so that no other code can create a [`Redacted`], and so that only this code is
//! built for speed.
#![forbid(unsafe_code)]
#![cfg_attr(
    not(test),
    forbid(clippy::disallowed_methods, clippy::disallowed_types, clippy::disallowed_macros)
)]

use syntax::{Dialect, Span};

mod anonymous;
mod arguments;
mod blocks;
mod detect;
mod encoded;
mod found;
mod known;
mod named;
mod names;
mod outgoing;
mod pattern;
mod place;
mod random;
mod redactor;
mod schemes;
mod spaced;
pub mod tables;
mod tokens;
mod urls;
mod visible;
mod words;

pub use anonymous::Identity;
pub use known::Kind;
pub use outgoing::Leak;
pub use redactor::{Finding, Line, Redactor, Texts};
pub use tables::Tables;

/// A value whose texts contain no secrets. Only this crate can create one, so a function that takes it
/// cannot receive unredacted text:
///
/// ```
/// let text: redact::Redacted<String> = redact::redact("sshpass -p hunter2 ssh host");
/// assert_eq!(text.get(), "sshpass -p [REDACTED:password:1] ssh host");
/// ```
///
/// ```compile_fail
/// let leak: redact::Redacted<String> = redact::Redacted { value: "hunter2".to_owned(), findings: Vec::new() };
/// ```
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
#[serde(transparent)]
#[must_use]
pub struct Redacted<T> {
    value: T,
    #[serde(skip)]
    findings: Vec<Finding>,
}

impl<T> Redacted<T> {
    pub const fn get(&self) -> &T {
        &self.value
    }

    /// Returns what was replaced and where, in the order of the texts.
    pub fn findings(&self) -> &[Finding] {
        &self.findings
    }
}

impl Redacted<String> {
    /// Truncates to at most `max` bytes, with `…` if anything was cut. Call it after redaction, because a
    /// truncated secret is not recognised.
    pub fn cut(mut self, max: usize) -> Self {
        const MARK: char = '…';
        if self.value.len() > max {
            self.value.truncate(self.value.floor_char_boundary(max.saturating_sub(MARK.len_utf8())));
            self.value.push(MARK);
        }
        self
    }
}

impl From<Redacted<Line>> for Redacted<String> {
    fn from(line: Redacted<Line>) -> Self {
        Self { value: line.value.text, findings: line.findings }
    }
}

/// Returns the kind of secret that a name such as `PGPASSWORD` or `api_key` stands for.
pub fn secret_kind(name: &str) -> Option<&'static str> {
    names::is_secret(name).then(|| names::kind(name))
}

/// Redacts any text.
pub fn redact(text: &str) -> Redacted<String> {
    Redactor::default().redact(text.to_owned())
}

/// Redacts a command line: equal values get equal numbers throughout.
pub fn redact_command(text: &str, dialect: Dialect) -> Redacted<String> {
    Redactor::default().redact(Line { text: text.to_owned(), dialect }).into()
}

/// Finds existing `[REDACTED:kind:n]` marks and their numbers, so that redacted text stays unchanged. The
/// form is too narrow to hide a secret.
fn marks(text: &str) -> impl Iterator<Item = (Span, usize)> {
    const OPEN: &str = "[REDACTED:";
    memchr::memmem::find_iter(text.as_bytes(), OPEN).filter_map(|start| {
        let rest = piece(text, start + OPEN.len(), text.len());
        let is_kind = |byte: &u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || *byte == b'-';
        let kind = rest.bytes().take(64).take_while(is_kind).count();
        let number = piece(rest, kind, rest.len()).strip_prefix(':')?;
        let digits = number.bytes().take(6).take_while(u8::is_ascii_digit).count();
        let is_closed = number.as_bytes().get(digits) == Some(&b']');
        let span = Span::new(start, start + OPEN.len() + kind + 1 + digits + 1);
        (is_closed && kind > 0).then_some((span, piece(number, 0, digits).parse().ok()?))
    })
}

fn placeholders(text: &str) -> Vec<Span> {
    marks(text).map(|(span, _)| span).collect()
}

fn highest_number(text: &str) -> usize {
    marks(text).map(|(_, number)| number).max().unwrap_or(0)
}

/// Returns whether a span is within one of `others`, which are sorted and do not overlap.
fn is_within(span: Span, others: &[Span]) -> bool {
    let at = others.partition_point(|other| other.end < span.end);
    others.get(at).is_some_and(|other| other.start <= span.start)
}

fn piece(text: &str, start: usize, end: usize) -> &str {
    text.get(start..end).unwrap_or_default()
}

/// Returns at most `most` bytes of the text from `start` on.
fn ahead(text: &str, start: usize, most: usize) -> &str {
    piece(text, start, text.floor_char_boundary(start + most))
}

/// Returns at most `most` bytes of the text before `end`.
fn back(text: &str, end: usize, most: usize) -> &str {
    piece(text, text.floor_char_boundary(end.saturating_sub(most)), end)
}

#[cfg(test)]
mod tests;
