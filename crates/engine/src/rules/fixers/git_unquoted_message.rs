//! `git commit -m fix bug`: the message is unquoted, so git took its second word for a file.

use super::prelude::*;
use crate::rules::sources;
use crate::rules::sources::git::Repository;
use syntax::quote;

pub fn propose(case: &Case<'_>, command: &Command) -> Option<Proposal> {
    if command.program_name() != Some("git") || !matches!(case.status(), 1 | 128) {
        return None;
    }
    if let Some(proposal) = value(case, command) {
        return Some(proposal);
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
    Some(Proposal::certain(edit, "a message of several words needs quotes"))
}

/// `git log --author=Ana Lee`: git takes the second word for a revision.
fn value(case: &Case<'_>, command: &Command) -> Option<Proposal> {
    const OPTIONS: [&str; 4] = ["--author=", "--committer=", "--grep=", "--message="];
    let at = command.words.iter().position(|word| {
        OPTIONS.iter().any(|option| word.value.starts_with(option) && word.value != *option)
    })?;
    let word = command.words.get(at).filter(|word| word.quote == QuoteStyle::Bare && !word.dynamic)?;
    let next = command.words.get(at + 1)?;
    let plain = |word: &Word| word.quote == QuoteStyle::Bare && !word.dynamic && !word.glob;
    if !plain(next) || !case.printed(&format!("ambiguous argument '{}'", next.value)) {
        return None;
    }
    let rest =
        command.words.iter().skip(at + 1).take_while(|word| plain(word) && !word.value.starts_with('-'));
    let rest: Vec<&Word> = rest.collect();
    // a path or a revision may follow, so the end of the value is unknown
    if rest.iter().any(|word| word.value.contains(['.', '/', '~', '^'])) {
        return None;
    }
    let refs = sources::names("git.refs", case, command);
    if !spell::nearest(&next.value, refs.iter().map(String::as_str)).is_empty() {
        return None; // `mian`
    }
    let (name, first) = word.value.split_once('=')?;
    let text = rest.iter().fold(first.to_owned(), |text, word| format!("{text} {}", word.value));
    let span = Span::new(word.span.start, rest.last()?.span.end);
    let quoted = format!("{name}={}", quote(&text, case.failure.script.dialect));
    let edit = Edit::new().replace(span, quoted);
    Some(Proposal::certain(edit, "a value of several words needs quotes"))
}

/// `-m`, `-am`, `--message`
fn takes_message(option: &str) -> bool {
    option == "--message"
        || option
            .strip_prefix('-')
            .and_then(|letters| letters.strip_suffix('m'))
            .is_some_and(|letters| letters.chars().all(|c| "aspevqn".contains(c)))
}

#[cfg(test)]
mod tests {
    use super::super::repair::tests::{leaves, mends};

    #[test]
    fn values_of_several_words() {
        let output = |word: &str| {
            format!(
                "fatal: ambiguous argument '{word}': unknown revision or path not in the working tree.\nUse '--' to separate paths from revisions, like this:\n'git <command> [<revision>...] -- [<file>...]'\n"
            )
        };
        let mended = "git log --grep='fix the cart' -n 3";
        mends("bash", "git log --grep=fix the cart -n 3", 128, &output("the"), mended);
        leaves("bash", "git log --grep=fix src/nowhere", 128, Some(&output("src/nowhere")));
    }
}
