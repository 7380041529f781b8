//! Which words must stand in a command before it can fit a rule: what the shell may let pass
//! without asking.

use std::collections::BTreeSet;

use super::compiled::{Program, Rule, Step};
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
    let programs = built_in::programs()
        .map(|(name, program)| trigger(if name == UNKNOWN_PROGRAM { "*" } else { name }, program))
        .chain(catalogue.own.iter().map(|(name, program)| trigger(name, program)));
    let named = |words: Vec<String>, name: &str| {
        let program = words.first().cloned().unwrap_or_default();
        let stands_for = built_in::program(&program).into_iter().chain(catalogue.own.get(&program));
        // the words it stands for are not among those of the command
        let all: Vec<Trigger> = stands_for.map(|program| trigger_behind(name, program, &words)).collect();
        all
    };
    let known = built_in::aliases()
        .flat_map(move |(name, words)| named(words.iter().map(|word| (*word).to_owned()).collect(), name));
    let own = catalogue.aliases.iter().flat_map(move |(name, words)| named(words.clone(), name));
    programs.chain(known).chain(own)
}

fn trigger(name: &str, program: &Program) -> Trigger {
    trigger_behind(name, program, &[name.to_owned()])
}

/// `stands_for`: program and words that the name implies.
fn trigger_behind(name: &str, program: &Program, stands_for: &[String]) -> Trigger {
    let implied = stands_for.get(1..).unwrap_or_default();
    let mut words = BTreeSet::new();
    for rule in &program.rules {
        match needed(rule, implied) {
            Some(needed) => words.extend(needed),
            None => {
                words.clear();
                break;
            }
        }
    }
    Trigger { program: name.to_owned(), words, ignore_case: program.grammar.ignore_case }
}

/// Words of which one must be there: for each path the last word that is not a pattern for anything.
fn needed(rule: &Rule, implied: &[String]) -> Option<Vec<String>> {
    let mut all = Vec::new();
    for path in &rule.paths {
        let behind = path.get(implied.len()..).unwrap_or_default();
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
