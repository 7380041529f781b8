//! `git commit -m 'it's done'`, `echo "hello`, `` echo `date ``: an unmatched quote.

use super::prelude::*;
use super::repair;

pub fn propose(case: &Case<'_>) -> Vec<Proposal> {
    let script = &case.failure.script;
    // with two apostrophes the quotes pair up, but not as intended
    let message = script.commands.iter().any(|c| {
        c.program_name() == Some("git")
            && c.words.iter().any(|w| matches!(w.value.as_str(), "-m" | "-am" | "--message"))
    });
    if script.issues.is_empty() && message && case.status() != 0 {
        let edit = apostrophe(script).filter(|edit| repair::is_whole(&edit.apply(&script.text), case));
        let because = "an apostrophe ended the quotes";
        return edit.map(|edit| Proposal::certain(edit, because)).into_iter().collect();
    }
    repair::propose(case, "unclosed quote", repair)
}

/// Repairs an unclosed quote.
pub fn repair(case: &Case<'_>, script: &Script, issue: Issue) -> Vec<Edit> {
    let quote = match issue.kind {
        IssueKind::UnclosedSingleQuote => '\'',
        IssueKind::UnclosedDoubleQuote => '"',
        IssueKind::UnclosedBacktick => '`',
        _ => return Vec::new(),
    };
    let text = script.text.as_str();
    if script.issues.iter().any(|other| other.kind == IssueKind::UnclosedParen && other.at > issue.at) {
        return Vec::new(); // `"$(date"`: the parenthesis is the cause
    }
    let Some(at) = text.get(issue.at..).and_then(|rest| rest.find(quote)).map(|skip| issue.at + skip) else {
        return Vec::new();
    };
    if quote == '\''
        && let Some(edit) = apostrophe(script)
    {
        return vec![edit];
    }
    let inside = text.get(at + 1..).unwrap_or("");
    let end = text.trim_end().len();
    let mut edits = Vec::new();
    if inside.trim().is_empty() {
        edits.extend(without_opener(script, at, quote));
        edits.push(Edit::new().replace(Span::new(at, at + 1), ""));
        return edits;
    }
    if quote == '\'' && joins_letters(text, at) {
        return lone_apostrophe(script, at);
    }
    // closed by the other kind of quote
    let other = if quote == '"' { '\'' } else { '"' };
    if inside.matches(other).count() == 1 && inside.trim_end().ends_with(other) {
        edits.push(Edit::new().replace(Span::new(end - 1, end), quote.to_string()));
    }
    if let Some(close) = early_end(case, inside).filter(|_| edits.is_empty()) {
        edits.push(Edit::new().insert(at + 1 + close, quote.to_string()));
    }
    edits.push(Edit::new().insert(end, quote.to_string()));
    edits
}

/// `'it's done'`: quotes around text that contains an apostrophe.
fn apostrophe(script: &Script) -> Option<Edit> {
    let text = script.text.as_str();
    let places: Vec<usize> = text.match_indices('\'').map(|(at, _)| at).collect();
    let opens = |at: usize| {
        text.get(..at)
            .unwrap_or("")
            .chars()
            .next_back()
            .is_none_or(|c| c.is_whitespace() || "=(:,".contains(c))
    };
    let closes = |at: usize| {
        text.get(at + 1..)
            .unwrap_or("")
            .chars()
            .next()
            .is_none_or(|c| c.is_whitespace() || ";|&),".contains(c))
    };
    let start = places.iter().copied().find(|at| opens(*at) && !closes(*at))?;
    let later: Vec<usize> = places.into_iter().filter(|at| *at > start).collect();
    let until = later.iter().copied().find(|at| opens(*at)).unwrap_or(text.len());
    let end = later.iter().copied().rev().find(|at| *at < until && closes(*at))?;
    let inner = later.iter().filter(|at| **at < end);
    if inner.clone().next().is_none() || !inner.clone().all(|at| joins_letters(text, *at)) {
        return None;
    }
    let value = text.get(start + 1..end)?;
    Some(Edit::new().replace(Span::new(start, end + 1), syntax::quote(value, script.dialect)))
}

/// Returns whether the quote is between two letters: `don't`.
fn joins_letters(text: &str, at: usize) -> bool {
    let before = text.get(..at).unwrap_or("").chars().next_back();
    let after = text.get(at + 1..).unwrap_or("").chars().next();
    before.is_some_and(char::is_alphanumeric) && after.is_some_and(char::is_alphabetic)
}

/// `echo don't panic`: quotes all words of a message, otherwise the one word.
fn lone_apostrophe(script: &Script, at: usize) -> Vec<Edit> {
    let text = script.text.as_str();
    let end = text.trim_end().len();
    let start = text.get(..at).and_then(|before| before.rfind([' ', '\t', '='])).map_or(0, |blank| blank + 1);
    let word_end = text
        .get(at..)
        .and_then(|rest| rest.find([' ', '\t', ';', '|', '&']))
        .map_or(end, |length| at + length);
    let quoted = |span: Span| Edit::new().replace(span, syntax::quote(script.raw(span), script.dialect));
    let command = script.commands.iter().find(|c| c.span.start <= at && at < c.span.end);
    let message = command.is_some_and(|c| {
        c.program_name().is_some_and(|name| programs::is(name, Role::Message))
            || c.words.iter().any(|w| w.value == "-m" || w.value == "--message")
    });
    let stop = text
        .get(at..)
        .and_then(|rest| rest.find([';', '|', '&', '>']))
        .map_or(end, |length| repair::end_before(text, at + length));
    let rest = text.get(word_end..stop).unwrap_or("");
    if message && !rest.contains(['"', '$', '`', '*']) && !rest.contains(" -") {
        // from the first word of the message
        let first = text.get(..start).map_or(start, |before| {
            let words = command.map_or(&[][..], |c| c.arguments());
            words.iter().rev().find(|w| w.span.end <= before.len() && w.value.starts_with('-')).map_or_else(
                || words.first().map_or(start, |w| w.span.start),
                |option| {
                    words.iter().find(|w| w.span.start > option.span.end).map_or(start, |w| w.span.start)
                },
            )
        });
        return vec![quoted(Span::new(first.min(start), stop)), quoted(Span::new(start, word_end))];
    }
    vec![quoted(Span::new(start, word_end))]
}

/// `echo hello world"`: the preceding words belong inside the quotes.
fn without_opener(script: &Script, at: usize, quote: char) -> Option<Edit> {
    let text = script.text.as_str();
    if quote == '`' || text.get(..at)?.ends_with([' ', '\t']) {
        return None;
    }
    let command = script.commands.iter().rev().find(|c| c.span.start <= at)?;
    let words: Vec<_> = command.arguments().iter().filter(|w| w.span.start < at).collect();
    let option = words.iter().rposition(|w| w.value.starts_with('-'));
    let first = words.get(option.map_or(0, |at| at + 1))?;
    (first.span.start + 1 < at && words.len() > option.map_or(0, |at| at + 1) + 1)
        .then(|| Edit::new().insert(first.span.start, quote.to_string()))
}

/// Returns where the quoted text probably ends: before an operator and a command, or before a file.
fn early_end(case: &Case<'_>, inside: &str) -> Option<usize> {
    for operator in [" && ", " || ", " | ", "; ", " > ", " >> "] {
        let Some(at) = inside.find(operator) else { continue };
        let next = inside.get(at + operator.len()..)?.split_whitespace().next().unwrap_or("");
        if operator.contains('>') || case.is_command(next) {
            return Some(at);
        }
    }
    let last = inside.trim_end().rsplit(char::is_whitespace).next()?;
    let before = inside.trim_end().strip_suffix(last)?;
    let is_file = case.exists(last);
    (is_file && !before.trim().is_empty()).then_some(before.trim_end().len())
}

#[cfg(test)]
mod tests {
    use super::super::repair::tests::{fixes, leaves, mends, mends_blind, world};

    const BASH: &str = "bash: unexpected EOF while looking for matching `''\n";
    const BASH_DOUBLE: &str = "bash: unexpected EOF while looking for matching `\"'\n";
    const DASH: &str = "dash: 2: Syntax error: Unterminated quoted string\n";

    #[test]
    fn apostrophe_in_quotes() {
        mends("bash", "git commit -m 'it's done'", 2, BASH, "git commit -m \"it's done\"");
        mends(
            "bash",
            "git commit -am 'don't break the user's build'",
            1,
            "error: pathspec 'break' did not match any file(s) known to git\n",
            "git commit -am \"don't break the user's build\"",
        );
        mends(
            "zsh", "git commit -m 'don't panic' -a", 1, "zsh: unmatched '\n",
            "git commit -m \"don't panic\" -a",
        );
        mends("dash", "echo 'what's up' | cat", 2, DASH, "echo \"what's up\" | cat");
        mends_blind("bash", "git commit -m 'it's $5'", 2, "git commit -m 'it'\\''s $5'");
        let fish = "fish: Unexpected end of string, quotes are not balanced\ngit commit -m 'it's done'\n                        ^\n";
        mends("fish", "git commit -m 'it's done'", 0, fish, "git commit -m \"it's done\"");
    }

    #[test]
    fn apostrophe_without_quotes() {
        mends("bash", "echo don't panic", 2, BASH, "echo \"don't panic\"");
        mends("bash", "git commit -m fix Bob's bug", 2, BASH, "git commit -m \"fix Bob's bug\"");
        mends("zsh", "cat bob's.txt", 1, "zsh: unmatched '\n", "cat \"bob's.txt\"");
    }

    #[test]
    fn open_quotes() {
        mends("bash", "echo \"hello world", 2, BASH_DOUBLE, "echo \"hello world\"");
        mends("bash", "echo \"hello'", 2, BASH_DOUBLE, "echo \"hello\"");
        mends("bash", "echo hello world\"", 2, BASH_DOUBLE, "echo \"hello world\"");
        mends("bash", "cat a.txt'", 2, BASH, "cat a.txt");
        mends("bash", "git commit -m \"fix && git push", 2, BASH_DOUBLE, "git commit -m \"fix\" && git push");
        mends("zsh", "grep 'a b notes.txt", 1, "zsh: unmatched '\n", "grep 'a b' notes.txt");
        mends(
            "bash",
            "echo `date",
            2,
            "bash: unexpected EOF while looking for matching ``'\n",
            "echo `date`",
        );
        mends_blind("dash", "echo \"a\" \"b", 2, "echo \"a\" \"b\"");
    }

    #[test]
    fn leaves_what_is_no_mistake() {
        leaves("bash", "cat ci.log", 0, Some(BASH));
        leaves("bash", "grep \"unexpected EOF\" ci.log", 0, Some(BASH));
        leaves("bash", "python3 -c 'it'", 1, Some("SyntaxError: EOL while scanning string literal\n"));
        assert_eq!(fixes("bash", "echo 'x", 130, Some("^C\n"), &world()), Vec::<String>::new());
    }
}
