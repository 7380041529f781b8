//! An option or subcommand that the program does not have, and what its vocabulary has instead.

use super::prelude::*;
use super::unknown_option;
use facts::vocabulary::Vocabulary;

/// Maximum number of names listed.
const MAX_NAMES: usize = 8;

pub fn find(case: &Case<'_>) -> Option<Finding> {
    let command = case.failure.culprit_command()?;
    if case.failure.kind == FailureKind::InvalidOption {
        return unknown_option::find(case);
    }
    let words = vocabulary::find(command.program_name()?, case.world)?;
    match case.failure.kind {
        FailureKind::UnknownSubcommand => subcommand(command, &words),
        FailureKind::Usage => missing_value(case, command, &words),
        // without output, only a complete list proves a word wrong
        FailureKind::Generic if is_unseen(case) => {
            let known = words.is_complete().then(|| subcommand(command, &words)).flatten();
            known.or_else(|| unknown_option::find(case)).or_else(|| missing_value(case, command, &words))
        }
        _ => None,
    }
}

fn subcommand(command: &Command, words: &Vocabulary<'_>) -> Option<Finding> {
    let walk = words.walk_command(command)?;
    let word = &command.words.get(walk.unknown?)?.value;
    let names: Vec<&str> = words.subcommands(&walk.path).collect();
    let above = [&[command.program_name()?], walk.path.as_slice()].concat().join(" ");
    Some(Finding::said(format!("`{above}` has no subcommand {}", quoted(word))).and_if(nearest(word, &names)))
}

/// Finds an option at the end of the line that lacks its value.
fn missing_value(case: &Case<'_>, command: &Command, words: &Vocabulary<'_>) -> Option<Finding> {
    let walk = words.walk_command(command).unwrap_or_default();
    let last = command.arguments().last().filter(|word| !word.dynamic && word.value.starts_with('-'))?;
    let option = words.option(&walk.path, &last.value).filter(|option| option.takes_value)?;
    let says = is_unseen(case) || ["argument", "value", "parameter"].iter().any(|text| case.printed(text));
    says.then(|| Finding::said(format!("{} needs a value", quoted(option.name))))
}

pub fn nearest(word: &str, names: &[&str]) -> Option<String> {
    let mut near: Vec<&str> =
        spell::nearest(word, names.iter().copied()).into_iter().map(|near| near.name).collect();
    if near.is_empty() && names.len() <= MAX_NAMES {
        near = names.to_vec();
        near.sort_unstable();
    } else if near.is_empty() {
        let begin: String = word.chars().take(3).collect();
        near = names.iter().copied().filter(|name| name.starts_with(&begin)).collect();
    }
    near.truncate(MAX_NAMES);
    (!near.is_empty()).then(|| format!("it does have {}", near.join(", ")))
}
