//! Tables of secret patterns and arguments, from `data/secrets` and from the user.

use std::borrow::Cow;

use super::pattern;

mod argument;
pub mod load;

pub use argument::Argument;

// `FORMS`: (literal, bytes before it, pattern, kind), sorted, from `data/secrets/*.toml`; `FILES`: the files.
include!(concat!(env!("OUT_DIR"), "/secrets.rs"));

/// The pattern of a token.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Form {
    /// First literal of the pattern.
    pub anchor: Cow<'static, str>,
    /// Number of bytes before the literal.
    pub lead: usize,
    pub pattern: Cow<'static, str>,
    pub kind: Cow<'static, str>,
}

impl Form {
    /// Returns whether the token is recognised even inside a word: its literal is as distinctive as `ghp_`,
    /// or does not begin with a letter or digit.
    pub fn is_unmistakable(&self) -> bool {
        let letters = self.anchor.bytes().filter(u8::is_ascii_alphabetic).count();
        self.lead == 0
            && (self.anchor.ends_with('_') && letters > 2
                || !self.anchor.starts_with(|c: char| c.is_ascii_alphanumeric()))
    }

    /// Returns whether the literal alone identifies the issuer, even before a key of another length:
    /// `sk-ant-api03-`. False before hexadecimal digits, which may be a hash.
    pub fn names_its_maker(&self) -> bool {
        self.anchor.len() >= 3 && self.anchor.ends_with(['-', '_']) && pattern::has_all_letters(&self.pattern)
    }
}

/// The built-in tables and the entries of the user's files.
#[derive(Debug, Clone)]
pub struct Tables {
    /// Sorted by the place of their literals.
    forms: Vec<Form>,
    /// For each place, the number of `forms` before it.
    before: Vec<u32>,
    /// The user's arguments.
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
        let mut tables = Self { forms: forms.collect(), before: Vec::new(), arguments: Vec::new() };
        tables.sort();
        tables
    }
}

/// Returns the built-in files, unchanged.
pub fn built_in_files() -> Vec<datafiles::File> {
    datafiles::files(include_bytes!(concat!(env!("OUT_DIR"), "/secret_files.bin")))
}

impl Tables {
    fn sort(&mut self) {
        self.forms.sort_by_key(|form| place(form.anchor.as_bytes()));
        let mut places = self.forms.iter().map(|form| place(form.anchor.as_bytes())).peekable();
        let mut count = 0;
        self.before = (0..=PLACES)
            .map(|at| {
                while places.next_if(|place| *place < at).is_some() {
                    count += 1;
                }
                count
            })
            .collect();
    }

    fn add_form(&mut self, id: &str, pattern: &str) {
        let Some((lead, anchor)) = pattern::anchor(pattern) else { return };
        let form = Form {
            anchor: Cow::Owned(anchor.to_owned()),
            lead,
            pattern: Cow::Owned(pattern.to_owned()),
            kind: Cow::Owned(id.replace('/', "-")),
        };
        self.forms.push(form);
        self.sort();
    }

    /// Returns the forms whose literal may begin with these two bytes.
    pub(super) fn forms(&self, two: &[u8]) -> &[Form] {
        let place = place(two);
        match self.before.get(place..place + 2) {
            Some([from, to]) if from < to => self.forms.get(*from as usize..*to as usize).unwrap_or_default(),
            _ => &[],
        }
    }
}

/// Number of places: buckets of literals by their first two bytes.
const PLACES: usize = 1 << 12;

fn place(text: &[u8]) -> usize {
    match text {
        [first, second, ..] => usize::from(*first) % 64 * 64 + usize::from(*second) % 64,
        _ => 0,
    }
}
