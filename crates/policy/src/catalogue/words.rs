//! The arguments of a command as its program reads them: options with their values, operands.

use super::compiled::{Flag, Grammar};
use crate::{Field, UNKNOWN};
use facts::glob::stars;

/// Maximum number of arguments examined, each against hundreds of patterns; a longer list is truncated.
pub const MAX_WORDS: usize = 1_024;

/// Maximum length of a cluster of letters, in bytes.
const MAX_CLUSTER: usize = 256;

/// One option as written; a cluster of letters is not split.
#[derive(Debug, Clone, Copy)]
pub struct Given<'a> {
    name: &'a str,
    value: Option<&'a str>,
    /// Its index among the arguments.
    pub place: usize,
}

/// A word that is not an option.
#[derive(Debug, Clone, Copy)]
pub struct Operand<'a> {
    pub text: &'a str,
    /// It may also be the value of the option before it, or nothing at all.
    pub may_be_value: bool,
    /// Its index among the arguments.
    pub place: usize,
}

/// The arguments of one command.
#[derive(Debug)]
pub struct Words<'a> {
    grammar: &'a Grammar,
    pub given: Vec<Given<'a>>,
    pub operands: Vec<Operand<'a>>,
}

fn listed(list: &[String], name: &str) -> bool {
    list.iter().any(|known| known == name)
}

impl<'a> Words<'a> {
    /// Parses the arguments. `prefix`: words that the program's name stands for (`docker-compose`).
    pub fn new(prefix: &'a [String], arguments: &'a [Field], grammar: &'a Grammar) -> Self {
        let mut words = Self { grammar, given: Vec::new(), operands: Vec::new() };
        let implied = prefix.iter().map(|text| Operand { text, may_be_value: false, place: 0 });
        words.operands.extend(implied);
        let mut only_operands = false;
        let mut after = Next::Operand;
        for (place, field) in arguments.iter().enumerate().take(MAX_WORDS) {
            let text = field.text.as_str();
            if after == Next::Value {
                if let Some(last) = words.given.last_mut() {
                    last.value = Some(text);
                }
                after = Next::Operand;
            } else if !only_operands && text == "--" {
                only_operands = true;
                words.given.push(Given { name: text, value: None, place });
                after = Next::Operand;
            } else if !only_operands
                && text.len() > 1
                && text.starts_with(['-', '+'])
                && words.is_option(text)
            {
                after = words.option(text, place);
            } else {
                let may_be_value = after == Next::PerhapsValue || text.starts_with(UNKNOWN);
                if after == Next::PerhapsValue
                    && let Some(last) = words.given.last_mut()
                {
                    last.value = Some(text);
                }
                words.operands.push(Operand { text, may_be_value, place });
                after = Next::Operand;
            }
        }
        words
    }

    /// Returns whether it is an option; `+` begins one only if the grammar lists it.
    fn is_option(&self, text: &str) -> bool {
        text.starts_with('-') || listed(&self.grammar.switches, text) || listed(&self.grammar.valued, text)
    }

    /// Records an option; returns what the next word is.
    fn option(&mut self, text: &'a str, place: usize) -> Next {
        if text.starts_with("--") || self.grammar.single_dash || text.starts_with('+') {
            let (name, value) = match text.split_once('=') {
                Some((name, value)) => (name, Some(value)),
                None => (text, None),
            };
            self.given.push(Given { name, value, place });
            return match value {
                Some(_) => Next::Operand,
                None => self.behind(name),
            };
        }
        let text = text.get(..MAX_CLUSTER).unwrap_or(text);
        self.given.push(Given { name: text, value: None, place });
        if listed(&self.grammar.switches, text) {
            return Next::Operand;
        }
        if listed(&self.grammar.valued, text) {
            return Next::Value;
        }
        let mut known = true;
        let mut rest = text.get(1..).unwrap_or_default().chars();
        while let Some(letter) = rest.next() {
            if self.is_letter(&self.grammar.valued, letter) {
                let value = rest.as_str();
                if value.is_empty() {
                    return Next::Value;
                }
                if let Some(last) = self.given.last_mut() {
                    last.value = Some(value.strip_prefix('=').unwrap_or(value));
                }
                return Next::Operand;
            }
            known &= self.is_letter(&self.grammar.switches, letter);
        }
        if known { Next::Operand } else { Next::PerhapsValue }
    }

    fn is_letter(&self, list: &[String], letter: char) -> bool {
        let mut buffer = [0; 4];
        let letter: &str = letter.encode_utf8(&mut buffer);
        list.iter().any(|known| known.strip_prefix('-') == Some(letter))
    }

    /// Returns what follows a long option without `=`.
    fn behind(&self, name: &str) -> Next {
        let grammar = self.grammar;
        let is_in = |list: &[String]| {
            listed(list, name) || grammar.single_dash && listed(list, name.strip_prefix('-').unwrap_or(name))
        };
        if is_in(&grammar.valued) {
            return Next::Value;
        }
        if is_in(&grammar.switches) {
            return Next::Operand;
        }
        if grammar.abbreviations {
            let could_be = |list: &[String]| list.iter().any(|known| known.starts_with(name));
            return match (could_be(&grammar.valued), could_be(&grammar.switches)) {
                (true, false) => Next::Value,
                (false, true) => Next::Operand,
                _ => Next::PerhapsValue,
            };
        }
        Next::PerhapsValue
    }

    /// Returns whether it only asks for help.
    pub fn asks_help(&self) -> bool {
        self.given
            .iter()
            .any(|given| given.name == "--help" || self.grammar.single_dash && given.name == "-help")
    }

    /// Returns whether the flag is given and not revoked.
    pub fn has(&self, flag: &Flag) -> bool {
        self.place_of(flag).is_some()
    }

    /// Returns the last option that gives the flag; `None` if it is absent or revoked.
    pub fn place_of(&self, flag: &Flag) -> Option<usize> {
        let mut place = None;
        for given in &self.given {
            match self.gives(given, flag) {
                Some(true) => place = Some(given.place),
                Some(false) if flag.value.is_none() => place = None,
                _ => {}
            }
        }
        place
    }

    /// Returns whether the option gives the flag; `Some(false)`: it revokes the flag.
    fn gives(&self, given: &Given<'_>, flag: &Flag) -> Option<bool> {
        let is_it = self.names(given, &flag.name);
        if !is_it {
            let taken_back = self.grammar.abbreviations
                && given
                    .name
                    .strip_prefix("--no-")
                    .is_some_and(|name| flag.name.strip_prefix("--") == Some(name));
            return taken_back.then_some(false);
        }
        match (&flag.value, given.value) {
            (Some(patterns), Some(value)) => Some(patterns.iter().any(|pattern| stars(pattern, value, true))),
            (Some(_), None) => Some(false),
            (None, Some("false" | "none" | "no" | "off"))
                if given.name.starts_with("--") || self.grammar.single_dash =>
            {
                Some(false)
            }
            (None, _) => Some(true),
        }
    }

    /// Returns whether this is the option of that name, alone, abbreviated, or in a cluster.
    fn names(&self, given: &Given<'_>, name: &str) -> bool {
        let same =
            |a: &str, b: &str| if self.grammar.ignore_case { a.eq_ignore_ascii_case(b) } else { a == b };
        if same(given.name, name) {
            return true;
        }
        if self.grammar.single_dash {
            return same(given.name.trim_start_matches('-'), name.trim_start_matches('-'));
        }
        if given.name.starts_with("--") {
            return self.grammar.abbreviations
                && given.name.len() > 2
                && name.starts_with(given.name)
                && !listed(&self.grammar.switches, given.name)
                && !listed(&self.grammar.valued, given.name);
        }
        let mut letters = name.strip_prefix('-').unwrap_or_default().chars();
        let (Some(wanted), None) = (letters.next(), letters.next()) else { return false };
        for letter in given.name.get(1..).unwrap_or_default().chars() {
            if letter == wanted {
                return true;
            }
            if self.is_letter(&self.grammar.valued, letter) {
                return false;
            }
        }
        false
    }
}

/// Role of the next word.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Next {
    Operand,
    Value,
    PerhapsValue,
}
