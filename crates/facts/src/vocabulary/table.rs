//! Collects words for a vocabulary.

use std::collections::BTreeMap;
use std::fmt::Write as _;

/// Value of an option.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Takes {
    Nothing,
    /// An attached value only: `--color=always`, `-O2`.
    Attached,
    /// An attached value or the next word.
    Value,
}

/// Options and their values.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Options(pub BTreeMap<String, Takes>);

impl Options {
    /// Adds an option; the first source that knows its value wins.
    pub fn add(&mut self, name: &str, takes: Takes) {
        let entry = self.0.entry(name.to_owned()).or_insert(takes);
        if *entry == Takes::Nothing {
            *entry = takes;
        }
    }

    pub fn merge(&mut self, other: Options) {
        for (name, takes) in other.0 {
            self.add(&name, takes);
        }
    }

    /// Adds only new options: a usage line is less reliable about values than a list.
    pub fn fill(&mut self, other: Options) {
        for (name, takes) in other.0 {
            self.0.entry(name).or_insert(takes);
        }
    }

    /// Adds options in the notation of the data files.
    pub fn add_listed(&mut self, listed: &str) {
        for word in listed.split_whitespace() {
            match (word.strip_suffix("=?"), word.strip_suffix('=')) {
                (Some(name), _) => self.add(name, Takes::Attached),
                (None, Some(name)) => self.add(name, Takes::Value),
                _ => self.add(word, Takes::Nothing),
            }
        }
    }

    pub fn listed(&self) -> String {
        let mut words: Vec<String> = Vec::new();
        for (name, takes) in &self.0 {
            words.push(match takes {
                Takes::Nothing => name.clone(),
                Takes::Attached => format!("{name}=?"),
                Takes::Value => format!("{name}="),
            });
        }
        words.join(" ")
    }
}

/// Marks an incomplete vocabulary.
pub(super) const PARTIAL: &str = "partial";
/// Path of the common options.
pub(super) const EVERYWHERE: &str = "*";

/// Words found in the files of one program, limited in number.
#[derive(Debug, Default)]
pub(super) struct Table {
    commands: BTreeMap<String, Options>,
    words: usize,
    pub is_complete: bool,
}

impl Table {
    /// Maximum number of subcommands and options; only generated files of cloud tools have more.
    const MAX_WORDS: usize = 10_000;

    /// Adds the path and its parents as commands.
    pub fn command(&mut self, path: &str) {
        let mut path = path;
        while self.words < Self::MAX_WORDS && !self.commands.contains_key(path) {
            self.commands.insert(path.to_owned(), Options::default());
            self.words += 1;
            path = path.rsplit_once(' ').map_or("", |(above, _)| above);
        }
    }

    pub fn option(&mut self, path: &str, name: &str, takes: Takes) {
        self.command(path);
        if let Some(options) = self.commands.get_mut(path)
            && self.words < Self::MAX_WORDS
            && is_option(name)
        {
            self.words += 1;
            options.add(name, takes);
        }
    }

    /// Returns the text that a [`super::Vocabulary`] reads; `None` if it has too few words.
    pub fn print(&self) -> Option<String> {
        if self.words < 3 {
            return None;
        }
        let mut text = format!("\t{}\n", if self.is_complete { "" } else { PARTIAL });
        for (path, options) in &self.commands {
            let _ = writeln!(text, "{path}\t{}", options.listed());
        }
        Some(text)
    }
}

/// Returns whether text from a file looks like an option; other text could conflict with the notation of
/// the lines.
fn is_option(name: &str) -> bool {
    let body = name.trim_start_matches('-');
    let dashes = name.len() - body.len();
    (1..=2).contains(&dashes)
        && (1..=60).contains(&body.len())
        && body.chars().all(|c| c.is_ascii_alphanumeric() || "-_.?#@%:+".contains(c))
}
