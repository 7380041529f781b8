//! `tool [-v] in out`: an optional part of a synopsis, typed with its brackets.

use super::prelude::*;

/// Programs whose operands have brackets: classes of characters, tests, texts.
const BRACKETS: &[&str] = table!("bracket_operands");

pub fn propose(case: &Case<'_>) -> Vec<Proposal> {
    case.commands().map(|command| of(case, command)).find(|found| !found.is_empty()).unwrap_or_default()
}

fn of(case: &Case<'_>, command: &Command) -> Vec<Proposal> {
    let name = command.program_name().unwrap_or_default();
    // a class of characters, an index or a test
    if case.is_unstarted() || BRACKETS.contains(&name) {
        return Vec::new();
    }
    let bracketed: Vec<(&Word, &str)> =
        command.arguments().iter().filter_map(|word| Some((word, optional(case, word)?))).collect();
    if bracketed.is_empty() {
        return Vec::new();
    }
    let script = &case.failure.script;
    let because = "brackets in a synopsis mark what is optional: they are not typed";
    let (mut typed, mut bare) = (Edit::new(), Edit::new());
    for (word, inner) in bracketed {
        typed = typed.replace(word.span, inner);
        bare = bare.remove_word(script, word);
    }
    vec![Proposal::likely(typed, because), Proposal::likely(bare, because).at_distance(1)]
}

/// `[-v]` → `-v`, `[--depth=1]` → `--depth=1`
fn optional<'a>(case: &Case<'a>, word: &Word) -> Option<&'a str> {
    let raw = case.raw(word.span);
    let inner = raw.strip_prefix('[')?.strip_suffix(']')?;
    let name = inner.trim_start_matches('-');
    let is_option = inner.len() - name.len() <= 2
        && name.len() < inner.len()
        && name.starts_with(|c: char| c.is_ascii_alphabetic())
        && name.bytes().all(|b| b.is_ascii_alphanumeric() || b"-_=./".contains(&b));
    (is_option && word.quote == QuoteStyle::Bare && !case.exists(&word.value)).then_some(inner)
}

#[cfg(test)]
mod tests {
    use super::super::repair::tests::{fixes, leaves, world};

    #[test]
    fn brackets_are_not_typed() {
        let said = "usage: x.py [-h] [--fast] file\nx.py: error: unrecognized arguments: a.txt\n";
        let found = fixes("bash", "python3 x.py [--fast] a.txt", 2, Some(said), &world());
        assert_eq!(found.first().map(String::as_str), Some("python3 x.py --fast a.txt"));
        assert!(found.contains(&"python3 x.py a.txt".to_owned()));
        let zsh = fixes("zsh", "wc [-l] a.txt", 1, Some("zsh: no matches found: [-l]\n"), &world());
        assert_eq!(zsh.first().map(String::as_str), Some("wc -l a.txt"));
        leaves("bash", "grep [-v] a.txt", 1, Some(""));
    }
}
