//! The layers, one after the other, over one text.

use syntax::{Dialect, Script, Span};

use super::visible::{Visible, with_escape};
use super::{Tables, arguments, blocks, is_within, named, piece, placeholders, spaced, tokens, urls};

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
    if visible.text.len() < text.len() {
        // the letter behind a bare escape belongs to the sequence for a terminal, to the token for whoever
        // reads the bytes
        let mut raw = Vec::new();
        tokens::find(text, tables, &mut raw);
        raw.iter_mut().for_each(|found| found.span = with_escape(text, found.span));
        let done = placeholders(text);
        found.extend(raw.into_iter().filter(|found| !is_within(found.span, &done)));
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
    let mut found = Vec::new();
    blocks::find(text, &mut found);
    if let Some(dialect) = dialect {
        arguments::find(&Script::parse(text, dialect), tables, &mut found);
    }
    // also in a command line: what is sent may hold it among other words
    arguments::find_in_lines(text, tables, &mut found);
    tokens::find(text, tables, &mut found);
    urls::find(text, &mut found);
    named::find(text, &mut found);
    spaced::find(text, &mut found);
    let done = placeholders(text);
    found
        .retain(|found| !found.span.is_empty() && !is_within(found.span, &done) && !is_of(found.span, &done));
    if !done.is_empty() {
        found = found.into_iter().flat_map(|found| around(text, &found, &done)).collect();
    }
    united(found)
}

/// Whether a finding begins amid a placeholder: what named it (`password:`) is the placeholder's own.
fn is_of(span: Span, done: &[Span]) -> bool {
    let at = done.partition_point(|mark| mark.end <= span.start);
    done.get(at).is_some_and(|mark| mark.start < span.start)
}

/// What of a finding is not redacted yet.
fn around<'t>(text: &str, found: &Found<'t>, done: &[Span]) -> Vec<Found<'t>> {
    let from = done.partition_point(|mark| mark.end <= found.span.start);
    let inside = done.iter().skip(from).take_while(|mark| mark.start < found.span.end);
    let (mut parts, mut start) = (Vec::new(), found.span.start);
    for mark in inside {
        parts.push(Span::new(start, mark.start.max(start)));
        start = mark.end.max(start);
    }
    if start == found.span.start {
        return vec![found.clone()];
    }
    parts.push(Span::new(start.min(found.span.end), found.span.end));
    let says = |span: &Span| piece(text, span.start, span.end).contains(char::is_alphanumeric);
    parts.into_iter().filter(says).map(|span| Found { kind: found.kind, span }).collect()
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
