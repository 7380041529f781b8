//! `echo $(basename /a/b))`, `echo $(date`, `f() { echo hi }`: an extra or missing bracket.

use super::prelude::*;
use super::repair;
use super::repair::end_before;

/// Repairs an unmatched bracket.
pub fn repair(case: &Case<'_>, script: &Script, issue: Issue) -> Vec<Edit> {
    let text = script.text.as_str();
    let end = text.trim_end().len();
    let after = text.get(issue.at..).unwrap_or("");
    match issue.kind {
        IssueKind::UnexpectedClose => {
            let branch = next_branch(text, issue.at).map(|at| Edit::new().insert(at, ";"));
            branch.map_or_else(|| remove(script, issue.at), |edit| vec![edit])
        }
        IssueKind::UnclosedParen => {
            let mut edits = Vec::new();
            // `"$(date"`: the bracket belongs before the quote that ends the word
            if let Some(before) = text.get(..end).and_then(|text| text.strip_suffix(['"', '\''])) {
                edits.push(Edit::new().insert(before.len(), ")"));
            }
            if let Some(operator) = early_end(case, after) {
                edits.push(Edit::new().insert(issue.at + operator, ")"));
            }
            edits.push(Edit::new().insert(end, ")"));
            edits.push(Edit::new().insert(end, "))"));
            edits.retain(|edit| repair::is_whole(&edit.apply(text), case) || script.issues.len() > 1);
            edits
        }
        IssueKind::UnclosedBrace if after.starts_with("${") => {
            let name = after.bytes().skip(2).take_while(|b| b.is_ascii_alphanumeric() || *b == b'_').count();
            let (inner, outer) = (Edit::new().insert(issue.at + 2 + name, "}"), Edit::new().insert(end, "}"));
            // `${x:-default`, `${x%.*`: an operator follows
            let operator =
                after.get(2 + name..).is_some_and(|rest| rest.starts_with([':', '%', '#', '^', '[']));
            if operator { vec![outer, inner] } else { vec![inner, outer] }
        }
        IssueKind::UnclosedBrace => {
            let last = text.get(..end).unwrap_or("");
            let separator = if last.ends_with([';', '{']) { " }" } else { "; }" };
            vec![Edit::new().insert(end, separator)]
        }
        IssueKind::MissingSeparator if after.starts_with('}') => {
            vec![Edit::new().insert(end_before(text, issue.at), ";")]
        }
        _ => Vec::new(),
    }
}

/// Removes the closing bracket, with the blanks or the separator before it if it stands alone.
fn remove(script: &Script, at: usize) -> Vec<Edit> {
    let text = script.text.as_str();
    let alone = text.get(..at).is_some_and(|before| before.ends_with([' ', '\t']));
    let mut start = if alone { end_before(text, at) } else { at };
    let last = text.get(at + 1..).is_none_or(|rest| rest.trim().is_empty());
    if alone && last {
        start = text.get(..start).map_or(start, |before| before.trim_end_matches([';', ' ']).len());
    }
    vec![Edit::new().replace(Span::new(start, at + 1), "")]
}

/// Returns the offset of an operator that is followed by a command.
fn early_end(case: &Case<'_>, inside: &str) -> Option<usize> {
    [" && ", " || ", "; "].iter().find_map(|operator| {
        let at = inside.find(operator)?;
        let next = inside.get(at + operator.len()..)?.split_whitespace().next()?;
        case.is_command(next).then_some(at)
    })
}

/// `case x in a) ls; b) …`: a branch that ends with `;` instead of `;;`.
fn next_branch(text: &str, close: usize) -> Option<usize> {
    let before = text.get(..close)?;
    let in_case = before.trim_start().starts_with("case ") && before.contains(" in ");
    let label = before.rfind([';', ' ']).filter(|_| in_case)?;
    let end = before.get(..=label)?.trim_end();
    (end.ends_with(';') && !end.ends_with(";;")).then_some(end.len())
}

#[cfg(test)]
mod tests {
    use super::super::repair::tests::{leaves, mends, mends_blind};

    #[test]
    fn closers_too_many() {
        mends(
            "bash",
            "echo $(basename /a/b))",
            2,
            "bash: syntax error near unexpected token `)'\n",
            "echo $(basename /a/b)",
        );
        mends("zsh", "echo hi)", 1, "zsh: parse error near `)'\n", "echo hi");
        mends("dash", "echo $(date))", 2, "dash: 1: Syntax error: \")\" unexpected\n", "echo $(date)");
        mends(
            "fish",
            "echo hi)",
            0,
            "fish: Unexpected ')' for unopened parenthesis\necho hi)\n       ^\n",
            "echo hi",
        );
        mends(
            "fish",
            "echo hi}",
            0,
            "fish: Unexpected '}' for unopened brace expansion\necho hi}\n       ^\n",
            "echo hi",
        );
        mends("zsh", "ls }", 1, "zsh: parse error near `}'\n", "ls");
        mends_blind("bash", "echo $(date))", 2, "echo $(date)");
    }

    #[test]
    fn closers_too_few() {
        mends(
            "bash",
            "echo $(date",
            2,
            "bash: unexpected EOF while looking for matching `)'\n",
            "echo $(date)",
        );
        mends(
            "bash",
            "echo \"$(date\"",
            2,
            "bash: unexpected EOF while looking for matching `)'\n",
            "echo \"$(date)\"",
        );
        mends(
            "bash",
            "echo $((1 + 2)",
            2,
            "bash: unexpected EOF while looking for matching `)'\n",
            "echo $((1 + 2))",
        );
        mends(
            "bash",
            "echo ${HOME/x",
            2,
            "bash: unexpected EOF while looking for matching `}'\n",
            "echo ${HOME}/x",
        );
        mends(
            "bash",
            "echo ${x:-default",
            2,
            "bash: unexpected EOF while looking for matching `}'\n",
            "echo ${x:-default}",
        );
        mends("zsh", "echo ${HOME", 1, "zsh: closing brace expected\n", "echo ${HOME}");
        mends(
            "dash",
            "(echo hi",
            2,
            "dash: 2: Syntax error: end of file unexpected (expecting \")\")\n",
            "(echo hi)",
        );
        mends("bash", "{ echo hi; ", 2, "bash: syntax error: unexpected end of file\n", "{ echo hi; }");
        mends(
            "bash",
            "f() { echo hi }",
            2,
            "bash: syntax error: unexpected end of file\n",
            "f() { echo hi; }",
        );
    }

    #[test]
    fn leaves_what_others_say() {
        leaves("bash", "cat ci.log", 0, Some("bash: syntax error near unexpected token `)'\n"));
        leaves(
            "bash",
            "bash -c 'echo )'",
            2,
            Some("bash: -c: line 1: syntax error near unexpected token `)'\nbash: -c: line 1: `echo )'\n"),
        );
    }
}
