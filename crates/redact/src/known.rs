//! Finds known secret values in a text, in any encoding, in one pass whose cost does not grow with the number
//! of values.

use std::borrow::Cow;
use std::collections::HashMap;

use syntax::Span;

use super::{back, encoded};

/// Kind of a secret: `password`, `github-token`.
pub type Kind = Cow<'static, str>;

/// Length of the n-gram by which a form is looked up.
const GRAM: usize = 6;
/// Bits of the filter that rules out grams that occur in no form.
const BITS: usize = 1 << 16;
/// Maximum number of positions tried for a form whose gram is rare.
const TRIED: usize = 16;

/// Known values, each with a fixed number.
#[derive(Clone, Default)]
pub struct Values {
    values: Vec<Value>,
    places: HashMap<String, usize>,
    forms: Vec<(encoded::Form, usize)>,
    /// Gram → the forms that contain it, with the offset in each.
    grams: HashMap<u64, Vec<(usize, usize)>>,
    filter: Vec<u64>,
    /// Highest number in use.
    last: usize,
}

#[derive(Clone)]
struct Value {
    kind: Kind,
    number: Option<usize>,
}

/// An occurrence of a known value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Place {
    pub span: Span,
    /// Index of the value, for [`Values::number`].
    pub value: usize,
}

impl Values {
    /// Adds a value and returns its index for [`Self::number`]; it is searched for elsewhere only if it is
    /// long and unusual enough not to be an ordinary word.
    pub fn learn(&mut self, kind: &str, value: &str) -> usize {
        if let Some(place) = self.places.get(value) {
            return *place;
        }
        let place = self.values.len();
        self.values.push(Value { kind: Kind::Owned(kind.to_owned()), number: None });
        self.places.insert(value.to_owned(), place);
        if is_telling(value) {
            for form in encoded::forms(value) {
                self.index(&form.text);
                self.forms.push((form, place));
            }
        }
        place
    }

    /// Indexes a form under its rarest gram, so that no gram leads to many forms.
    fn index(&mut self, form: &str) {
        let form_at = self.forms.len();
        self.filter.resize(BITS / 64, 0);
        let taken =
            |gram: u64| if self.may_hold(gram) { self.grams.get(&gram).map_or(0, Vec::len) } else { 0 };
        let step = (form.len().saturating_sub(GRAM) / TRIED).max(1);
        let mut rarest: Option<(usize, usize, u64)> = None;
        for (at, gram) in grams(form.as_bytes()).step_by(step) {
            let taken = taken(gram);
            if rarest.is_none_or(|(least, ..)| taken < least) {
                rarest = Some((taken, at, gram));
            }
            if taken == 0 {
                break;
            }
        }
        let Some((_, at, gram)) = rarest else { return };
        self.grams.entry(gram).or_default().push((form_at, at));
        let (word, bit) = bit(gram);
        if let Some(word) = self.filter.get_mut(word) {
            *word |= bit;
        }
    }

    fn may_hold(&self, gram: u64) -> bool {
        let (word, bit) = bit(gram);
        self.filter.get(word).is_some_and(|word| word & bit != 0)
    }

    /// Returns the number that replaces a value, from 1; equal values get equal numbers.
    pub fn number(&mut self, place: usize) -> usize {
        let Some(value) = self.values.get_mut(place) else { return 0 };
        *value.number.get_or_insert_with(|| {
            self.last += 1;
            self.last
        })
    }

    pub fn kind(&self, place: usize) -> &str {
        self.values.get(place).map_or("secret", |value| &value.kind)
    }

    /// Skips the numbers that a text already uses.
    pub fn skip_to(&mut self, number: usize) {
        self.last = self.last.max(number);
    }

    /// Finds all occurrences of known values; they may overlap.
    pub fn find(&self, text: &str) -> Vec<Place> {
        let mut found = Vec::new();
        if self.forms.is_empty() {
            return found;
        }
        grams(text.as_bytes()).filter(|(_, gram)| self.may_hold(*gram)).for_each(|(at, gram)| {
            for (form, offset) in self.grams.get(&gram).into_iter().flatten() {
                let Some((form, value)) = self.forms.get(*form) else { continue };
                let Some(start) = at.checked_sub(*offset) else { continue };
                let end = start + form.text.len();
                if text.as_bytes().get(start..end) == Some(form.text.as_bytes()) {
                    let span =
                        if form.is_part { word_of_base64(text, start, end) } else { Span::new(start, end) };
                    found.push(Place { span, value: *value });
                }
            }
        });
        found
    }
}

/// Returns whether a value is unusual enough to be searched for everywhere.
pub fn is_telling(value: &str) -> bool {
    let has_digit = value.bytes().any(|byte| byte.is_ascii_digit());
    let has_other = value.bytes().any(|byte| !byte.is_ascii_digit());
    value.len() >= 8 || value.len() >= GRAM && has_digit && has_other
}

/// Maximum number of bytes read on each side to find the ends of a base64 word.
const MAX_WORD: usize = 4096;

fn word_of_base64(text: &str, start: usize, end: usize) -> Span {
    let is_letter =
        |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'/' | b'-' | b'_' | b'=');
    let before = back(text, start, MAX_WORD);
    let behind = text.as_bytes().get(end..).unwrap_or_default();
    let left = before.bytes().rev().take_while(is_letter).count();
    let right = behind.iter().take(MAX_WORD).take_while(|byte| is_letter(byte)).count();
    Span::new(start - left, end + right)
}

fn grams(bytes: &[u8]) -> impl Iterator<Item = (usize, u64)> {
    let mut gram = 0;
    let whole = bytes.iter().map(move |byte| {
        gram = (gram << 8 | u64::from(*byte)) & ((1 << (8 * GRAM)) - 1);
        gram
    });
    whole.skip(GRAM - 1).enumerate()
}

/// Returns the word and bit of a gram in the filter.
fn bit(gram: u64) -> (usize, u64) {
    let hash = gram.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 48;
    (usize::try_from(hash / 64).unwrap_or(0), 1 << (hash % 64))
}
