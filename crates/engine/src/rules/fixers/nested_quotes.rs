//! `python3 -c "print("hi")"`: the quotes of the inner program end the quotes around it.

use super::prelude::*;
use super::repair;

pub fn propose(case: &Case<'_>, command: &Command) -> Option<Proposal> {
    let program = command.program_name().and_then(programs::find)?;
    // it takes a text in a language with quotes of its own
    let takes_code = program.is(Role::Code) || program.is_shell() || program.language.is_some();
    if case.status() == 0 || !takes_code {
        return None;
    }
    let turn = |word: &Word| Some(Edit::new().replace(word.span, turned(case.raw(word.span), word)?));
    let edit = command.arguments().iter().find_map(turn)?;
    repair::is_whole(&edit.apply(&case.failure.script.text), case)
        .then(|| Proposal::certain(edit, "the inner quotes end the outer ones"))
}

/// The word within the other kind of quotes.
fn turned(raw: &str, word: &Word) -> Option<String> {
    if word.quote != QuoteStyle::Mixed || word.dynamic {
        return None;
    }
    let quote = raw.chars().next().filter(|c| matches!(c, '"' | '\''))?;
    let inside = raw.strip_prefix(quote)?.strip_suffix(quote)?;
    let other = if quote == '"' { '\'' } else { '"' };
    // these are special in double quotes
    let plain = !inside.contains(other) && (other == '\'' || !inside.contains(['$', '`', '\\', '!']));
    // `'a'\''b'` and `"$x"/"$y"` are intended
    let nested = inside.matches(quote).count() % 2 == 0
        && inside.contains(quote)
        && !inside.contains('\\')
        && inside.contains(['(', '{', '[', ':', '=', ' ']);
    (plain && nested).then(|| format!("{other}{inside}{other}"))
}

#[cfg(test)]
mod tests {
    use super::super::repair::tests::{leaves, mends};

    const PYTHON: &str = "Traceback (most recent call last):\n  File \"<string>\", line 1, in <module>\nNameError: name 'hi' is not defined\n";

    #[test]
    fn other_quotes_around() {
        mends("bash", "python3 -c \"print(\"hi\")\"", 1, PYTHON, "python3 -c 'print(\"hi\")'");
        mends("zsh", "python3 -c 'print('hi')'", 1, PYTHON, "python3 -c \"print('hi')\"");
        mends(
            "bash",
            "jq \".[\"a\"]\" a.txt",
            3,
            "jq: error: a/0 is not defined at <top-level>, line 1:\n.[a]\njq: 1 compile error\n",
            "jq '.[\"a\"]' a.txt",
        );
    }

    #[test]
    fn leaves_joined_words() {
        leaves("bash", "python3 -c 'print(hi)'", 1, Some(PYTHON));
        leaves("bash", "python3 -c 'print('\\''hi'\\'')'", 1, Some(PYTHON));
    }
}
