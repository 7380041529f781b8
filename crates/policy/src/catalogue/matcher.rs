//! Matches rules against a command.

use super::compiled::{Grammar, Rule, Step};
use super::words::{Operand, Words};
use facts::glob::stars;

/// A matching rule, and how it matches.
#[derive(Debug, Clone, Copy)]
pub struct Fit<'r> {
    pub rule: &'r Rule,
    /// Number of operands that are the command's own words.
    pub path_end: usize,
}

/// Returns the matching rules. Linear in the words for each rule.
pub fn fits<'r>(grammar: &Grammar, rules: impl Iterator<Item = &'r Rule>, words: &Words<'_>) -> Vec<Fit<'r>> {
    if is_harmless(grammar, words) {
        return Vec::new();
    }
    rules.filter_map(|rule| fit(rule, grammar.ignore_case, words)).collect()
}

/// Returns whether it is a dry run, or asks for help.
fn is_harmless(grammar: &Grammar, words: &Words<'_>) -> bool {
    grammar.harmless_flags.iter().any(|flag| words.has(flag))
        || words.asks_help()
        || !grammar.harmless_words.is_empty()
            && words.operands.iter().any(|o| grammar.harmless_words.iter().any(|word| word == o.text))
}

fn fit<'r>(rule: &'r Rule, ignore_case: bool, words: &Words<'_>) -> Option<Fit<'r>> {
    let path_end = rule.paths.iter().filter_map(|path| end_of(path, &words.operands, ignore_case)).min()?;
    let flags = &rule.flags;
    if !flags.any.is_empty() && !flags.any.iter().any(|flag| words.has(flag))
        || !flags.all.iter().all(|forms| forms.iter().any(|flag| words.has(flag)))
        || flags.none.iter().any(|flag| words.has(flag))
    {
        return None;
    }
    let rest = words.operands.get(path_end..).unwrap_or_default();
    let operands = &rule.operands;
    let has = |pattern: &String| rest.iter().any(|operand| stars(pattern, operand.text, ignore_case));
    let count = u32::try_from(rest.len()).unwrap_or(u32::MAX);
    let fits = count >= operands.at_least
        && operands.at_most.is_none_or(|most| count <= most)
        && (operands.any.is_empty() || operands.any.iter().any(has))
        && operands.all.iter().all(has)
        && !operands.none.iter().any(has);
    fits.then_some(Fit { rule, path_end })
}

/// Returns the number of operands in the path; `None` if it does not match. A word that may be an option's
/// value is read both ways. Follows all readings at once, as a bit set.
fn end_of(path: &[Step], operands: &[Operand<'_>], ignore_case: bool) -> Option<usize> {
    let done = 1u32.checked_shl(u32::try_from(path.len()).ok()?)?;
    let mut states = skip_any(path, 1);
    if states & done != 0 {
        return Some(0);
    }
    for (place, operand) in operands.iter().enumerate() {
        let mut next = 0;
        for (at, step) in path.iter().enumerate() {
            let here = 1u32 << at;
            if states & here == 0 {
                continue;
            }
            match step {
                Step::Any => next |= here,
                Step::Word(patterns) => {
                    if operand.may_be_value {
                        next |= here;
                    }
                    if patterns.iter().any(|pattern| stars(pattern, operand.text, ignore_case)) {
                        next |= here << 1;
                    }
                }
            }
        }
        states = skip_any(path, next);
        if states & done != 0 {
            return Some(place + 1);
        }
        if states == 0 {
            return None;
        }
    }
    None
}

/// Skips `**`, which may match nothing.
fn skip_any(path: &[Step], mut states: u32) -> u32 {
    for (at, step) in path.iter().enumerate() {
        if *step == Step::Any && states & (1 << at) != 0 {
            states |= 1 << (at + 1);
        }
    }
    states
}
