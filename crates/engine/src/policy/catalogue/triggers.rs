//! Which words must stand in a command before it can fit a rule: what the shell may let pass
//! without asking.

use std::collections::BTreeSet;

use super::compiled::{Grammar, Program, Rule, Step};
use super::{Catalogue, UNKNOWN_PROGRAM, built_in};

/// One program.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Trigger {
    /// Its name; `*` stands for any text.
    pub program: String,
    /// At least one of these words, which may hold `*`, is there when a rule fits; none: the name
    /// alone is enough.
    pub words: BTreeSet<String>,
    /// Upper and lower case are the same in the name and in these words.
    pub ignore_case: bool,
}

pub fn of(catalogue: &Catalogue) -> impl Iterator<Item = Trigger> + '_ {
    let own = |name: &str| {
        catalogue.own.program(name).map(|(grammar, rules)| trigger(name, grammar, rules.into_iter(), 0))
    };
    let known = |name: &str, program: &Program, implied: usize| {
        trigger(name, &program.grammar, program.rules.iter(), implied)
    };
    let programs = built_in::programs()
        .map(move |(name, program)| known(if name == UNKNOWN_PROGRAM { "*" } else { name }, program, 0));
    // the words that another name stands for are not among those of the command
    let others = built_in::aliases().filter_map(move |(name, words)| {
        Some(known(name, built_in::program(words.first()?)?, words.len() - 1))
    });
    let other_own = catalogue.own.aliases().flat_map(move |(name, words)| {
        let program = words.first().map_or("", String::as_str);
        let implied = words.len().saturating_sub(1);
        let theirs = built_in::program(program).map(|program| known(name, program, implied));
        let mine = catalogue.own.program(program);
        theirs
            .into_iter()
            .chain(mine.map(|(grammar, rules)| trigger(name, grammar, rules.into_iter(), implied)))
    });
    programs.chain(catalogue.own.programs().filter_map(own)).chain(others).chain(other_own)
}

/// `implied`: how many words of a path the name stands for.
fn trigger<'r>(
    name: &str,
    grammar: &Grammar,
    rules: impl Iterator<Item = &'r Rule>,
    implied: usize,
) -> Trigger {
    let mut words = BTreeSet::new();
    for rule in rules {
        match needed(rule, implied) {
            Some(needed) => words.extend(needed),
            None => {
                words.clear();
                break;
            }
        }
    }
    Trigger { program: name.to_owned(), words, ignore_case: grammar.ignore_case }
}

/// Words of which one must be there: for each path the last word that is not a pattern for anything.
fn needed(rule: &Rule, implied: usize) -> Option<Vec<String>> {
    let mut all = Vec::new();
    for path in &rule.paths {
        let behind = path.get(implied..).unwrap_or_default();
        let last = behind.iter().rev().find_map(|step| match step {
            Step::Word(patterns) if !patterns.iter().any(|pattern| pattern.trim_matches('*').is_empty()) => {
                Some(patterns)
            }
            _ => None,
        })?;
        all.extend(last.iter().cloned());
    }
    Some(all)
}
