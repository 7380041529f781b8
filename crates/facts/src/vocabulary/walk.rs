//! Finds the deepest known subcommand of a command, and its options and operands.

use syntax::Command;

use super::{Child, Opt, Vocabulary, find};
use crate::world::World;

/// Result of a walk through the vocabulary.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Walk<'a> {
    /// The known subcommands, outermost first, by their full names (`i` is `install`).
    pub path: Vec<&'a str>,
    /// Index in [`Command::words`] of each word of `path`.
    pub words: Vec<usize>,
    /// Index of the first word that should be a subcommand but is not.
    pub unknown: Option<usize>,
    /// Index of the first word that may be an operand or a subcommand, but is not a known subcommand.
    pub open: Option<usize>,
}

/// Walks a command (after `sudo` and the like) to its deepest known subcommand; returns `None` for a program
/// without a vocabulary.
pub fn walk<'a>(command: &Command, world: &'a dyn World) -> Option<Walk<'a>> {
    find(command.program_name()?, world)?.walk_command(command)
}

/// Returns the indices in [`Command::words`] of the operands after the deepest subcommand: neither options
/// nor their values. `--` ends the options and is not an operand.
pub fn operands(command: &Command, world: &dyn World) -> Vec<usize> {
    arguments(command, world).operands
}

/// Role of each word: indices in [`Command::words`].
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Arguments {
    /// Words that begin with a dash and are not values; a cluster is one word.
    pub options: Vec<usize>,
    pub operands: Vec<usize>,
}

/// Separates options, their values and operands, as far as the vocabulary knows which options take values.
pub fn arguments(command: &Command, world: &dyn World) -> Arguments {
    let mut found = Arguments::default();
    let Some(program) = command.program() else { return found };
    let vocabulary = command.program_name().and_then(|name| find(name, world));
    let walk = vocabulary.and_then(|words| words.walk_command(command)).unwrap_or_default();
    let mut options: Vec<Opt<'_>> = Vec::new();
    if let Some(vocabulary) = vocabulary {
        let above = (0..=walk.path.len()).filter_map(|length| walk.path.get(..length));
        options.extend(above.flat_map(|path| vocabulary.options(path)));
    }
    let start = walk.words.last().copied().unwrap_or(program) + 1;
    let mut value_next = false;
    let mut only_operands = false;
    for (at, word) in command.words.iter().enumerate().skip(program + 1) {
        let value = word.value.as_str();
        if std::mem::take(&mut value_next) {
            continue;
        }
        if only_operands || !value.starts_with('-') || value == "-" {
            if at >= start {
                found.operands.push(at);
            }
        } else if value == "--" {
            only_operands = true;
        } else {
            found.options.push(at);
            value_next = takes_next(value, &options).0;
        }
    }
    found
}

impl<'a> Vocabulary<'a> {
    /// Does the same as [`walk`] for a command of this vocabulary.
    pub fn walk_command(&self, command: &Command) -> Option<Walk<'a>> {
        let first = command.program()? + 1;
        let words =
            command.words.get(first..)?.iter().map(|word| (!word.dynamic).then_some(word.value.as_str()));
        let mut walk = self.walk(words);
        for at in walk.words.iter_mut().chain(&mut walk.unknown).chain(&mut walk.open) {
            *at += first;
        }
        Some(walk)
    }

    /// Walks the words after the program; a `None` is a word with an unknown value.
    pub(super) fn walk<'w>(&self, words: impl Iterator<Item = Option<&'w str>>) -> Walk<'a> {
        let mut walk = Walk::default();
        let mut key: &'a str = "";
        let mut options: Vec<Opt<'a>> = Vec::new(); // of `key` and its parents, once needed
        let mut listed: Option<&str> = None;
        let mut value_next = false; // the word is the value of the option before it
        let mut value_maybe = false; // … if that unknown option takes one
        for (at, word) in words.enumerate() {
            if std::mem::take(&mut value_next) {
                continue;
            }
            let maybe = std::mem::take(&mut value_maybe);
            let Some(word) = word else { return walk };
            if word == "--" || !self.has_children(key) {
                return walk;
            }
            if word.starts_with('-') && word.len() > 1 {
                if listed != Some(key) {
                    options = (0..=walk.path.len())
                        .filter_map(|n| walk.path.get(..n))
                        .flat_map(|path| self.options(path))
                        .collect();
                    listed = Some(key);
                }
                (value_next, value_maybe) = takes_next(word, &options);
                continue;
            }
            if key.is_empty() && word.starts_with('+') {
                continue; // cargo +nightly
            }
            match self.child(key, word) {
                Child::Is(path) => {
                    key = path;
                    walk.path = path.split(' ').collect();
                    walk.words.push(at);
                }
                Child::Beginning => return walk,
                Child::None if maybe => {}
                Child::None => {
                    let operands = self.line(key).is_some_and(|line| line.rest.starts_with('.'));
                    let place = if operands { &mut walk.open } else { &mut walk.unknown };
                    *place = (!word.is_empty()).then_some(at);
                    return walk;
                }
            }
        }
        walk
    }
}

/// Returns whether the next word belongs to this option certainly, and possibly.
fn takes_next(word: &str, options: &[Opt<'_>]) -> (bool, bool) {
    if let Some(option) = options.iter().rev().find(|option| option.name == word) {
        return (option.takes_value, false);
    }
    if word.contains('=') {
        return (false, false);
    }
    let letters = word.get(1..).unwrap_or_default();
    if letters.starts_with('-') {
        return (false, true);
    }
    // `-xzf`: the first letter with a value takes the rest, or the next word if it is the last
    for (at, letter) in letters.char_indices() {
        let Some(option) = options
            .iter()
            .rev()
            .find(|option| option.name.strip_prefix('-').is_some_and(|name| name.chars().eq([letter])))
        else {
            return (false, true);
        };
        if option.takes_value {
            return (at + letter.len_utf8() == letters.len(), false);
        }
    }
    (false, false)
}
