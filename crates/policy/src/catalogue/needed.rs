//! The words a command needs for a rule to match; shared with the build script, which stores them for every
//! program.

use std::collections::BTreeSet;

use super::compiled::{Rule, Step};

/// Returns words such that every match of a rule has at least one of them; empty if unknown. `implied`: how
/// many words of a path the program's name stands for.
pub fn words<'r>(rules: impl Iterator<Item = &'r Rule>, implied: usize) -> BTreeSet<String> {
    let mut words = BTreeSet::new();
    for rule in rules {
        match needed(rule, implied) {
            Some(needed) => words.extend(needed),
            None => return BTreeSet::new(),
        }
    }
    words
}

/// Returns, for each path, the last word that is not a catch-all pattern.
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
