//! Words on their way into a vocabulary.

use std::collections::BTreeMap;
use std::fmt::Write as _;

/// What an option takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Takes {
    Nothing,
    /// Only attached: `--color=always`, `-O2`.
    Attached,
    /// The next word, if it is not attached.
    Value,
}

/// Option → what it takes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Options(pub BTreeMap<String, Takes>);

impl Options {
    /// The first source that knows about a value is right.
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

    /// Only what is not there yet: a usage line tells values less surely than a list.
    pub fn fill(&mut self, other: Options) {
        for (name, takes) in other.0 {
            self.0.entry(name).or_insert(takes);
        }
    }

    /// From the notation of the data files.
    pub fn add_listed(&mut self, listed: &str) {
        for word in listed.split_whitespace() {
            match (word.strip_suffix("=?"), word.strip_suffix('=')) {
                (Some(name), _) => self.add(name, Takes::Attached),
                (None, Some(name)) => self.add(name, Takes::Value),
                _ => self.add(word, Takes::Nothing),
            }
        }
    }

    #[must_use]
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

/// Marks a vocabulary that need not have all words.
pub(super) const PARTIAL: &str = "partial";
/// The path of the options that every command takes.
pub(super) const EVERYWHERE: &str = "*";

/// Words found in the files of one program, bounded.
#[derive(Debug, Default)]
pub(super) struct Table {
    commands: BTreeMap<String, Options>,
    words: usize,
    pub is_complete: bool,
}

impl Table {
    /// Subcommands and options together; more have only generated files of whole clouds.
    const MAX_WORDS: usize = 10_000;

    /// The path and those above it are commands.
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

    /// The text that a [`super::Vocabulary`] reads; `None` where there is too little to know.
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

/// Text from a file becomes a word only if it looks like an option: the notation of the lines has
/// signs of its own.
fn is_option(name: &str) -> bool {
    let body = name.trim_start_matches('-');
    let dashes = name.len() - body.len();
    (1..=2).contains(&dashes)
        && (1..=60).contains(&body.len())
        && body.chars().all(|c| c.is_ascii_alphanumeric() || "-_.?#@%:+".contains(c))
}
