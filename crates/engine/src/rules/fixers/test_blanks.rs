//! `[-f x ]`, `[ -f x]`, `[ a==b]`, `if[ -f x ]`: the spaces that `[` requires between its words.

use super::prelude::*;

pub fn propose(case: &Case<'_>) -> Option<Proposal> {
    let script = &case.failure.script;
    let asked = matches!(case.failure.kind, FailureKind::SyntaxError | FailureKind::CommandNotFound)
        || case.output.is_none() && case.status() <= 2
        || case.printed("last argument must be");
    if !asked {
        return None;
    }
    if let Some(edit) = joined_tests(script) {
        let because = "each test needs its own brackets";
        return Some(Proposal::certain(edit, because));
    }
    let mut whole = Edit::new();
    for command in case.commands() {
        if let Some(edit) = mend(script, command)
            && let Some(joined) = whole.clone().and(&edit)
        {
            whole = joined;
        }
    }
    if whole.is_empty() {
        return None;
    }
    let mended = whole.apply(&script.text);
    // these shells have no `[[`
    if matches!(script.dialect, Dialect::Posix | Dialect::Fish) && mended.contains("[[ ") {
        let text = super::double_brackets::single(&mended)?;
        whole = super::repair::between(&script.text, &text);
    }
    let mended = whole.apply(&script.text);
    if Script::parse(&mended, script.dialect).issues.len() > script.issues.len() {
        return None;
    }
    Some(Proposal::certain(whole, "`[` and `]` must be separate words"))
}

fn mend(script: &Script, command: &Command) -> Option<Edit> {
    let at = command.program()?;
    let word = command.words.get(at)?;
    let raw = script.raw(word.span);
    let (keyword, test) = ["if", "while", "until", "elif"]
        .iter()
        .find_map(|k| raw.strip_prefix(k).filter(|rest| rest.starts_with('[')).map(|rest| (k.len(), rest)))
        .unwrap_or((0, raw));
    let double = test.starts_with("[[");
    let opener = keyword + if double { 2 } else { 1 };
    if !test.starts_with('[') {
        return None;
    }
    let (open, close) = if double { ("[[", "]]") } else { ("[", "]") };
    let glued = test != open;
    let last = command.words.last()?;
    if glued
        && (!test.get(open.len()..)?.starts_with(|c: char| c.is_alphanumeric() || "-\"'$!~/.".contains(c))
            || !script.raw(last.span).ends_with(close))
    {
        return None;
    }
    let mut edit = Edit::new();
    if keyword > 0 {
        edit = edit.insert(word.span.start + keyword, " ");
    }
    if glued {
        edit = edit.insert(word.span.start + opener, " ");
        // an empty variable would disappear
        let operand = test.get(open.len()..)?;
        if !double && operand.starts_with('$') && !operand.contains(['"', '(', ']']) {
            edit = edit.insert(word.span.start + opener, "\"").insert(word.span.end, "\"");
        }
    }
    // `[ 1 > 2`: no bracket fixes that
    let keyword_behind = command.words.iter().find_map(|word| {
        let rest = script.raw(word.span).strip_prefix(close)?;
        matches!(rest, "then" | "do").then_some(word)
    });
    if let Some(word) = keyword_behind {
        edit = edit.insert(word.span.start + close.len(), "; ");
    } else if command.redirects.is_empty() && !command.words.iter().any(|word| script.raw(word.span) == close)
    {
        edit = closing(edit, script, last, close, word);
    }
    if edit.is_empty() {
        return None;
    }
    Some(operators(edit, script, command, at + 1))
}

fn closing(edit: Edit, script: &Script, last: &Word, close: &str, program: &Word) -> Edit {
    let raw = script.raw(last.span);
    match raw.strip_suffix(close) {
        // `${a[1]}` and `a[0]` end in their own brackets
        Some(before)
            if before.matches('[').count() == before.matches(']').count() || last.span == program.span =>
        {
            edit.insert(last.span.end - close.len(), " ")
        }
        Some(_) => edit,
        // `[[ … ]`
        None if close == "]]" && raw == "]" => edit.replace(Span::new(last.span.end, last.span.end), "]"),
        None if last.span != program.span => edit.insert(last.span.end, format!(" {close}")),
        None => edit,
    }
}

/// Changes `a==b` to `a == b`, in a test of one word.
fn operators(edit: Edit, script: &Script, command: &Command, from: usize) -> Edit {
    let words: Vec<&Word> = command
        .words
        .iter()
        .skip(from)
        .filter(|w| script.raw(w.span) != "]" && script.raw(w.span) != "]]")
        .collect();
    let [word] = words.as_slice() else { return edit };
    let raw = script.raw(word.span);
    for operator in ["==", "!=", "="] {
        let Some((left, right)) = raw.split_once(operator) else { continue };
        if left.is_empty() || right.trim_end_matches(']').is_empty() || raw.starts_with('-') {
            return edit;
        }
        let start = word.span.start + left.len();
        return edit.insert(start, " ").insert(start + operator.len(), " ");
    }
    edit
}

/// `[ -d a && -d b ]`
fn joined_tests(script: &Script) -> Option<Edit> {
    let pair = script.commands.windows(2).find_map(|pair| match pair {
        [first, second] if matches!(second.connector, Connector::And | Connector::Or) => {
            Some((first, second))
        }
        _ => None,
    });
    let (first, second) = pair?;
    let opens =
        first.program_name() == Some("[") && first.words.last()?.value != "]" && first.words.len() > 2;
    let word = second.words.first()?;
    let closes = second.words.last()?.value == "]" && word.value != "[";
    let is_test = word.value.starts_with(['-', '$', '"', '!']) || word.dynamic;
    (opens && closes && is_test).then(|| {
        Edit::new().insert(first.words.last()?.span.end, " ]").insert(word.span.start, "[ ").into()
    })?
}

#[cfg(test)]
mod tests {
    use super::super::repair::tests::{leaves, mends, mends_blind};

    #[test]
    fn a_keyword_is_glued_to_the_bracket() {
        let said = "bash: syntax error near unexpected token `fi'\n";
        super::super::repair::tests::mends(
            "bash", "if [ $a = 1 ]then echo yes; fi", 2, said, "if [ $a = 1 ]; then echo yes; fi",
        );
    }

    #[test]
    fn behind_the_opener() {
        mends("bash", "[-f a.txt ]", 127, "bash: [-f: command not found\n", "[ -f a.txt ]");
        mends("zsh", "[-f a.txt ]", 1, "zsh: bad pattern: [-f\n", "[ -f a.txt ]");
        mends(
            "dash", "if [-f a.txt ]; then echo yes; fi", 0, "dash: 1: [-f: not found\n",
            "if [ -f a.txt ]; then echo yes; fi",
        );
        mends("fish", "[-f a.txt ]", 127, "fish: Unknown command: '[-f'\n", "[ -f a.txt ]");
        mends("bash", "[a = b]", 127, "bash: [a: command not found\n", "[ a = b ]");
        mends(
            "bash", "if [$x = y]; then echo; fi", 0, "bash: [: missing `]'\n",
            "if [ \"$x\" = y ]; then echo; fi",
        );
        mends("bash", "[[-f a.txt ]] && ls", 127, "bash: [[-f: command not found\n", "[[ -f a.txt ]] && ls");
        mends(
            "bash",
            "if[ -f a.txt ]; then ls; fi",
            2,
            "bash: syntax error near unexpected token `then'\n",
            "if [ -f a.txt ]; then ls; fi",
        );
    }

    #[test]
    fn before_the_closer() {
        mends("bash", "[ -f a.txt]", 2, "bash: [: missing `]'\n", "[ -f a.txt ]");
        mends("zsh", "[ -f a.txt] && ls", 2, "[: ']' expected\n", "[ -f a.txt ] && ls");
        mends("dash", "[ -f a.txt]", 2, "dash: 1: [: missing ]\n", "[ -f a.txt ]");
        mends(
            "fish",
            "[ -f a.txt]",
            2,
            "[: the last argument must be ']'\n\n(Type 'help [' for related documentation)\n",
            "[ -f a.txt ]",
        );
        mends("bash", "[ -f a.txt", 2, "bash: [: missing `]'\n", "[ -f a.txt ]");
        mends("bash", "[[ -f a.txt ]", 0, "bash: syntax error in conditional expression\n", "[[ -f a.txt ]]");
        mends("dash", "[[ -f a.txt]]", 127, "dash: 1: [[: not found\n", "[ -f a.txt ]");
        mends("bash", "[ a==b]", 2, "bash: [: missing `]'\n", "[ a == b ]");
        mends_blind("bash", "[ -f a.txt]", 2, "[ -f a.txt ]");
        mends_blind("bash", "if [-f a.txt ]; then ls; fi", 0, "if [ -f a.txt ]; then ls; fi");
        mends_blind("bash", "[-f a.txt ]", 127, "[ -f a.txt ]");
    }

    #[test]
    fn leaves_tests_that_answer() {
        leaves("bash", "[ -f missing ]", 1, Some(""));
        leaves("bash", "[ -f missing ]", 1, None);
        leaves("zsh", "[[ -f missing ]]", 1, Some(""));
        leaves("bash", "echo [x]", 0, Some("[x]\n"));
    }
}
