//! The layers, one after the other, over one text.

use syntax::{Dialect, Script, Span};

use super::visible::Visible;
use super::{Tables, arguments, containers, is_within, piece, placeholders, tokens};

/// A secret that was found by its place or its form.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Found<'t> {
    /// What it is: `password`, `github-token` …
    pub kind: &'t str,
    /// The bytes that must not survive.
    pub span: Span,
}

/// What a text holds: in order, without overlap. `dialect`: it is a command line of that shell.
pub fn find<'t>(text: &str, dialect: Option<Dialect>, tables: &'t Tables) -> Vec<Found<'t>> {
    let visible = Visible::of(text);
    let mut found = find_visible(&visible.text, dialect, tables);
    for found in &mut found {
        found.span = visible.original(found.span);
    }
    for carried in &visible.carried {
        let inside = find_visible(piece(text, carried.start, carried.end), None, tables);
        found.extend(inside.into_iter().map(|found| Found {
            span: Span::new(found.span.start + carried.start, found.span.end + carried.start),
            ..found
        }));
    }
    united(found)
}

fn find_visible<'t>(text: &str, dialect: Option<Dialect>, tables: &'t Tables) -> Vec<Found<'t>> {
    let script = Script::parse(text, dialect.unwrap_or(Dialect::Bash));
    let mut found = containers::key_blocks(text);
    arguments::find(&script, &mut found);
    tokens::find(text, tables, &mut found);
    containers::find(text, &mut found);
    let done = placeholders(text);
    found.retain(|found| !found.span.is_empty() && !is_within(found.span, &done));
    united(found)
}

/// Sorted, and what overlaps as one finding that covers both.
fn united(mut found: Vec<Found<'_>>) -> Vec<Found<'_>> {
    found.sort_by_key(|found| (found.span.start, std::cmp::Reverse(found.span.end)));
    let mut out: Vec<Found<'_>> = Vec::with_capacity(found.len());
    for found in found {
        match out.last_mut().filter(|last| found.span.start < last.span.end) {
            Some(last) => last.span.end = last.span.end.max(found.span.end),
            None => out.push(found),
        }
    }
    out
}
