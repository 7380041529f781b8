//! Options: what each means, and the values that are attached to them.

use facts::vocabulary::{self, Opt, Vocabulary};
use facts::world::World;

use super::Part;
use crate::explain::page;

/// The options of a program or of one of its subcommands.
pub struct Options<'a> {
    program: &'a str,
    /// The subcommands.
    path: Vec<&'a str>,
    vocabulary: Option<Vocabulary<'a>>,
    world: &'a dyn World,
}

/// A word with options.
pub struct Read {
    pub parts: Vec<Part>,
    /// The option whose value may be the next word.
    pub wants_value: Option<String>,
}

impl<'a> Options<'a> {
    pub fn new(program: &'a str, path: Vec<&'a str>, world: &'a dyn World) -> Self {
        Self { program, path, vocabulary: vocabulary::find(program, world), world }
    }

    /// Takes a word apart: one option, or each letter of a cluster and the value behind the last.
    pub fn take_apart(&self, word: &str) -> Read {
        let name = word.split('=').next().unwrap_or(word);
        let one = |means: String| Read {
            parts: vec![Part { text: word.to_owned(), means }],
            wants_value: (name == word).then(|| name.to_owned()),
        };
        if let Some(means) = self.means(name) {
            return one(means);
        }
        let letters = word.strip_prefix('-').filter(|rest| rest.len() > 1 && !rest.starts_with('-'));
        let cluster = letters.and_then(|letters| self.cluster(letters));
        cluster.unwrap_or_else(|| one("option".to_owned()))
    }

    /// Reads `-xzfFILE`: the first letter with a value takes the rest. `None` if one of the letters is unknown.
    fn cluster(&self, letters: &str) -> Option<Read> {
        let mut parts = Vec::new();
        let mut last = None;
        for (at, letter) in letters.char_indices() {
            let name = format!("-{letter}");
            parts.push(Part { text: name.clone(), means: self.means(&name)? });
            let value = letters.get(at + letter.len_utf8()..).unwrap_or_default();
            let takes_value =
                self.option(&name).is_some_and(|option| option.takes_value || option.may_attach);
            if takes_value && !value.is_empty() {
                parts.push(Part { text: value.to_owned(), means: super::value_of(&name, value) });
                return Some(Read { parts, wants_value: None });
            }
            last = Some(name);
        }
        Some(Read { parts, wants_value: last })
    }

    /// Returns what an option means; `None` if nothing here knows it.
    fn means(&self, name: &str) -> Option<String> {
        self.manual(name).or_else(|| {
            // no list has more than names
            let takes_value = self.option(name)?.takes_value;
            Some(if takes_value { "option with a value" } else { "option" }.to_owned())
        })
    }

    fn option(&self, name: &str) -> Option<Opt<'a>> {
        self.vocabulary?.option(&self.path, name)
    }

    fn manual(&self, name: &str) -> Option<String> {
        let own = (!self.path.is_empty()).then(|| format!("{}-{}", self.program, self.path.join("-")));
        let pages = own.into_iter().chain([self.program.to_owned()]);
        let lines = pages.filter_map(|page| page::option(&self.world.manual(&page)?, name)).next()?;
        // the head repeats the option
        let said: Vec<String> = lines.iter().skip(1).map(|line| line.trim().to_owned()).collect();
        Some(said.join(" ")).filter(|text| !text.is_empty())
    }
}
