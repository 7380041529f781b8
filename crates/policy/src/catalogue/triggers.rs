//! The words a command needs for a rule to match: a shell may skip judging lines without them.

use std::collections::BTreeSet;

use super::{Catalogue, UNKNOWN_PROGRAM, built_in, needed};

/// One program.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Trigger {
    /// Its name; `*` stands for any text.
    pub program: String,
    /// A matching command has at least one of these words, which may contain `*`; empty: the name alone is
    /// enough.
    pub words: BTreeSet<String>,
    /// Case is ignored in the name and in these words.
    pub ignore_case: bool,
}

pub fn collect(catalogue: &Catalogue) -> impl Iterator<Item = Trigger> + '_ {
    let of_own = |name: &str, program: &str, implied: usize| {
        let (grammar, rules) = catalogue.own.program(program)?;
        let words = needed::words(rules.into_iter(), implied);
        Some(Trigger { program: name.to_owned(), words, ignore_case: grammar.ignore_case })
    };
    let own = catalogue.own.programs().filter_map(move |name| of_own(name, name, 0));
    let other_own = catalogue.own.aliases().flat_map(move |(name, words)| {
        let program = words.first().map_or("", String::as_str);
        let implied = words.len().saturating_sub(1);
        let theirs = built_in::program(program).map(|known| Trigger {
            program: name.to_owned(),
            words: needed::words(known.rules.iter(), implied),
            ignore_case: known.grammar.ignore_case,
        });
        theirs.into_iter().chain(of_own(name, program, implied))
    });
    built_in::triggers().map(parse).chain(own).chain(other_own)
}

/// Parses `name TAB i TAB word word`, as the build script writes it; `i` if case is ignored.
fn parse(line: &str) -> Trigger {
    let mut parts = line.split('\t');
    let mut next = || parts.next().unwrap_or_default();
    let (name, case, words) = (next(), next(), next());
    Trigger {
        program: if name == UNKNOWN_PROGRAM { "*" } else { name }.to_owned(),
        words: words.split_whitespace().map(str::to_owned).collect(),
        ignore_case: case == "i",
    }
}
