//! `grep foo(bar) f`, `echo (date)`, `find . (-name a)`: parentheses that the shell interprets.

use super::prelude::*;
use super::repair;

pub fn propose(case: &Case<'_>) -> Vec<Proposal> {
    let because = "unquoted parentheses are shell syntax";
    let script = &case.failure.script;
    if let Some(edit) = escaped_twice(case, &script.text) {
        let because = "one backslash quotes a parenthesis, two are a quoted backslash";
        return vec![Proposal::certain(edit, because)];
    }
    // zsh parses them as glob flags and complains only when it runs the line
    let zsh = script.dialect == Dialect::Zsh
        && script.issues.is_empty()
        && repair::is_wrong(case)
        && case.printed_any(&[
            "unknown file attribute", "number expected", "no matches found", "unknown sort specifier",
        ]);
    if zsh {
        let arguments =
            case.commands().flat_map(|c| c.arguments()).find(|w| script.raw(w.span).contains('(') && w.glob);
        let at = arguments.and_then(|w| script.raw(w.span).find('(').map(|at| w.span.start + at));
        let edits = at.map(|at| mend(case, script, at)).unwrap_or_default();
        return edits.into_iter().take(1).map(|edit| Proposal::certain(edit, because)).collect();
    }
    repair::propose(case, because, repair)
}

/// `find . \\( -name a \\)`: copied out of a string in which each backslash is doubled.
fn escaped_twice(case: &Case<'_>, text: &str) -> Option<Edit> {
    let is_refused = repair::is_wrong(case) || case.printed("unknown file attribute");
    if !is_refused || !text.contains(r"\\(") || text.contains(r"\\\") {
        return None;
    }
    let (mut edit, mut open) = (Edit::new(), None);
    for (at, c) in text.char_indices() {
        let rest = text.get(at..)?;
        open = match open {
            Some(quote) if quote == c => None,
            Some(quote) => Some(quote),
            None if matches!(c, '\'' | '"') => Some(c),
            None => None,
        };
        if open.is_none() && (rest.starts_with(r"\\(") || rest.starts_with(r"\\)")) {
            edit = edit.replace(Span::new(at, at + 1), "");
        }
    }
    repair::is_whole(&edit.apply(text), case).then_some(edit)
}

/// Quotes the text in parentheses, or turns it into the intended substitution.
pub fn repair(case: &Case<'_>, script: &Script, issue: Issue) -> Vec<Edit> {
    let opens = script.text.get(issue.at..).is_some_and(|rest| rest.starts_with('('));
    if issue.kind != IssueKind::UnexpectedOperator || !opens || script.dialect == Dialect::Fish {
        return Vec::new();
    }
    mend(case, script, issue.at)
}

fn mend(case: &Case<'_>, script: &Script, at: usize) -> Vec<Edit> {
    let text = script.text.as_str();
    let Some(close) = partner(text, at).filter(|close| *close > at + 1) else { return Vec::new() };
    let glued = text.get(..at).is_some_and(|before| !before.ends_with([' ', '\t']));
    let inside = text.get(at + 1..close).unwrap_or("");
    let first = inside.split_whitespace().next().unwrap_or("");
    let Some(command) = script.commands.iter().rev().find(|c| c.span.start < at) else { return Vec::new() };
    let name = command.program_name().unwrap_or("");
    // `print("x")`: code of another language
    if glued
        && command
            .words
            .first()
            .is_some_and(|word| word.span.end == at || script.raw(word.span).contains('('))
    {
        return Vec::new();
    }
    // `x = (1 2)`
    if text.get(..at).is_some_and(|before| before.trim_end().ends_with('=')) {
        return Vec::new();
    }
    if matches!(name, "find" | "test" | "[") && !glued {
        let open = if inside.starts_with(' ') { "\\(" } else { "\\( " };
        let shut = if inside.ends_with(' ') { "\\)" } else { " \\)" };
        return vec![
            Edit::new().replace(Span::new(at, at + 1), open).replace(Span::new(close, close + 1), shut),
        ];
    }
    if !glued && case.is_command(first) && !matches!(name, "git" | "awk" | "grep") {
        return vec![Edit::new().insert(at, "$")];
    }
    if let Some(edit) = program_text(script, command, at) {
        return vec![edit];
    }
    let quoted = |span: Span| Edit::new().replace(span, syntax::quote(script.raw(span), script.dialect));
    let stop = |c: char| c.is_whitespace() || matches!(c, ';' | '|' | '&' | '<' | '>');
    let mut start = text.get(..at).and_then(|before| before.rfind(stop)).map_or(0, |blank| blank + 1);
    // `--format=%h (%an)`: the value continues
    if !glued
        && let Some(option) = command.arguments().iter().find(|w| w.span.end == repair::end_before(text, at))
        && option.value.starts_with("--")
        && option.value.contains('=')
    {
        start = option.span.start;
    }
    let end = text.get(close..).and_then(|rest| rest.find(stop)).map_or(text.len(), |length| close + length);
    if matches!(name, "echo" | "printf" | "print")
        || command.arguments().iter().any(|w| matches!(w.value.as_str(), "-m" | "-am"))
    {
        // a message: quote all of it
        let words = command.arguments();
        let option = words.iter().rposition(|w| w.span.end <= at && w.value.starts_with('-'));
        let first = words.get(option.map_or(0, |at| at + 1)).map_or(start, |w| w.span.start);
        let rest = text.get(end..).unwrap_or("");
        let last = rest
            .find([';', '|', '&', '<', '>'])
            .map_or(text.trim_end().len(), |length| repair::end_before(text, end + length));
        let whole = Span::new(first.min(start), last.max(end));
        if !script.raw(whole).contains(['"', '\'', '$', '`', '\\']) {
            return vec![quoted(whole)];
        }
    }
    let word = Span::new(start, end);
    if script.raw(word).contains(['"', '\'', '$', '`', '\\']) {
        return vec![Edit::new().insert(at, "\\").insert(close, "\\")];
    }
    // `--pretty=%h(x)`: quote only the value
    let head =
        script.raw(word).find('=').filter(|_| script.raw(word).starts_with('-')).map_or(0, |at| at + 1);
    vec![quoted(Span::new(word.start + head, word.end))]
}

/// `python3 -c print("hi")`: everything that follows is a program.
fn program_text(script: &Script, command: &Command, at: usize) -> Option<Edit> {
    let arguments = command.arguments();
    // `sqlite3 FILE select count(*) …`
    if command.program_name() == Some("sqlite3") {
        let operands: Vec<&syntax::Word> =
            arguments.iter().filter(|word| !word.value.starts_with('-')).collect();
        let start = operands.get(1)?.span.start;
        let program = script.text.trim_end().get(start..)?;
        let plain = start < at && !program.contains(['\'', '|', '>', '<', '&', '`']);
        return plain
            .then(|| Edit::new().replace(Span::new(start, start + program.len()), format!("'{program}'")));
    }
    let (option, start) = arguments.windows(2).find_map(|pair| match pair {
        [option, text] if text.span.start <= at && at <= text.span.end => Some((option, text.span.start)),
        _ => None,
    })?;
    let text = script.text.trim_end();
    let program = text.get(start..)?;
    let plain = !program.contains(['\'', '|', '>', '<', '&', '`']);
    (plain && matches!(option.value.as_str(), "-c" | "-e" | "-E" | "--eval" | "-r" | "-p"))
        .then(|| Edit::new().replace(Span::new(start, text.len()), format!("'{program}'")))
}

fn partner(text: &str, open: usize) -> Option<usize> {
    let mut depth = 0_u32;
    for (at, c) in text.char_indices().skip_while(|(at, _)| *at < open) {
        match c {
            '(' => depth += 1,
            ')' if depth == 1 => return Some(at),
            ')' => depth = depth.saturating_sub(1),
            _ => {}
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::super::repair::tests::{leaves, mends};

    const BASH: &str = "bash: syntax error near unexpected token `('\n";

    #[test]
    fn quotes_arguments() {
        mends("bash", "grep foo(bar) a.txt", 2, BASH, "grep 'foo(bar)' a.txt");
        mends("zsh", "grep foo(bar) a.txt", 1, "zsh: unknown file attribute: b\n", "grep 'foo(bar)' a.txt");
        mends("dash", "cat foo(1).txt", 2, "dash: 1: Syntax error: \"(\" unexpected\n", "cat 'foo(1).txt'");
        mends("bash", "git log --format=%h (%an)", 2, BASH, "git log --format='%h (%an)'");
        mends("bash", "find . -type f ( -name a )", 2, BASH, "find . -type f \\( -name a \\)");
        mends("bash", "echo hello (world)", 2, BASH, "echo 'hello (world)'");
        mends("bash", "python3 -c print(\"hi\")", 2, BASH, "python3 -c 'print(\"hi\")'");
        mends("bash", "git commit -m fix(core) bug", 2, BASH, "git commit -m 'fix(core) bug'");
    }

    #[test]
    fn a_doubled_backslash_before_a_parenthesis() {
        let find = "find . \\\\( -name a \\\\)";
        mends("bash", find, 2, BASH, "find . \\( -name a \\)");
        mends("zsh", find, 1, "zsh: unknown file attribute:  \n", "find . \\( -name a \\)");
        let quoted = "echo '\\\\(' && find . \\\\( -name x \\\\)";
        mends("bash", quoted, 2, BASH, "echo '\\\\(' && find . \\( -name x \\)");
    }

    #[test]
    fn substitutes_and_groups() {
        mends("bash", "echo (date)", 2, "bash: syntax error near unexpected token `date'\n", "echo $(date)");
        mends("zsh", "echo (date)", 1, "zsh: number expected\n", "echo $(date)");
        mends("bash", "find . (-name a -o -name b)", 2, BASH, "find . \\( -name a -o -name b \\)");
    }

    #[test]
    fn leaves_definitions() {
        leaves("bash", "python3 x.py", 1, Some("SyntaxError: '(' was never closed\n"));
    }
}
