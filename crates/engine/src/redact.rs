//! Secrets are replaced before text is stored or sent: `[REDACTED:kind:n]`.
//!
//! Three layers, each over the whole text, what they find united: words of commands that are
//! secrets by their place (`arguments`), tokens that are known by their form (`tokens`), and what
//! encloses a secret: URLs, key blocks, `name=value` (`containers`). A value that was found in one
//! place is replaced wherever else it stands.
//!
//! The tables are the files of `data/secrets`; the build turns them into static ones, because TOML
//! costs 30–45 µs per KB and a hook redacts after every failed command. Time is linear in the text.

use std::collections::HashMap;
use std::fmt::Write as _;

use syntax::{Dialect, Script, Span};

mod arguments;
mod containers;
mod names;
mod pattern;
mod tokens;

/// Text from which secrets were removed. Only this module makes one, so what asks for it cannot be
/// given anything else:
///
/// ```
/// let text: engine::Redacted<String> = engine::redact::redact("sshpass -p hunter2 ssh host");
/// assert_eq!(text.get(), "sshpass -p [REDACTED:password:1] ssh host");
/// ```
///
/// ```compile_fail
/// let leak: engine::Redacted<String> = engine::redact::Redacted("hunter2".to_owned());
/// ```
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
#[serde(transparent)]
pub struct Redacted<T>(T);

impl<T> Redacted<T> {
    #[must_use]
    pub const fn get(&self) -> &T {
        &self.0
    }
}

impl Redacted<String> {
    /// At most `max` bytes of it, with `…` where something was cut off. A part of what is redacted
    /// is redacted; the cut comes after, because half a secret is not recognised as one.
    #[must_use]
    pub fn cut(mut self, max: usize) -> Self {
        const MARK: char = '…';
        if self.0.len() > max {
            self.0.truncate(self.0.floor_char_boundary(max.saturating_sub(MARK.len_utf8())));
            self.0.push(MARK);
        }
        self
    }
}

/// A secret that was found.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Finding {
    /// What it is: `password`, `github-token` …
    pub kind: &'static str,
    /// The bytes that must not survive.
    pub span: Span,
}

/// Of what was found so many values are looked for elsewhere in the text, and only those of at
/// least so many bytes: a short one (`root`) is an ordinary word in other places.
const MAX_REPEATED: usize = 32;
const MIN_REPEATED: usize = 8;

/// Replaces the secrets of any text; commands in it are read as those of bash.
#[must_use]
pub fn redact(text: &str) -> Redacted<String> {
    redact_command(text, Dialect::Bash)
}

/// Replaces the secrets of a command line: the same value has the same number throughout.
#[must_use]
pub fn redact_command(text: &str, dialect: Dialect) -> Redacted<String> {
    let findings = find(text, dialect);
    let mut numbers: HashMap<&str, usize> = HashMap::new();
    let mut out = String::with_capacity(text.len());
    let mut done = 0;
    for finding in findings {
        let value = piece(text, finding.span.start, finding.span.end);
        let next = numbers.len() + 1;
        let number = *numbers.entry(value).or_insert(next);
        out.push_str(piece(text, done, finding.span.start));
        let _ = write!(out, "[REDACTED:{}:{number}]", finding.kind);
        done = finding.span.end;
    }
    out.push_str(piece(text, done, text.len()));
    Redacted(out)
}

/// What would be replaced: in order, without overlap.
#[must_use]
pub fn find(text: &str, dialect: Dialect) -> Vec<Finding> {
    let script = Script::parse(text, dialect);
    let mut found = containers::key_blocks(text);
    arguments::find(&script, &mut found);
    tokens::find(text, &mut found);
    containers::find(text, &mut found);
    let done = placeholders(text);
    let is_done = |span: Span| {
        let at = done.partition_point(|placeholder| placeholder.end < span.end);
        done.get(at).is_some_and(|placeholder| placeholder.start <= span.start)
    };
    found.retain(|finding| !finding.span.is_empty() && !is_done(finding.span));
    let mut found = united(found);
    let repeated = repeated(text, &found);
    if !repeated.is_empty() {
        found.extend(repeated);
        found = united(found);
    }
    found
}

/// Where `[REDACTED:kind:n]` stands already: what was redacted once stays as it is. The form is too
/// narrow to hide a secret in.
fn placeholders(text: &str) -> Vec<Span> {
    const OPEN: &str = "[REDACTED:";
    let spans = memchr::memmem::find_iter(text.as_bytes(), OPEN).filter_map(|start| {
        let rest = piece(text, start + OPEN.len(), text.len());
        let kind = rest.bytes().take_while(|byte| byte.is_ascii_lowercase() || *byte == b'-').count();
        let number = piece(rest, kind, rest.len()).strip_prefix(':')?;
        let digits = number.bytes().take(6).take_while(u8::is_ascii_digit).count();
        let is_closed = number.as_bytes().get(digits) == Some(&b']');
        (is_closed && kind > 0 && digits > 0)
            .then(|| Span::new(start, start + OPEN.len() + kind + 1 + digits + 1))
    });
    spans.collect()
}

/// Sorted, and what overlaps as one finding that covers both.
fn united(mut found: Vec<Finding>) -> Vec<Finding> {
    found.sort_by_key(|finding| (finding.span.start, std::cmp::Reverse(finding.span.end)));
    let mut out: Vec<Finding> = Vec::with_capacity(found.len());
    for finding in found {
        match out.last_mut().filter(|last| finding.span.start < last.span.end) {
            Some(last) => last.span.end = last.span.end.max(finding.span.end),
            None => out.push(finding),
        }
    }
    out
}

/// Where else the values stand that were found.
fn repeated(text: &str, found: &[Finding]) -> Vec<Finding> {
    let mut values: Vec<(&str, &'static str)> = Vec::new();
    for finding in found {
        let value = piece(text, finding.span.start, finding.span.end);
        let is_new = values.iter().all(|(other, _)| *other != value);
        if value.len() >= MIN_REPEATED && is_new && values.len() < MAX_REPEATED {
            values.push((value, finding.kind));
        }
    }
    let places = values.iter().flat_map(|(value, kind)| {
        memchr::memmem::find_iter(text.as_bytes(), value).map(|start| (start, value.len(), *kind))
    });
    places.map(|(start, length, kind)| Finding { kind, span: Span::new(start, start + length) }).collect()
}

fn piece(text: &str, start: usize, end: usize) -> &str {
    text.get(start..end).unwrap_or_default()
}

#[cfg(test)]
mod tests;
