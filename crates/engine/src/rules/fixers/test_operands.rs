//! `[ $x = y ]` with an empty `$x`, `[ a == b ]` in zsh and dash: operands and operators of tests.

use super::prelude::*;

/// Messages of shells about a missing operand or an unknown operator.
const MESSAGES: &[&str] = table!("test_operand_errors");

pub fn propose(case: &Case<'_>) -> Option<Proposal> {
    let said = case.printed_any(MESSAGES);
    // status 1 is an answer, 2 is not; nor is a line that is invalid by its text alone
    let blind =
        case.output.is_none() && (case.status() == 2 || case.failure.kind == FailureKind::SyntaxError);
    // dash quotes the text it could not parse: if there is any, the variable was not empty
    let has_value = case.output.is_some_and(|output| {
        output
            .lines()
            .any(|line| line.rsplit_once("Illegal number: ").is_some_and(|(_, text)| !text.trim().is_empty()))
    });
    if !said && !blind || has_value {
        return None;
    }
    let mut whole = Edit::new();
    let (mut quoted, mut equals) = (false, false);
    for command in case.commands() {
        let Some(words) = operands(command) else { continue };
        let numeric =
            words.iter().any(|w| matches!(w.value.as_str(), "-eq" | "-ne" | "-lt" | "-le" | "-gt" | "-ge"));
        for (at, word) in words.iter().enumerate() {
            if word.value == "==" && word.quote == QuoteStyle::Bare && case.dialect() != Dialect::Bash {
                whole = whole.replace(word.span, "=");
                equals = true;
            } else if let Some(text) = protected(case, words, at, numeric) {
                whole = whole.replace(word.span, text);
                quoted = true;
            }
        }
    }
    if whole.is_empty()
        && let Some(edit) = case.commands().find_map(|command| operator(case, command))
    {
        return Some(Proposal::certain(edit, "unknown comparison operator"));
    }
    let because = match (quoted, equals) {
        (true, _) => "an empty variable disappears: quote it",
        (false, true) => "use = to compare here",
        _ => return None,
    };
    Some(Proposal::certain(whole, because))
}

/// `[ 3 -gte 2 ]`: an operator that does not exist.
fn operator(case: &Case<'_>, command: &Command) -> Option<Edit> {
    const OTHERS: &[(&str, &str)] = table!("test_operators");
    let [_, word, _] = operands(command)? else { return None };
    let (_, meant) = OTHERS.iter().find(|(typed, _)| *typed == word.value)?;
    case.printed(&word.value).then(|| Edit::new().replace(word.span, *meant))
}

/// Returns the words between `[` or `test` and `]`.
fn operands(command: &Command) -> Option<&[Word]> {
    let words = match command.program_name()? {
        "test" => command.arguments(),
        "[" => command.arguments().split_last().filter(|(last, _)| last.value == "]")?.1,
        _ => return None,
    };
    (words.len() > 1).then_some(words)
}

/// Quotes the word so that it remains one word if it is empty; `None` if that is unnecessary.
fn protected(case: &Case<'_>, words: &[Word], at: usize, numeric: bool) -> Option<String> {
    let word = words.get(at)?;
    let raw = case.raw(word.span);
    let plain = |raw: &str| {
        raw.strip_prefix('$')
            .map(|rest| rest.trim_start_matches('{').trim_end_matches('}').to_owned())
            .filter(|name| is_name(name))
    };
    let unquoted = raw.strip_prefix('"').and_then(|rest| rest.strip_suffix('"')).unwrap_or(raw);
    if numeric {
        // an empty string is not a number
        let name = plain(unquoted).filter(|_| case.dialect().is_bourne())?;
        return Some(format!("\"${{{name}:-0}}\""));
    }
    let bare =
        word.quote == QuoteStyle::Bare && word.dynamic && !raw.contains(['"', '\'']) && !raw.starts_with('`');
    bare.then(|| format!("\"{raw}\""))
}

#[cfg(test)]
mod tests {
    use super::super::repair::tests::{leaves, mends, mends_blind};

    #[test]
    fn empty_variables() {
        mends(
            "bash",
            "[ $nothing = yes ] || echo no",
            0,
            "bash: [: =: unary operator expected\nno\n",
            "[ \"$nothing\" = yes ] || echo no",
        );
        mends("dash", "[ $x = y ]", 2, "dash: 1: [: =: unexpected operator\n", "[ \"$x\" = y ]");
        mends("zsh", "[ $x = y ]", 2, "zsh: parse error: condition expected: =\n", "[ \"$x\" = y ]");
        mends("fish", "[ $x = y ]", 1, "[: Missing argument at index 3\n= y\n    ^\n", "[ \"$x\" = y ]");
        mends("bash", "test $x = y", 2, "bash: test: =: unary operator expected\n", "test \"$x\" = y");
        mends("bash", "[ $x -eq 1 ]", 2, "bash: [: -eq: unary operator expected\n", "[ \"${x:-0}\" -eq 1 ]");
        mends("zsh", "[ $x -eq 1 ]", 2, "[: unknown condition: -eq\n", "[ \"${x:-0}\" -eq 1 ]");
        mends_blind("bash", "[ $x = y ]", 2, "[ \"$x\" = y ]");
    }

    #[test]
    fn double_equals() {
        mends("zsh", "[ a == a ] && echo same", 1, "zsh: = not found\n", "[ a = a ] && echo same");
        mends_blind("zsh", "[ a == a ] && echo same", 1, "[ a = a ] && echo same");
        mends("dash", "[ a == a ]", 2, "dash: 1: [: a: unexpected operator\n", "[ a = a ]");
        mends(
            "fish",
            "test a == a",
            1,
            "test: unexpected argument at index 2: '=='\na == a\n  ^\n",
            "test a = a",
        );
    }

    #[test]
    fn leaves_answers() {
        leaves("bash", "[ $x = y ]", 1, Some(""));
        leaves("bash", "[ \"$x\" = y ]", 1, None);
        leaves("bash", "test -f log && cat log", 0, Some("bash: [: =: unary operator expected\n"));
    }
}
