//! Runs the layers in order over one text.

use std::borrow::Cow;

use syntax::{Dialect, Script, Span};

use super::found::Found;
use super::visible::{Visible, with_escape};
use super::{Tables, arguments, blocks, is_within, named, piece, placeholders, spaced, tokens, urls};

/// Returns the secrets of a text, sorted and without overlap. `dialect` is set if the text is a command line
/// of that shell.
pub fn find<'t>(text: &str, dialect: Option<Dialect>, tables: &'t Tables) -> Vec<Found<'t>> {
    let visible = Visible::of(text);
    let mut found = find_visible(&visible.text, dialect, tables);
    for found in &mut found {
        found.span = visible.original(found.span);
    }
    if visible.text.len() < text.len() {
        // the letter after a bare escape belongs to the terminal sequence, but a reader of the raw bytes sees
        // it as part of the token
        let mut raw = Vec::new();
        tokens::find(text, tables, &mut raw);
        raw.iter_mut().for_each(|found| found.span = with_escape(text, found.span));
        let done = placeholders(text);
        found.extend(raw.into_iter().filter(|found| !is_within(found.span, &done)));
    }
    found.extend(find_carried(text, &visible.carried, tables));
    united(found)
}

/// Finds secrets in the content of escape sequences.
fn find_carried<'t>(text: &str, carried: &[Span], tables: &'t Tables) -> Vec<Found<'t>> {
    let (mut lines, mut starts) = (String::new(), Vec::new());
    for span in carried {
        starts.push(lines.len());
        let ends = ['\u{7}', '\u{1b}', '\\', '\u{9c}'];
        lines.push_str(piece(text, span.start, span.end).trim_end_matches(ends));
        lines.push('\n');
    }
    let mut found = if lines.is_empty() { Vec::new() } else { find_visible(&lines, None, tables) };
    for found in &mut found {
        let line = starts.partition_point(|start| *start <= found.span.start).saturating_sub(1);
        if let (Some(start), Some(span)) = (starts.get(line), carried.get(line)) {
            let place = |at: usize| (at - start + span.start).min(span.end);
            found.span = Span::new(place(found.span.start), place(found.span.end));
        }
    }
    found
}

fn find_visible<'t>(text: &str, dialect: Option<Dialect>, tables: &'t Tables) -> Vec<Found<'t>> {
    let mut found = Vec::new();
    let done = placeholders(text);
    let text = &*masked(text, &done);
    blocks::find(text, &mut found);
    if let Some(dialect) = dialect {
        arguments::find(&Script::parse(text, dialect), tables, &mut found);
    }
    // also without a dialect: a text may contain command lines
    arguments::find_in_lines(text, tables, &mut found);
    tokens::find(text, tables, &mut found);
    urls::find(text, &mut found);
    named::find(text, &mut found);
    spaced::find(text, &mut found);
    found.retain(|found| !found.span.is_empty() && !is_within(found.span, &done));
    if !done.is_empty() {
        found = found.into_iter().flat_map(|found| around(text, &found, &done)).collect();
    }
    united(found)
}

/// Masks the words of placeholders, so that `password:` in them does not count as a name.
fn masked<'a>(text: &'a str, done: &[Span]) -> Cow<'a, str> {
    /// The ASCII substitute character.
    const MASK: &str = "\u{1a}";
    if done.is_empty() {
        return Cow::Borrowed(text);
    }
    let (mut out, mut at) = (String::with_capacity(text.len()), 0);
    for mark in done {
        // between the brackets
        out.push_str(piece(text, at, mark.start + 1));
        at = mark.end - 1;
        out.extend(std::iter::repeat_n(MASK, at - mark.start - 1));
    }
    out.push_str(piece(text, at, text.len()));
    Cow::Owned(out)
}

/// Returns the parts of a finding that are not yet redacted.
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

/// Sorts findings and merges overlapping ones.
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
