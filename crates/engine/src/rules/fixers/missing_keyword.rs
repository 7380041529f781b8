//! `if [ -f x ] then …`, `for i in 1 2; echo $i; done`, a missing `fi`: keywords of compound commands.

use super::prelude::*;
use super::repair::end_before;

/// Repairs a missing or stray keyword.
pub fn repair(_case: &Case<'_>, script: &Script, issue: Issue) -> Vec<Edit> {
    let text = script.text.as_str();
    let after = text.get(issue.at..).unwrap_or("");
    match issue.kind {
        IssueKind::MissingSeparator => {
            let mut end = end_before(text, issue.at);
            // `for i in 1 2: do`
            let colon =
                text.get(..end).is_some_and(|before| before.ends_with(':')) && after.starts_with("do");
            end -= usize::from(colon);
            vec![Edit::new().replace(Span::new(end, end + usize::from(colon)), ";")]
        }
        IssueKind::MissingKeyword(word @ ("then" | "do" | "in")) => missing_opener(script, issue.at, word),
        IssueKind::MissingKeyword(closer) => missing_closer(script, issue.at, closer),
        IssueKind::UnexpectedKeyword(word) => stray(script, issue.at, word),
        IssueKind::UnexpectedWord if after.starts_with("if ") => vec![],
        _ => Vec::new(),
    }
}

fn missing_opener(script: &Script, at: usize, word: &str) -> Vec<Edit> {
    let text = script.text.as_str();
    let end = end_before(text, at);
    let before = text.get(..end).unwrap_or("");
    let separated = word == "in" || before.ends_with([';', '\n', '&']);
    if at >= text.trim_end().len() {
        return Vec::new(); // the body is missing
    }
    let with = if separated { format!(" {word} ") } else { format!("; {word} ") };
    vec![Edit::new().replace(Span::new(end, at), with)]
}

fn missing_closer(script: &Script, at: usize, closer: &'static str) -> Vec<Edit> {
    let text = script.text.as_str();
    let end = text.trim_end().len();
    let mut edits = Vec::new();
    if closer == "fi" {
        // `else if` opens another `if`; `elif` is meant
        for other in ["else if ", "elseif ", "elsif "] {
            if let Some(found) = text.get(at..).and_then(|rest| rest.find(other)) {
                let start = at + found;
                edits.push(Edit::new().replace(Span::new(start, start + other.len()), "elif "));
            }
        }
    }
    // a keyword that closes a block in another language
    if let Some(found) = last_word(text, &["end", "endif", "fi", "done", "esac", "next", "}"])
        .filter(|span| script.raw(*span) != closer)
    {
        edits.push(Edit::new().replace(found, closer));
    }
    let last = text.get(..end).unwrap_or("");
    // `then echo x fi`: it is there, without its separator
    let is_joined = |body: &&str| {
        body.ends_with([' ', '\t']) && !body.trim_end().ends_with([';', '\n', '&', '|', '(', ')', '{'])
    };
    if let Some(body) = last.strip_suffix(closer).filter(is_joined) {
        let start = body.trim_end().len();
        return vec![Edit::new().replace(Span::new(start, end), format!("; {closer}"))];
    }
    let with = match closer {
        "]]" | "]" => format!(" {closer}"),
        _ if last.ends_with([';', '\n', '&']) => format!(" {closer}"),
        _ => format!("; {closer}"),
    };
    if edits.is_empty() || closer == "fi" && text.contains("else if ") {
        edits.push(Edit::new().insert(end, with));
    }
    edits
}

/// Returns the span of the last word, if it is one of these and in command position.
fn last_word(text: &str, words: &[&str]) -> Option<Span> {
    let trimmed = text.trim_end().trim_end_matches([';', ' ']);
    let word = words.iter().find(|word| {
        trimmed
            .strip_suffix(**word)
            .is_some_and(|before| before.trim_end_matches([' ', '\t']).ends_with([';', '\n']))
    })?;
    Some(Span::new(trimmed.len() - word.len(), trimmed.len()))
}

/// Repairs a keyword that closes or continues nothing.
fn stray(script: &Script, at: usize, word: &str) -> Vec<Edit> {
    let text = script.text.as_str();
    let end = end_before(text, at);
    let before = text.get(..end).unwrap_or("");
    let rest = text.get(at + word.len()..).unwrap_or("");
    // `elseif`: the `then` after it is the first word that does not fit
    if word == "then" {
        for other in ["elseif ", "elsif ", "else if "] {
            if let Some(start) = before.rfind(other) {
                return vec![Edit::new().replace(Span::new(start, start + other.len()), "elif ")];
            }
        }
    }
    // zsh parses `for i in 1 2; echo $i` as a complete loop
    let header = before.trim_start().split(' ').next().unwrap_or("");
    if word == "done"
        && matches!(header, "for" | "while" | "until")
        && !before.contains(" do ")
        && let Some(semicolon) = before.find("; ")
    {
        return vec![Edit::new().insert(semicolon + 2, "do ")];
    }
    let wanted = if before.contains("if ") { "fi" } else { "done" };
    let mut edits = Vec::new();
    if script.dialect != Dialect::Fish
        && matches!(word, "done" | "fi" | "esac")
        && word != wanted
        && rest.trim().is_empty()
    {
        edits.push(Edit::new().replace(Span::new(at, at + word.len()), wanted)); // closes another block
    }
    if rest.trim().is_empty() {
        let start = before.trim_end_matches([';', ' ']).len();
        edits.push(Edit::new().replace(Span::new(start, text.len()), ""));
    } else if matches!(word, "do" | "then") && before.trim().is_empty() {
        edits.push(Edit::new().replace(Span::new(0, at + word.len() + 1), ""));
    }
    edits
}

#[cfg(test)]
mod tests {
    use super::super::repair::tests::{leaves, mends, mends_blind};

    const FI: &str = "bash: syntax error near unexpected token `fi'\n";
    const DONE: &str = "bash: syntax error near unexpected token `done'\n";
    const END: &str = "bash: syntax error: unexpected end of file\n";

    #[test]
    fn separators() {
        mends("bash", "if [ -f a.txt ] then echo yes; fi", 2, FI, "if [ -f a.txt ]; then echo yes; fi");
        mends("bash", "if true; then echo yes fi", 2, FI, "if true; then echo yes; fi");
        mends(
            "zsh", "if [ -f a.txt ] then echo yes; fi", 1, "zsh: parse error near `fi'\n",
            "if [ -f a.txt ]; then echo yes; fi",
        );
        mends(
            "dash",
            "for i in 1 2 3 do echo $i; done",
            2,
            "dash: 1: Syntax error: \"done\" unexpected (expecting \"do\")\n",
            "for i in 1 2 3; do echo $i; done",
        );
        mends("bash", "while true do date; done", 2, DONE, "while true; do date; done");
        mends("bash", "for i in 1 2 3: do echo $i; done", 2, DONE, "for i in 1 2 3; do echo $i; done");
        mends_blind("bash", "if [ -f a.txt ] then echo yes; fi", 2, "if [ -f a.txt ]; then echo yes; fi");
    }

    #[test]
    fn openers() {
        mends(
            "bash",
            "for i in 1 2 3; echo $i; done",
            2,
            "bash: syntax error near unexpected token `echo'\n",
            "for i in 1 2 3; do echo $i; done",
        );
        mends(
            "dash",
            "for i in 1 2 3; echo $i; done",
            2,
            "dash: 1: Syntax error: word unexpected (expecting \"do\")\n",
            "for i in 1 2 3; do echo $i; done",
        );
        mends("bash", "if [ -f a.txt ]; echo yes; fi", 2, FI, "if [ -f a.txt ]; then echo yes; fi");
        mends("bash", "while true; date; done", 2, DONE, "while true; do date; done");
        mends(
            "bash",
            "case $x a) echo a;; esac",
            2,
            "bash: syntax error near unexpected token `a'\n",
            "case $x in a) echo a;; esac",
        );
    }

    #[test]
    fn closers() {
        mends("bash", "if [ -f a.txt ]; then echo yes", 2, END, "if [ -f a.txt ]; then echo yes; fi");
        mends(
            "zsh", "for i in 1 2; do echo $i;", 1, "zsh: parse error near `\\n'\n",
            "for i in 1 2; do echo $i; done",
        );
        mends("bash", "for i in 1 2; do echo $i; end", 2, END, "for i in 1 2; do echo $i; done");
        mends(
            "bash",
            "if [ -f x ]; then echo a; else if [ -f y ]; then echo b; fi",
            2,
            END,
            "if [ -f x ]; then echo a; elif [ -f y ]; then echo b; fi",
        );
        mends(
            "bash",
            "if [ -f x ]; then ls; elseif [ -f y ]; then date; fi",
            2,
            "bash: syntax error near unexpected token `then'\n",
            "if [ -f x ]; then ls; elif [ -f y ]; then date; fi",
        );
        mends(
            "zsh", "for i in 1 2 3; echo $i; done", 1, "zsh: parse error near `done'\n",
            "for i in 1 2 3; do echo $i; done",
        );
        mends("dash", "echo a; done", 2, "dash: 1: Syntax error: \"done\" unexpected\n", "echo a");
        mends("bash", "for i in 1 2; do echo $i; fi", 2, FI, "for i in 1 2; do echo $i; done");
    }

    #[test]
    fn leaves_scripts_and_logs() {
        leaves(
            "bash",
            "./build.sh",
            2,
            Some("./build.sh: line 3: syntax error near unexpected token `fi'\n"),
        );
        leaves("bash", "cat log", 0, Some(FI));
    }
}
