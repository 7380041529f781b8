//! An option that the program does not have: reported only if no reading of the word gives it a meaning.
//!
//! A word with a dash may be a name, a prefix of one (accepted by GNU programs), letters in a cluster, a
//! letter with its value attached (`-n20`), a number (`head -20`), or belong to another program (`python3
//! x.py --port 1`). Lists of options are incomplete, so an unknown option must also be similar to a listed
//! one, unless the program itself complained.

use super::prelude::*;
use super::unknown_word::nearest;
use crate::rules::fixers::typed_option;
use crate::rules::fixers::typed_option::{TypedOption, has_one_dash_words};
use facts::vocabulary::Opt;

/// Cost of one typing mistake, in hundredths of an edit.
const SLIP: u32 = 100;

pub fn find(case: &Case<'_>) -> Option<Finding> {
    let options = typed_option::all(case);
    if let Some(option) = typed_option::outdated(case, &options) {
        return Some(
            Finding::said(format!(
                "the installed {} does not accept {} here",
                quoted(option.program),
                quoted(option.name)
            ))
            .and("another version of it, or another of its subcommands, has the option; `--version` shows which one is installed"),
        );
    }
    let own = options.iter().filter(|option| !is_of_another(case, option));
    let (option, unknown) = own.into_iter().find_map(|option| Some((option, refused(case, option)?)))?;
    let known = above(option);
    let names: Vec<&str> =
        known.iter().map(|option| option.name).filter(|name| is_long(name) == is_long(&unknown)).collect();
    let path = option.walk.path.get(..option.depth()).unwrap_or_default();
    let above = [&[option.program], path].concat().join(" ");
    let near = if unknown.chars().count() > 2 { nearest(&unknown, &names) } else { None };
    Some(Finding::said(format!("`{above}` has no option {}", quoted(&unknown))).and_if(near))
}

/// Returns whether the word may belong to another program that this one runs.
fn is_of_another(case: &Case<'_>, option: &TypedOption<'_>) -> bool {
    let words = option.command.words.get(..option.at).unwrap_or_default();
    let Some(program) = words.iter().position(|word| word.value == option.program) else { return true };
    let between = words.get(program + 1..).unwrap_or_default();
    let name = option.program.rsplit('/').next().unwrap_or(option.program);
    // a script has options of its own; a list does not always show where it begins
    if programs::find_version(name).is_some_and(Program::hands_over) {
        return between.iter().any(|word| !word.value.starts_with('-'));
    }
    let values: Vec<&str> = between.iter().map(|word| word.value.as_str()).collect();
    policy::runs_another(name, &values) && {
        let operands = vocabulary::operands(option.command, case.world);
        operands.first().is_some_and(|first| *first < option.at)
    }
}

/// Returns the part of the word that the program certainly does not recognise.
fn refused(case: &Case<'_>, option: &TypedOption<'_>) -> Option<String> {
    if case.output.is_some() && !option.is_refused(case) {
        return None;
    }
    let known = above(option);
    let is_proved = case.output.is_some();
    let (unknown, needs_near) = unread(option, &known)?;
    if is_proved {
        return Some(unknown);
    }
    // a list without this subcommand's options proves nothing
    let path = option.walk.path.get(..option.depth()).unwrap_or_default();
    let has_own = option.words.lists_options(path);
    if !option.words.is_complete() || !has_own {
        return None;
    }
    let is_near = !needs_near || {
        let names = known.iter().map(|option| option.name).filter(|name| name.len() > 3);
        let names = names.filter(|name| is_long(name) == is_long(&unknown));
        // words after a single dash form families by their first letter: `-lpthread` is not `-pthread`
        let names: Vec<&str> =
            names.filter(|name| is_long(name) || name.get(..2) == unknown.get(..2)).collect();
        spell::nearest(&unknown, names.iter().copied()).iter().any(|near| near.distance <= 2 * SLIP)
            || names.iter().any(|name| unknown.starts_with(&format!("{name}-")))
    };
    is_near.then_some(unknown)
}

/// Returns the part of the word without a meaning, and whether a similar name is required as evidence.
fn unread(option: &TypedOption<'_>, known: &[Opt<'_>]) -> Option<(String, bool)> {
    let name = option.name;
    let program = option.program.rsplit('/').next().unwrap_or(option.program);
    let is = |role: Role| programs::is(program, role);
    if is(Role::AnyOption) || !is_long(name) && is(Role::DashedOperands) {
        return None;
    }
    if is_long(name) { long(option, known) } else { short(name, known) }
}

fn long(option: &TypedOption<'_>, known: &[Opt<'_>]) -> Option<(String, bool)> {
    let name = option.name;
    let has = |wanted: &str| known.iter().any(|option| option.name == wanted);
    let program = option.program.rsplit('/').next().unwrap_or(option.program);
    // Go's `flag` and pflag and Rust's clap expand no prefixes
    let is_in_full = programs::is(program, Role::FullOptions);
    let is_beginning = !is_in_full && known.iter().any(|option| option.name.starts_with(name));
    let positive = name.strip_prefix("--no-").map(|rest| format!("--{rest}"));
    let negative = format!("--no-{}", name.trim_start_matches('-'));
    let one_dash = name.get(1..).is_some_and(has); // Go and Java accept both forms
    let is_read = has(name)
        || is_beginning
        || one_dash && has_one_dash_words(known)
        || positive.is_some_and(|name| has(&name))
        || has(&negative)
        || name.len() < 4
        || !name.bytes().all(|b| b.is_ascii_alphanumeric() || b"-_".contains(&b));
    (!is_read).then(|| (name.to_owned(), true))
}

fn short(name: &str, known: &[Opt<'_>]) -> Option<(String, bool)> {
    let letters = name.get(1..).filter(|letters| !letters.is_empty())?;
    let exact = |wanted: &str| known.iter().any(|option| option.name == wanted);
    // a number: of lines, a level, a signal
    if letters.bytes().any(|b| b.is_ascii_digit()) || exact(name) {
        return None;
    }
    if has_one_dash_words(known) {
        let is_word =
            letters.len() > 2 && letters.bytes().all(|b| b.is_ascii_alphanumeric() || b"-_".contains(&b));
        return (is_word && !is_attached(name, known)).then(|| (name.to_owned(), true));
    }
    // the whole word if it is a long name with one dash too few
    if letters.len() > 2 && exact(&format!("-{name}")) {
        return cluster(name, known).map(|_| (name.to_owned(), false));
    }
    // lists miss letters more often than names: an unknown one is a typo only next to known ones
    let has_pairs = known.iter().any(|option| !is_long(option.name) && option.name.len() > 2);
    let is_cluster = letters.len() > 1 && letters.bytes().all(|b| b.is_ascii_alphabetic());
    if has_pairs || !is_cluster {
        return None;
    }
    let letter = cluster(name, known)?;
    let is_only = letters.chars().filter(|c| *c != letter).all(|c| exact(&format!("-{c}")));
    is_only.then(|| (format!("-{letter}"), false))
}

/// Returns whether the word is a known prefix and its value: `-Xmx2g`, `-lpthread`, `-Wa,x`. A word one typo
/// away from a listed name is that name: compilers list their warnings.
fn is_attached(name: &str, known: &[Opt<'_>]) -> bool {
    let begins = |option: &&Opt<'_>| name.starts_with(option.name) && name.len() > option.name.len();
    let takes = |option: &Opt<'_>| option.may_attach && (option.name.len() == 2 || !option.takes_value);
    let is_slip = |option: &&Opt<'_>| {
        option.name.len() > 4 && spell::distance(name, option.name, SLIP).is_some() && name.len() > 4
    };
    let mut beginnings = known.iter().filter(begins);
    beginnings.any(|option| takes(option) || option.name.len() == 2) && !known.iter().any(|o| is_slip(&o))
}

/// Returns the first letter without a meaning.
fn cluster(name: &str, known: &[Opt<'_>]) -> Option<char> {
    for letter in name.chars().skip(1) {
        if !letter.is_ascii_alphabetic() {
            return None; // punctuation belongs to a value, or to an option that most lists omit
        }
        let of =
            known.iter().find(|option| option.name.strip_prefix('-').is_some_and(|o| o.chars().eq([letter])));
        match of {
            Some(option) if option.takes_value || option.may_attach => return None,
            Some(_) => {}
            None => return Some(letter),
        }
    }
    None
}

/// Returns the options of the command and its parents.
fn above<'a>(option: &TypedOption<'a>) -> Vec<Opt<'a>> {
    (0..=option.walk.path.len()).flat_map(|depth| option.options(depth)).collect()
}

fn is_long(name: &str) -> bool {
    name.starts_with("--")
}
