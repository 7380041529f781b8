//! Edits of a command line, as replaced spans. All other bytes stay unchanged.

use crate::{Script, Span, Word, quote, quote_as};

/// A set of edits to one text, applied together.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
#[must_use]
pub struct Edit {
    changes: Vec<(Span, String)>,
}

impl Edit {
    pub const fn new() -> Self {
        Self { changes: Vec::new() }
    }

    /// Replaces the bytes of `span` with the literal text `with`.
    pub fn replace(mut self, span: Span, with: impl Into<String>) -> Self {
        self.changes.push((span, with.into()));
        self
    }

    /// Inserts text at a byte offset.
    pub fn insert(self, at: usize, text: impl Into<String>) -> Self {
        self.replace(Span::new(at, at), text)
    }

    /// Sets the value of a word, in the word's own quoting style. An unchanged leading `~` or `~user` stays
    /// unquoted, so that the shell still expands it.
    pub fn set_word(self, script: &Script, word: &Word, value: &str) -> Self {
        let raw = script.raw(word.span);
        let tilde =
            raw.find('/').and_then(|slash| raw.get(..=slash)).filter(|prefix| prefix.starts_with('~'));
        if let Some((prefix, rest)) = tilde.and_then(|prefix| Some((prefix, value.strip_prefix(prefix)?))) {
            let rest = if rest.is_empty() { String::new() } else { quote(rest, script.dialect).into_owned() };
            return self.replace(word.span, format!("{prefix}{rest}"));
        }
        let text = quote_as(value, word.quote, script.dialect);
        self.replace(word.span, text)
    }

    /// Replaces the only occurrence of `part` in the raw text of a word. Returns `None` unless there is
    /// exactly one.
    pub fn replace_part(self, script: &Script, word: &Word, part: &str, with: &str) -> Option<Self> {
        let raw = script.raw(word.span);
        let at = raw.find(part)?;
        let behind = at + part.chars().next()?.len_utf8();
        if raw.get(behind..).is_none_or(|rest| rest.contains(part)) {
            return None;
        }
        let start = word.span.start + at;
        Some(self.replace(Span::new(start, start + part.len()), with))
    }

    /// Removes a word together with the blanks before it, or those after it if there are none before.
    pub fn remove_word(self, script: &Script, word: &Word) -> Self {
        const BLANKS: [char; 2] = [' ', '\t'];
        let before = script.text.get(..word.span.start).unwrap_or("");
        let start = before.trim_end_matches(BLANKS).len();
        let after = script.text.get(word.span.end..).unwrap_or("");
        let blanks = after.len() - after.trim_start_matches(BLANKS).len();
        let end = word.span.end + if start == word.span.start { blanks } else { 0 };
        self.replace(Span::new(start, end), "")
    }

    pub fn is_empty(&self) -> bool {
        self.changes.is_empty()
    }

    /// Adds the edits of `other`, which is for the same text. Returns `None` if the two overlap.
    pub fn and(mut self, other: &Self) -> Option<Self> {
        for (span, _) in &other.changes {
            let clash = self
                .changes
                .iter()
                .any(|(own, _)| own.start < span.end && span.start < own.end || own == span);
            if clash {
                return None;
            }
        }
        self.changes.extend(other.changes.iter().cloned());
        Some(self)
    }

    /// Returns the text with all edits applied. An edit whose span is not on character boundaries of `text`,
    /// or overlaps an earlier one, is skipped.
    pub fn apply(&self, text: &str) -> String {
        let mut changes: Vec<_> = self.changes.iter().collect();
        changes.sort_by_key(|(span, _)| *span);
        let mut out = String::with_capacity(text.len() + 32);
        let mut done = 0;
        for (span, with) in changes {
            let Some(kept) = text.get(done..span.start) else { continue };
            if text.get(span.start..span.end).is_none() {
                continue;
            }
            out.push_str(kept);
            out.push_str(with);
            done = span.end;
        }
        out.push_str(text.get(done..).unwrap_or(""));
        out
    }
}

impl Edit {
    /// Returns whether any edit lies within `span`, including its ends.
    pub fn is_within(&self, span: Span) -> bool {
        self.changes.iter().any(|(own, _)| own.start >= span.start && own.end <= span.end)
    }

    /// Returns whether any edit overlaps `span` or inserts text inside it.
    pub fn touches(&self, span: Span) -> bool {
        self.changes.iter().any(|(own, _)| {
            own.start < span.end && span.start < own.end
                || own.is_empty() && own.start > span.start && own.start < span.end
        })
    }
}
