//! One command in backticks among sentences.

use super::Command;
use super::grammar::{Grammar, Source};
use crate::Asked;

/// Maximum number of spans; a text with more is an essay.
const MAX_SPANS: usize = 64;

/// Returns the only span that reads like a command; `None` if there are several or none.
pub fn command(text: &str, asked: &Asked<'_>, grammar: &Grammar<'_>) -> Option<Command> {
    let mut spans = spans(text);
    spans.retain(|span| Some(*span) != asked.failed.map(str::trim) && !is_mention(span, text, asked));
    spans.dedup();
    let mut commands = spans.iter().filter_map(|span| grammar.command(span, Source::Found));
    let first = commands.next()?;
    commands.all(|other| other == first).then_some(first)
}

/// Returns whether a single word is a mention (the `test` directory), unless one word failed.
fn is_mention(span: &str, text: &str, asked: &Asked<'_>) -> bool {
    let is_word = |text: &str| !text.trim().contains([' ', '\t', '\n']);
    let is_all = || !text.replace(span, "").contains(char::is_alphanumeric);
    is_word(span) && !asked.failed.is_some_and(is_word) && !is_all()
}

/// Returns the code spans of a text (CommonMark 6.1): as many backticks close as opened.
fn spans(text: &str) -> Vec<&str> {
    let mut spans = Vec::new();
    let mut rest = text;
    while let Some(at) = rest.find('`') {
        let behind = rest.get(at..).unwrap_or_default();
        let inner = behind.trim_start_matches('`');
        let ticks = behind.len() - inner.len();
        let Some(end) = closing(inner, ticks) else {
            rest = inner;
            continue;
        };
        let span = inner.get(..end).unwrap_or_default();
        let bare = span.strip_prefix(' ').and_then(|span| span.strip_suffix(' ')).unwrap_or(span);
        if spans.len() == MAX_SPANS {
            return Vec::new();
        }
        spans.push(bare);
        rest = inner.get(end + ticks..).unwrap_or_default();
    }
    spans
}

/// Returns the position of exactly this many backticks within the paragraph.
fn closing(text: &str, ticks: usize) -> Option<usize> {
    let paragraph = text.split("\n\n").next().unwrap_or_default();
    let mut at = 0;
    loop {
        at += paragraph.get(at..)?.find('`')?;
        let behind = paragraph.get(at..)?;
        let run = behind.len() - behind.trim_start_matches('`').len();
        if run == ticks {
            return Some(at);
        }
        at += run;
    }
}
