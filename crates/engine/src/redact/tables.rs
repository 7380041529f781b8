//! The tables that say what a secret is: those of `data/secrets`, and the user's own.

use std::borrow::Cow;

use super::arguments::Argument;
use super::pattern;
use crate::stored;

pub mod load;

// `FORMS`: (literal, bytes before it, pattern, kind), sorted, from `data/secrets/*.toml`; `FILES`: the files.
include!(concat!(env!("OUT_DIR"), "/secrets.rs"));

/// The form of a token.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Form {
    /// Its first literal text.
    pub anchor: Cow<'static, str>,
    /// Bytes before that.
    pub lead: usize,
    pub pattern: Cow<'static, str>,
    pub kind: Cow<'static, str>,
}

impl Form {
    /// `ghp_` and so many letters behind it are a token also in the midst of a word, as is what begins
    /// with no letter at all.
    pub fn is_unmistakable(&self) -> bool {
        let letters = self.anchor.bytes().filter(u8::is_ascii_alphabetic).count();
        self.lead == 0
            && (self.anchor.ends_with('_') && letters > 2
                || !self.anchor.starts_with(|c: char| c.is_ascii_alphanumeric()))
    }
}

/// The built-in tables, and what the user's files add.
#[derive(Debug, Clone)]
pub struct Tables {
    /// Sorted by their literals.
    forms: Vec<Form>,
    /// Which two bytes begin a literal.
    beginnings: Vec<u64>,
    /// The user's.
    pub(super) arguments: Vec<Argument>,
}

impl Default for Tables {
    fn default() -> Self {
        let forms = FORMS.iter().map(|(anchor, lead, pattern, kind)| Form {
            anchor: Cow::Borrowed(anchor),
            lead: *lead,
            pattern: Cow::Borrowed(pattern),
            kind: Cow::Borrowed(kind),
        });
        let mut tables =
            Self { forms: forms.collect(), beginnings: vec![0; (1 << 16) / 64], arguments: Vec::new() };
        for at in 0..tables.forms.len() {
            tables.note(at);
        }
        tables
    }
}

/// Every built-in file as it is.
#[must_use]
pub fn built_in_files() -> Vec<stored::File> {
    stored::files(include_bytes!(concat!(env!("OUT_DIR"), "/secret_files.bin")))
}

impl Tables {
    fn note(&mut self, at: usize) {
        let anchor = self.forms.get(at).map(|form| form.anchor.as_bytes()).unwrap_or_default();
        let (word, bit) = place(anchor);
        if let Some(word) = self.beginnings.get_mut(word) {
            *word |= bit;
        }
    }

    fn add_form(&mut self, id: &str, pattern: &str) {
        let Some((lead, anchor)) = pattern::anchor(pattern) else { return };
        let form = Form {
            anchor: Cow::Owned(anchor.to_owned()),
            lead,
            pattern: Cow::Owned(pattern.to_owned()),
            kind: Cow::Owned(id.replace('/', "-")),
        };
        let at = self.forms.partition_point(|other| *other < form);
        self.forms.insert(at, form);
        self.note(at);
    }

    pub(super) fn may_begin(&self, two: &[u8]) -> bool {
        let (word, bit) = place(two);
        self.beginnings.get(word).is_some_and(|word| word & bit != 0)
    }

    /// Those whose literal `text` begins with.
    pub(super) fn forms(&self, text: &str) -> impl Iterator<Item = &Form> {
        let two = text.as_bytes().get(..2).unwrap_or_default();
        let from = self.forms.partition_point(|form| form.anchor.as_bytes() < two);
        let near =
            self.forms.iter().skip(from).take_while(move |form| form.anchor.as_bytes().starts_with(two));
        near.filter(move |form| text.starts_with(&*form.anchor))
    }
}

fn place(two: &[u8]) -> (usize, u64) {
    let value = |at| two.get(at).map_or(0, |byte| usize::from(*byte));
    let value = value(0) << 8 | value(1);
    (value / 64, 1 << (value % 64))
}
