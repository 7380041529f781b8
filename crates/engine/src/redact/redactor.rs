//! Texts in, texts without secrets out: the same value has the same number in all of them.

use std::fmt::{self, Write as _};

use syntax::{Dialect, Span};

use super::known::{Kind, Values};
use super::visible::{Visible, with_escape};
use super::{Identity, Redacted, Tables, detect, piece, tokens};

/// Something made of texts, such as a prompt.
pub trait Texts {
    /// Hands out every text once, in an order that is always the same; with the shell that it is for,
    /// where it is a command line and nothing else.
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

/// A secret that was replaced: what and where, never the secret.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
pub struct Finding {
    /// `password`, `github-token` …
    pub kind: Kind,
    /// Which of the texts, from 0.
    #[serde(skip)]
    pub text: usize,
    /// From 1.
    pub line: usize,
    /// In characters, from 1.
    pub column: usize,
}

/// Replaces secrets, remembers them, and sees to it that none leaves. One for each prompt, or for
/// each conversation: numbers and values are kept.
#[derive(Clone, Default)]
pub struct Redactor {
    pub(super) tables: Tables,
    pub(super) values: Values,
    identity: Option<Identity>,
}

/// Says nothing of the values.
impl fmt::Debug for Redactor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Redactor").finish_non_exhaustive()
    }
}

/// What is redacted is read again, in case that something new has come together, at most so often.
const MAX_ROUNDS: usize = 4;

impl Redactor {
    /// With the user's own tables; [`Tables::default`] has the built-in ones only.
    #[must_use]
    pub fn new(tables: Tables) -> Self {
        Self { tables, values: Values::default(), identity: None }
    }

    /// A value that is secret wherever it stands, in any of its forms: of the environment, of the
    /// settings. Short and ordinary ones (`root`) are not looked for.
    pub fn know(&mut self, kind: &str, value: &str) {
        let value = value.trim();
        if !super::names::is_placeholder(value) {
            self.values.learn(kind, value);
        }
    }

    /// From now on also replaces the names of the user, the machine and the home directory, after the
    /// secrets.
    pub fn anonymize(&mut self, identity: Identity) {
        self.identity = Some(identity);
    }

    /// Replaces the secrets of all texts. What was redacted before stays as it is.
    pub fn redact<T: Texts>(&mut self, mut value: T) -> Redacted<T> {
        let mut texts: Vec<(String, Option<Dialect>)> = Vec::new();
        value.each(&mut |text, dialect| texts.push((std::mem::take(text), dialect)));
        for (text, _) in &texts {
            self.values.skip_to(super::highest_number(text));
        }
        let mut findings = Vec::new();
        for _ in 0..MAX_ROUNDS {
            let hits = self.hits(&texts);
            if hits.iter().all(Vec::is_empty) {
                break;
            }
            for (at, ((text, _), hits)) in texts.iter_mut().zip(&hits).enumerate() {
                findings.extend(self.located(at, text, hits));
                *text = self.replaced(text, hits);
            }
        }
        if let Some(identity) = &self.identity {
            texts.iter_mut().for_each(|(text, _)| *text = identity.hidden(text));
        }
        let mut done = texts.into_iter();
        value.each(&mut |text, _| *text = done.next().unwrap_or_default().0);
        Redacted { value, findings }
    }

    /// What would be replaced in a text: sorted, without overlap.
    #[must_use]
    pub fn spans(&mut self, text: &str, dialect: Option<Dialect>) -> Vec<Span> {
        let hits = self.hits(&[(text.to_owned(), dialect)]);
        hits.into_iter().flatten().map(|hit| hit.span).collect()
    }

    /// What must go from each text: sorted, without overlap.
    fn hits(&mut self, texts: &[(String, Option<Dialect>)]) -> Vec<Vec<Hit>> {
        let mut all: Vec<Vec<Hit>> = Vec::new();
        let Self { tables, values, .. } = self;
        for (text, dialect) in texts {
            let learnt = detect::find(text, *dialect, tables).into_iter().map(|found| {
                let raw = piece(text, found.span.start, found.span.end);
                Hit { span: found.span, value: values.learn(found.kind, &Visible::of(raw).text) }
            });
            all.push(learnt.collect());
        }
        // only now is known what one text tells of another
        for (hits, (text, _)) in all.iter_mut().zip(texts) {
            let visible = Visible::of(text);
            let done = super::placeholders(text);
            let places = self.values.find(&visible.text).into_iter();
            let places = places.map(|place| Hit { span: visible.original(place.span), value: place.value });
            hits.extend(places.filter(|hit| !super::is_within(hit.span, &done)));
            if visible.text.len() < text.len() {
                let raw = self.values.find(text).into_iter();
                let raw = raw.map(|place| Hit { span: with_escape(text, place.span), value: place.value });
                hits.extend(raw.filter(|hit| !super::is_within(hit.span, &done)));
            }
            *hits = united(std::mem::take(hits));
        }
        if texts.len() > 1 {
            self.across(texts, &mut all);
        }
        all
    }

    /// Tokens and known values of which a part ends one text and the rest begins the next.
    fn across(&mut self, texts: &[(String, Option<Dialect>)], all: &mut [Vec<Hit>]) {
        let joined: String = texts.iter().map(|(text, _)| text.as_str()).collect();
        let mut found = Vec::new();
        tokens::find(&joined, &self.tables, &mut found);
        let mut hits: Vec<Hit> = Vec::new();
        for found in found {
            let raw = piece(&joined, found.span.start, found.span.end);
            hits.push(Hit { span: found.span, value: self.values.learn(found.kind, raw) });
        }
        hits.extend(
            self.values.find(&joined).into_iter().map(|place| Hit { span: place.span, value: place.value }),
        );
        let mut start = 0;
        for ((text, _), own) in texts.iter().zip(all) {
            let end = start + text.len();
            let done = super::placeholders(text);
            let crossing = |hit: &&Hit| {
                hit.span.start < end && hit.span.end > start && (hit.span.start < start || hit.span.end > end)
            };
            let here = hits.iter().filter(crossing).map(|hit| Hit {
                span: Span::new(hit.span.start.max(start) - start, hit.span.end.min(end) - start),
                value: hit.value,
            });
            own.extend(here.filter(|hit| !super::is_within(hit.span, &done)));
            *own = united(std::mem::take(own));
            start = end;
        }
    }

    fn located(&self, at: usize, text: &str, hits: &[Hit]) -> Vec<Finding> {
        let (mut line, mut start, mut done) = (1, 0, 0);
        let locate = |hit: &Hit| {
            for newline in memchr::memchr_iter(b'\n', piece(text, done, hit.span.start).as_bytes()) {
                line += 1;
                start = done + newline + 1;
            }
            done = hit.span.start;
            let column = piece(text, start, hit.span.start).chars().count() + 1;
            Finding { kind: self.values.kind(hit.value).to_owned().into(), text: at, line, column }
        };
        hits.iter().map(locate).collect()
    }

    fn replaced(&mut self, text: &str, hits: &[Hit]) -> String {
        let mut out = String::with_capacity(text.len());
        let mut done = 0;
        for hit in hits {
            let number = self.values.number(hit.value);
            out.push_str(piece(text, done, hit.span.start));
            let _ = write!(out, "[REDACTED:{}:{number}]", self.values.kind(hit.value));
            done = hit.span.end;
        }
        out.push_str(piece(text, done, text.len()));
        out
    }
}

/// A part of a text and the value that stands there.
#[derive(Debug, Clone, Copy)]
struct Hit {
    span: Span,
    value: usize,
}

/// Sorted, and what overlaps as one that covers both.
fn united(mut hits: Vec<Hit>) -> Vec<Hit> {
    hits.sort_by_key(|hit| (hit.span.start, std::cmp::Reverse(hit.span.end)));
    let mut out: Vec<Hit> = Vec::with_capacity(hits.len());
    for hit in hits {
        match out.last_mut().filter(|last| hit.span.start < last.span.end) {
            Some(last) => last.span.end = last.span.end.max(hit.span.end),
            None => out.push(hit),
        }
    }
    out
}
