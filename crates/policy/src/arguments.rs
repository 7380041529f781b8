//! Options and operands of a command.

use super::field::{Field, Invocation};
use facts::glob::stars;

/// Words of a table.
pub type Words = &'static [&'static str];

impl<'a> Invocation<'a> {
    /// The arguments as texts.
    pub fn texts(&self) -> impl Iterator<Item = &'a str> + Clone {
        self.arguments.iter().map(|field| field.text.as_str())
    }

    /// Returns the first argument, or an empty text without arguments.
    pub fn first(&self) -> &'a str {
        self.texts().next().unwrap_or("")
    }

    /// Returns the arguments from this position on.
    pub fn tail(&self, from: usize) -> &'a [Field] {
        self.arguments.get(from..).unwrap_or_default()
    }

    /// The arguments that do not begin with a dash.
    pub fn undashed(&self) -> impl Iterator<Item = &'a Field> + Clone {
        self.arguments.iter().filter(|field| !field.text.starts_with('-'))
    }

    /// The position of the first argument that is one of these words.
    pub fn find(&self, words: &[&str]) -> Option<usize> {
        self.texts().position(|text| words.contains(&text))
    }
}

/// Returns whether one of the arguments is one of these words.
pub fn has_word(at: &Invocation<'_>, words: &[&str]) -> bool {
    at.find(words).is_some()
}

/// Returns whether one of the arguments fits one of these patterns.
pub fn fits_any(at: &Invocation<'_>, patterns: &[&str]) -> bool {
    at.texts().any(|text| patterns.iter().any(|pattern| stars(pattern, text, false)))
}

/// Returns whether an option is given: `-r`, also within `-rf`; `--recursive`, also abbreviated.
pub fn has(at: &Invocation<'_>, letters: &[char], long: &[&str]) -> bool {
    let end = at.arguments.iter().position(|field| field.text == "--").unwrap_or(at.arguments.len());
    at.arguments.iter().take(end).any(|field| is_option(&field.text, letters, long))
}

fn is_option(text: &str, letters: &[char], long: &[&str]) -> bool {
    if let Some(name) = text.strip_prefix("--") {
        let name = name.split('=').next().unwrap_or(name);
        return !name.is_empty()
            && long.iter().any(|long| *long == name || name.len() >= 3 && long.starts_with(name));
    }
    text.strip_prefix('-').is_some_and(|cluster| cluster.chars().any(|letter| letters.contains(&letter)))
}

/// Returns the non-option words, and all words after `--`.
pub fn operands<'f>(at: &Invocation<'f>) -> Vec<&'f Field> {
    operands_with(at, &[])
}

/// Does the same if some options take the next word.
pub fn operands_with<'f>(at: &Invocation<'f>, valued: &[&str]) -> Vec<&'f Field> {
    let mut list = Vec::new();
    let mut ended = false;
    let mut fields = at.arguments.iter();
    while let Some(field) = fields.next() {
        let text = field.text.as_str();
        if !ended && text == "--" {
            ended = true;
        } else if !ended && text.starts_with('-') && text.len() > 1 {
            if valued.contains(&text) {
                fields.next();
            }
        } else {
            list.push(field);
        }
    }
    list
}

/// Returns the value of an option: the next word, after `=`, or (one letter) in the same word.
pub fn value<'f>(at: &Invocation<'f>, options: &[&str]) -> Option<&'f str> {
    values(at, options).into_iter().next()
}

pub fn values<'f>(at: &Invocation<'f>, options: &[&str]) -> Vec<&'f str> {
    let mut list = Vec::new();
    for (place, field) in at.arguments.iter().enumerate() {
        let text = field.text.as_str();
        for option in options {
            if text == *option {
                list.extend(at.arguments.get(place + 1).map(|next| next.text.as_str()));
            } else if let Some(rest) = text.strip_prefix(option) {
                if let Some(value) = rest.strip_prefix('=') {
                    list.push(value);
                } else if option.len() == 2 && !option.starts_with("--") && !rest.is_empty() {
                    list.push(rest);
                }
            } else if is_cluster_with(text, option) {
                list.extend(at.arguments.get(place + 1).map(|next| next.text.as_str()));
            }
        }
    }
    list
}

/// Matches `-fsSLo`: a cluster of letters whose last one takes the next word.
fn is_cluster_with(text: &str, option: &str) -> bool {
    option.len() == 2
        && (3..8).contains(&text.len())
        && text.starts_with('-')
        && text.bytes().skip(1).all(|byte| byte.is_ascii_alphabetic())
        && text.chars().next_back() == option.chars().next_back()
}
