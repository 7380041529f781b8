//! Replaces secrets in texts; equal values get equal numbers across all texts.

use std::fmt::{self, Write as _};
use std::sync::Arc;

use syntax::{Dialect, Span};

use super::known::{Kind, Place, Values};
use super::visible::{Visible, with_escape};
use super::{Identity, Redacted, Tables, detect, piece, tokens};

/// A value made of texts, such as a prompt.
pub trait Texts {
    /// Visits every text once, always in the same order. A text that is only a command line comes with
    /// the dialect of its shell.
    fn each(&mut self, visit: &mut dyn FnMut(&mut String, Option<Dialect>));
}

impl Texts for String {
    fn each(&mut self, visit: &mut dyn FnMut(&mut String, Option<Dialect>)) {
        visit(self, None);
    }
}

/// One command line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Line {
    pub text: String,
    pub dialect: Dialect,
}

impl Texts for Line {
    fn each(&mut self, visit: &mut dyn FnMut(&mut String, Option<Dialect>)) {
        visit(&mut self.text, Some(self.dialect));
    }
}

/// A replaced secret: kind and position, never the secret.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
pub struct Finding {
    /// `password`, `github-token` …
    pub kind: Kind,
    /// Index of the text, from 0.
    #[serde(skip)]
    pub text: usize,
    /// From 1.
    pub line: usize,
    /// In characters, from 1.
    pub column: usize,
}

/// Replaces secrets, remembers them, and checks outgoing bytes for them. Use one per prompt or conversation,
/// because it keeps numbers and values.
#[derive(Clone, Default)]
pub struct Redactor {
    pub(super) tables: Arc<Tables>,
    pub(super) values: Values,
    identity: Option<Identity>,
}

/// Hides the values.
impl fmt::Debug for Redactor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Redactor").finish_non_exhaustive()
    }
}

/// Maximum number of passes; later passes read text that a replacement joined into new words.
const MAX_ROUNDS: usize = 4;

impl Redactor {
    /// Creates a redactor with the user's tables; [`Tables::default`] has only the built-in ones.
    pub fn new(tables: impl Into<Arc<Tables>>) -> Self {
        Self { tables: tables.into(), values: Values::default(), identity: None }
    }

    /// Adds a value from the environment or the settings that is secret everywhere, in any encoding. Short
    /// and ordinary values (`root`) are ignored.
    pub fn know(&mut self, kind: &str, value: &str) {
        let value = value.trim();
        if !super::names::is_placeholder(value) {
            self.values.learn(kind, value);
        }
    }

    /// Also replaces the names of the user, the machine and the home directory from now on, after the
    /// secrets.
    pub fn anonymize(&mut self, identity: Identity) {
        self.identity = Some(identity);
    }

    /// Replaces the secrets of all texts. Redacted text stays as it is.
    pub fn redact<T: Texts>(&mut self, mut value: T) -> Redacted<T> {
        let mut texts: Vec<Reading> = Vec::new();
        value.each(&mut |text, dialect| texts.push(Reading::new(std::mem::take(text), dialect)));
        for reading in &texts {
            self.values.skip_to(super::highest_number(&reading.text));
        }
        let mut findings = Vec::new();
        for _ in 0..MAX_ROUNDS {
            let hits = self.hits(&texts);
            for (at, (reading, hits)) in texts.iter_mut().zip(&hits).enumerate() {
                findings.extend(self.located(at, &reading.text, hits));
                self.replace(reading, hits);
            }
            if texts.iter().all(|reading| reading.parts.is_empty()) {
                break;
            }
        }
        if let Some(identity) = &self.identity {
            texts.iter_mut().for_each(|reading| reading.text = identity.hidden(&reading.text));
        }
        let mut done = texts.into_iter();
        value.each(&mut |text, _| *text = done.next().map(|reading| reading.text).unwrap_or_default());
        Redacted { value, findings }
    }

    /// Returns the spans that would be replaced in a text, sorted and without overlap.
    pub fn spans(&mut self, text: &str, dialect: Option<Dialect>) -> Vec<Span> {
        let hits = self.hits(&[Reading::new(text.to_owned(), dialect)]);
        hits.into_iter().flatten().map(|hit| hit.span).collect()
    }

    /// Returns the spans to replace in each text, sorted and without overlap.
    fn hits(&mut self, texts: &[Reading]) -> Vec<Vec<Place>> {
        let mut all: Vec<Vec<Place>> = Vec::new();
        let Self { tables, values, .. } = self;
        for reading in texts {
            let mut hits = Vec::new();
            for part in &reading.parts {
                let text = piece(&reading.text, part.start, part.end);
                for found in detect::find(text, reading.dialect, tables) {
                    let raw = piece(text, found.span.start, found.span.end);
                    let span = Span::new(part.start + found.span.start, part.start + found.span.end);
                    hits.push(Place { span, value: values.learn(found.kind, &Visible::of(raw).text) });
                }
            }
            all.push(hits);
        }
        // a second loop, because a value learnt from one text may occur in another
        for (hits, Reading { text, .. }) in all.iter_mut().zip(texts) {
            let visible = Visible::of(text);
            let done = super::placeholders(text);
            let places = self.values.find(&visible.text).into_iter();
            let places = places.map(|place| Place { span: visible.original(place.span), ..place });
            hits.extend(places.filter(|hit| !super::is_within(hit.span, &done)));
            if visible.text.len() < text.len() {
                let raw = self.values.find(text).into_iter();
                let raw = raw.map(|place| Place { span: with_escape(text, place.span), ..place });
                hits.extend(raw.filter(|hit| !super::is_within(hit.span, &done)));
            }
            *hits = united(std::mem::take(hits));
        }
        if texts.len() > 1 {
            self.across(texts, &mut all);
        }
        all
    }

    /// Finds tokens and known values that are split between one text and the next.
    fn across(&mut self, texts: &[Reading], all: &mut [Vec<Place>]) {
        let joined: String = texts.iter().map(|reading| reading.text.as_str()).collect();
        let mut found = Vec::new();
        tokens::find(&joined, &self.tables, &mut found);
        let mut hits: Vec<Place> = Vec::new();
        for found in found {
            let raw = piece(&joined, found.span.start, found.span.end);
            hits.push(Place { span: found.span, value: self.values.learn(found.kind, raw) });
        }
        hits.extend(self.values.find(&joined));
        let mut start = 0;
        for (Reading { text, .. }, own) in texts.iter().zip(all) {
            let end = start + text.len();
            let done = super::placeholders(text);
            let crossing = |hit: &&Place| {
                hit.span.start < end && hit.span.end > start && (hit.span.start < start || hit.span.end > end)
            };
            let here = hits.iter().filter(crossing).map(|hit| Place {
                span: Span::new(hit.span.start.max(start) - start, hit.span.end.min(end) - start),
                value: hit.value,
            });
            own.extend(here.filter(|hit| !super::is_within(hit.span, &done)));
            *own = united(std::mem::take(own));
            start = end;
        }
    }

    fn located(&self, at: usize, text: &str, hits: &[Place]) -> Vec<Finding> {
        let (mut line, mut column, mut done) = (1, 1, 0);
        let locate = |hit: &Place| {
            let mut between = piece(text, done, hit.span.start);
            done = hit.span.start;
            while let Some((_, behind)) = between.split_once('\n') {
                (line, column, between) = (line + 1, 1, behind);
            }
            column += between.chars().count();
            Finding { kind: self.values.kind(hit.value).to_owned().into(), text: at, line, column }
        };
        hits.iter().map(locate).collect()
    }

    fn replace(&mut self, reading: &mut Reading, hits: &[Place]) {
        let mut out = String::with_capacity(reading.text.len());
        let mut torn = Vec::new();
        let mut done = 0;
        for hit in hits {
            let number = self.values.number(hit.value);
            out.push_str(piece(&reading.text, done, hit.span.start));
            let start = out.len();
            let _ = write!(out, "[REDACTED:{}:{number}]", self.values.kind(hit.value));
            if !is_smooth(&reading.text, hit.span) {
                torn.push(Span::new(start, out.len()));
            }
            done = hit.span.end;
        }
        out.push_str(piece(&reading.text, done, reading.text.len()));
        reading.text = out;
        reading.parts = surroundings(&reading.text, &torn);
    }
}

/// A text and the parts of it to scan.
struct Reading {
    text: String,
    dialect: Option<Dialect>,
    /// The whole text at first; later only the surroundings of replaced values.
    parts: Vec<Span>,
}

impl Reading {
    fn new(text: String, dialect: Option<Dialect>) -> Self {
        Self { parts: vec![Span::new(0, text.len())], text, dialect }
    }
}

/// Returns whether replacing the value leaves the words around it unchanged: it is a whole word without
/// quotes, blanks or separators.
fn is_smooth(text: &str, span: Span) -> bool {
    let value = piece(text, span.start, span.end);
    let mut before = piece(text, 0, span.start).chars().rev();
    let before = (before.next().unwrap_or(' '), before.next().unwrap_or(' '));
    let behind = piece(text, span.end, text.len()).chars().next().unwrap_or(' ');
    let is_inner = |byte: u8| byte.is_ascii_alphanumeric() || b"_-.+/@%!~^*".contains(&byte);
    // also `-pX`
    (before.0.is_whitespace() || "\"'`=:/(,;".contains(before.0) || before.1 == '-')
        && (behind.is_whitespace() || behind.is_control() || "\"'`@&),;".contains(behind))
        && value.bytes().all(is_inner)
        && !value.contains("--")
}

/// Number of preceding lines that may affect how a line is read: `chpasswd <<EOF`.
const ABOVE: usize = 8;

/// Returns the lines of these places, the preceding lines that may affect them, and the line below.
fn surroundings(text: &str, places: &[Span]) -> Vec<Span> {
    let mut around: Vec<Span> = Vec::new();
    for place in places {
        if around.last().is_some_and(|last| place.end <= last.end) {
            continue;
        }
        let before = piece(text, 0, place.start).rmatch_indices('\n').nth(ABOVE);
        let behind = piece(text, place.end, text.len()).match_indices('\n').nth(1);
        let start = before.map_or(0, |(newline, _)| newline + 1);
        let end = behind.map_or(text.len(), |(newline, _)| place.end + newline);
        match around.last_mut().filter(|last| start <= last.end) {
            Some(last) => last.end = end,
            None => around.push(Span::new(start, end)),
        }
    }
    around
}

/// Sorts hits and merges overlapping ones.
fn united(mut hits: Vec<Place>) -> Vec<Place> {
    hits.sort_by_key(|hit| (hit.span.start, std::cmp::Reverse(hit.span.end)));
    let mut out: Vec<Place> = Vec::with_capacity(hits.len());
    for hit in hits {
        match out.last_mut().filter(|last| hit.span.start < last.span.end) {
            Some(last) => last.span.end = last.span.end.max(hit.span.end),
            None => out.push(hit),
        }
    }
    out
}
