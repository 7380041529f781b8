//! `mkdir x &&& cd x`, `&& git status`, `ls | | wc`, `echo a;; echo b`: misplaced or repeated operators.

use super::prelude::*;

/// Repairs a run of operators.
pub fn repair(_case: &Case<'_>, script: &Script, issue: Issue) -> Vec<Edit> {
    let text = script.text.as_str();
    if issue.kind == IssueKind::MissingTarget {
        return spaced_descriptor(text, issue.at)
            .or_else(|| spaced_append(text, issue.at))
            .into_iter()
            .collect();
    }
    if !matches!(issue.kind, IssueKind::UnexpectedOperator | IssueKind::MissingCommand) {
        return Vec::new();
    }
    let is_operator = |c: char| matches!(c, ';' | '&' | '|');
    if !text.get(issue.at..).is_some_and(|rest| rest.starts_with(is_operator)) {
        return Vec::new();
    }
    let part = |c: char| is_operator(c) || matches!(c, ' ' | '\t');
    let before = text.get(..issue.at).unwrap_or("").trim_end_matches(part);
    let after = text.get(issue.at..).unwrap_or("").trim_start_matches(part);
    let span = Span::new(before.len(), text.len() - after.len());
    let run = script.raw(span);
    let operators: String = run.chars().filter(|c| is_operator(*c)).collect();
    let edit = |with: &str| Edit::new().replace(span, with);
    if before.trim().is_empty() && operators.starts_with('|') {
        return Vec::new(); // the command that would feed it is missing
    }
    if before.trim().is_empty() || after.trim().is_empty() {
        // a background job keeps its `&`
        let ends = after.trim().is_empty() && operators.starts_with('&') && !operators.starts_with("&&");
        return vec![edit(if ends { " &" } else { "" })];
    }
    let last = before.rsplit([' ', '\t', ';', '\n']).next().unwrap_or("");
    if matches!(last, "then" | "do" | "else" | "{" | "(" | "begin") {
        return vec![edit(" ")];
    }
    if script.dialect == syntax::Dialect::Posix && run.trim() == "|&" {
        return vec![edit(" 2>&1 | ")];
    }
    let tight = !run.starts_with([' ', '\t']);
    meanings(&operators)
        .iter()
        .map(|operator| match *operator {
            ";" => edit("; "),
            operator if tight && !run.ends_with([' ', '\t']) => edit(operator),
            operator => edit(&format!(" {operator} ")),
        })
        .collect()
}

/// Returns the possible meanings of a run of operators, likeliest first.
fn meanings(operators: &str) -> &'static [&'static str] {
    let has = |c: char| operators.contains(c);
    match (has('&'), has('|'), has(';')) {
        (true, false, false) => &["&&"],
        (false, true, false) if operators.len() == 2 => &["|", "||"],
        (false, true, false) => &["||", "|"],
        (false, false, true) => &[";"],
        (true, false, true) if operators.contains("&&") => &["&&"],
        (true, false, true) => &["&"],
        (false, true, true) => &["|"],
        (true, true, _) if operators.starts_with("&&") => &["&&", "||"],
        _ => &["||", "&&"],
    }
}

/// `> > out`
fn spaced_append(text: &str, at: usize) -> Option<Edit> {
    let rest = text.get(at..)?.strip_prefix('>')?;
    let second = rest.trim_start_matches([' ', '\t']);
    (second.starts_with('>') && !second.starts_with(">>"))
        .then(|| Edit::new().replace(Span::new(at + 1, at + 1 + rest.len() - second.len()), ""))
}

/// `2> &1`: the descriptor belongs to the redirection.
fn spaced_descriptor(text: &str, at: usize) -> Option<Edit> {
    let operator = text.get(at..)?;
    let end = at + operator.find(['>', '<'])? + 1;
    let rest = text.get(end..)?;
    let blanks = rest.len() - rest.trim_start_matches([' ', '\t']).len();
    let descriptor = rest.trim_start_matches([' ', '\t']).strip_prefix('&')?;
    (blanks > 0 && descriptor.starts_with(|c: char| c.is_ascii_digit()))
        .then(|| Edit::new().replace(Span::new(end, end + blanks), ""))
}

#[cfg(test)]
mod tests {
    use super::super::repair::tests::{leaves, mends, mends_blind};

    #[test]
    fn in_the_middle() {
        mends(
            "bash",
            "mkdir x &&& cd x",
            2,
            "bash: syntax error near unexpected token `&'\n",
            "mkdir x && cd x",
        );
        mends("zsh", "mkdir x &&& cd x", 1, "zsh: parse error near `&'\n", "mkdir x && cd x");
        mends("dash", "ls & && date", 2, "dash: 1: Syntax error: \"&&\" unexpected\n", "ls && date");
        mends(
            "fish",
            "mkdir x &&& cd x",
            0,
            "fish: Expected a command, but found a '&'\nmkdir x &&& cd x\n          ^\n",
            "mkdir x && cd x",
        );
        mends("bash", "ls | | wc -l", 2, "bash: syntax error near unexpected token `|'\n", "ls | wc -l");
        mends("zsh", "ls ||| date", 1, "zsh: parse error near `|'\n", "ls || date");
        mends(
            "fish",
            "ls && || date",
            0,
            "fish: Expected a command, but found '||'\nls && || date\n      ^^\n",
            "ls && date",
        );
        mends("dash", "echo a;; echo b", 2, "dash: 1: Syntax error: \";;\" unexpected\n", "echo a; echo b");
        mends("bash", "ls ; ; date", 2, "bash: syntax error near unexpected token `;'\n", "ls; date");
        mends("bash", "ls &; date", 2, "bash: syntax error near unexpected token `;'\n", "ls & date");
        mends("bash", "ls 2> &1", 2, "bash: syntax error near unexpected token `&'\n", "ls 2>&1");
        mends("bash", "echo a > > out", 2, "bash: syntax error near unexpected token `>'\n", "echo a >> out");
        mends_blind("bash", "mkdir x &&& cd x", 2, "mkdir x && cd x");
    }

    #[test]
    fn at_the_ends() {
        mends("bash", "&& git status", 2, "bash: syntax error near unexpected token `&&'\n", "git status");
        leaves("zsh", "| grep x", 1, Some("zsh: parse error near `|'\n"));
        mends("dash", "; ls", 2, "dash: 1: Syntax error: \";\" unexpected\n", "ls");
        mends(
            "fish",
            "&& git status",
            0,
            "fish: Expected a string, but found '&&'\n&& git status\n^^\n",
            "git status",
        );
        mends("bash", "ls &&", 2, "bash: syntax error: unexpected end of file\n", "ls");
        mends("zsh", "ls |", 1, "zsh: parse error near `\\n'\n", "ls");
    }

    #[test]
    fn behind_keywords() {
        let bash = "bash: syntax error near unexpected token `;'\n";
        mends("bash", "if [ -f a.txt ]; then; echo yes; fi", 2, bash, "if [ -f a.txt ]; then echo yes; fi");
        mends("bash", "for i in 1 2; do; echo $i; done", 2, bash, "for i in 1 2; do echo $i; done");
        mends(
            "bash",
            "for i in 1 2; do echo $i; done;;",
            2,
            "bash: syntax error near unexpected token `;;'\n",
            "for i in 1 2; do echo $i; done",
        );
    }

    #[test]
    fn leaves_what_works() {
        leaves("bash", "ls && date", 1, Some(""));
        leaves("zsh", "ls ; ; date", 0, Some(""));
        leaves("bash", "sh build.sh", 2, Some("build.sh: 3: Syntax error: \"|\" unexpected\n"));
        leaves("bash", "grep '&&&' log", 0, Some("bash: syntax error near unexpected token `&'\n"));
    }
}
