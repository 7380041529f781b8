//! `git commit -m fix bug`: the message is not quoted, its second word was taken for a file.

use syntax::{Command, Edit, QuoteStyle, Span, Word, quote};

use super::{Case, Fixer, Proposal};
use crate::diagnosis::Applicability;
use crate::rules::sources::git::Repository;
use crate::vocabulary;

pub const FIXER: Fixer =
    Fixer { id: "git/unquoted-message", about: "a message of several words without quotes", propose };

fn propose(case: &Case<'_>) -> Vec<Proposal> {
    if !matches!(case.failure.record.status, 1 | 128) {
        return Vec::new();
    }
    case.commands().into_iter().filter_map(|command| mend(case, command)).take(1).collect()
}

fn mend(case: &Case<'_>, command: &Command) -> Option<Proposal> {
    if command.program_name() != Some("git") {
        return None;
    }
    let walk = vocabulary::walk(command, case.world)?;
    if !matches!(*walk.path.first()?, "commit" | "tag" | "merge" | "stash" | "notes") {
        return None;
    }
    let start = *walk.words.last()? + 1;
    let option = start + command.words.get(start..)?.iter().position(|word| takes_message(&word.value))?;
    let words: Vec<&Word> =
        command.words.iter().skip(option + 1).take_while(|word| !word.value.starts_with('-')).collect();
    let (message, rest) = words.split_first()?;
    let typographic =
        words.iter().any(|word| word.value.contains(['\u{2018}', '\u{2019}', '\u{201c}', '\u{201d}']));
    if typographic || message.quote != QuoteStyle::Bare || words.iter().any(|word| word.dynamic || word.glob)
    {
        return None;
    }
    // files may follow the message
    let git = Repository::of(case.world, command)?;
    let last = rest.iter().rposition(|word| !git.has_path(&word.value))?;
    let rest = rest.get(..=last)?;
    let named = match case.output {
        Some(output) => rest.iter().any(|word| {
            let word = &word.value;
            output.contains(&format!("pathspec '{word}' did not match"))
                || output.contains(&format!("paths '{word} ...' with -a"))
                || output.contains(&format!("Failed to resolve '{word}'"))
        }),
        None => *walk.path.first()? == "commit",
    };
    let is_file = |word: &&Word| word.value.trim_end_matches('.').contains(['.', '/']);
    if !named || rest.len() == 1 && rest.iter().any(is_file) {
        return None;
    }
    let text: Vec<&str> = std::iter::once(&message.value)
        .chain(rest.iter().map(|word| &word.value))
        .map(String::as_str)
        .collect();
    let span = Span::new(message.span.start, rest.last()?.span.end);
    let edit = Edit::new().replace(span, quote(&text.join(" "), case.failure.script.dialect));
    Some(Proposal::new(FIXER.id, edit, "a message of several words needs quotes", Applicability::Certain))
}

/// `-m`, `-am`, `--message`
fn takes_message(option: &str) -> bool {
    option == "--message"
        || option
            .strip_prefix('-')
            .and_then(|letters| letters.strip_suffix('m'))
            .is_some_and(|letters| letters.chars().all(|c| "aspevqn".contains(c)))
}
