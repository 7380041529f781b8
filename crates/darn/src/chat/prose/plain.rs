//! The words of a line that may be prose.

use programs::Role;
use syntax::QuoteStyle;

use super::typed::Typed;
use super::words::{self, PREPOSITION};

/// The words behind the first, without quotes and without the marks at their ends.
pub struct Plain<'l> {
    line: &'l Typed<'l>,
    words: Vec<String>,
    /// Words of English that the program knows.
    known: [&'static [&'static str]; 2],
    has_subcommand: bool,
}

impl<'l> Plain<'l> {
    pub fn of(line: &'l Typed<'l>) -> Self {
        // `cd My Music` has a name; `WHY IS IT` has none
        let shouts = !line.text.contains(|c: char| c.is_ascii_lowercase());
        let read = |word: &str| {
            let word = word.trim_matches(['?', '!', '.', ',', ';', ':', '"']);
            if shouts || word.starts_with('I') { word.to_lowercase() } else { word.to_owned() }
        };
        let words = if line.script.issues.is_empty() && !line.has_contraction {
            let told = line.told().into_iter().filter(|word| word.quote == QuoteStyle::Bare);
            told.map(|word| read(&word.value)).collect()
        } else {
            line.words.iter().skip(1).map(|word| read(word)).collect()
        };
        let known = [line.first(), line.name()].map(|name| programs::details(name).words);
        Self { line, words, known, has_subcommand: line.has_subcommand() }
    }

    pub fn words(&self) -> impl Iterator<Item = (usize, &str)> {
        self.words.iter().map(String::as_str).enumerate()
    }

    /// The places of the words that hold a sentence together.
    pub fn function(&self) -> Vec<(usize, &str)> {
        self.words().filter(|(at, word)| self.is_function(*at, word)).collect()
    }

    fn is_function(&self, at: usize, word: &str) -> bool {
        // `cp a b`: a name, not an article
        let is_name = matches!(word, "a" | "i")
            && self.words.get(at + 1).is_none_or(|next| next.len() < 2 || next.starts_with('-'));
        let is_known = self.line.exists(word)
            || self.known.iter().any(|known| known.contains(&word))
            || self.has_subcommand && at == 0;
        let is_value = || self.before(at).is_some_and(|option| self.line.takes_value(option));
        words::is_function(word) && !is_name && !is_known && !is_value()
    }

    /// Returns whether a function word is certainly no operand: `the`, `I`, and `in` of `the bug in main.py`.
    pub fn is_strong(&self, at: usize, word: &str) -> bool {
        let names_file = || {
            PREPOSITION.has(word)
                && !self.line.is(Role::PatternFirst)
                && self.words.get(at + 1).is_some_and(|next| self.line.exists(next))
        };
        words::is_strong(word) || word == "i" && self.line.words.contains(&"I") || names_file()
    }

    /// Returns whether an option is before it, and so it may be its value: `grep -c is README.md`.
    pub fn may_be_value(&self, at: usize) -> bool {
        self.before(at).is_some_and(|before| {
            before.starts_with('-') && before.ends_with(|c: char| c.is_ascii_alphabetic())
        })
    }

    fn before(&self, at: usize) -> Option<&String> {
        self.words.get(at.checked_sub(1)?)
    }
}
