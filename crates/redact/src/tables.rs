//! Tables of secret patterns and arguments, from `data/secrets` and from the user.

use std::borrow::Cow;

use super::pattern;
use super::place::{before, place};

mod argument;
pub mod load;

pub use argument::Argument;

// `FORMS`: the patterns from `data/secrets/*.toml`, sorted by the place of their literals; `BEFORE`: for each place, the
// number of forms before it.
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
    forms: Cow<'static, [Form]>,
    /// For each place, the number of `forms` before it.
    before: Cow<'static, [u32]>,
    /// The user's arguments.
    pub(super) arguments: Vec<Argument>,
}

/// The built-in tables, without a copy: a hint needs them for its entry in the audit log.
impl Default for Tables {
    fn default() -> Self {
        Self { forms: Cow::Borrowed(FORMS), before: Cow::Borrowed(BEFORE), arguments: Vec::new() }
    }
}

/// Returns the built-in files, unchanged.
pub fn built_in_files() -> Vec<datafiles::File> {
    datafiles::files(include_bytes!(concat!(env!("OUT_DIR"), "/secret_files.bin")))
}

impl Tables {
    fn add_form(&mut self, id: &str, pattern: &str) {
        let Some((lead, anchor)) = pattern::anchor(pattern) else { return };
        let form = Form {
            anchor: Cow::Owned(anchor.to_owned()),
            lead,
            pattern: Cow::Owned(pattern.to_owned()),
            kind: Cow::Owned(id.replace('/', "-")),
        };
        let forms = self.forms.to_mut();
        forms.push(form);
        forms.sort_by_key(|form| place(form.anchor.as_bytes()));
        let places = forms.iter().map(|form| place(form.anchor.as_bytes()));
        self.before = Cow::Owned(before(places));
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
