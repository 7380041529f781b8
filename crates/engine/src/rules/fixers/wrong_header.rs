//! `for $i in`, `for (i=0; …)`, `for x in a b { … }`, `def f() { … }`: headers of loops and functions in
//! other languages.

use super::prelude::*;
use super::repair;

pub fn propose(case: &Case<'_>) -> Option<Proposal> {
    let test = case.failure.named.as_deref().is_some_and(|word| word.starts_with('-'));
    if !case.dialect().is_bourne() || !repair::is_wrong(case) && !case.printed("function: not found") && !test
    {
        return None;
    }
    let text = case.failure.script.text.trim();
    let mended = function(text, case.dialect())
        .or_else(|| Some(format!("for {}", text.strip_prefix("for $")?)))
        .or_else(|| arithmetic_loop(text, case.dialect()))
        .or_else(|| braced_body(text))
        .or_else(|| test_in_parentheses(text));
    let mended = mended.filter(|mended| repair::is_whole(mended, case))?;
    let edit = case.whole(mended);
    Some(Proposal::certain(edit, "that is not this shell's loop or function syntax"))
}

/// `def f() { …; }`, sh's `function f { …; }`, fish's `function f; …; end`
fn function(text: &str, dialect: Dialect) -> Option<String> {
    let (keyword, rest) = text.split_once(' ')?;
    let known = keyword == "function";
    if !known && !matches!(keyword, "def" | "func" | "fn" | "sub") {
        return None;
    }
    let end = rest.find(['(', ' ', ';', '{'])?;
    let (name, tail) = rest.split_at_checked(end)?;
    let body = tail.trim_start().trim_start_matches("()").trim_start();
    let named = !name.is_empty() && name.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_' || b == b'-');
    if let Some(body) =
        body.strip_prefix(';').and_then(|body| body.trim_end().strip_suffix("end")).filter(|_| known && named)
    {
        return Some(format!("{name}() {{ {} }}", separated(body)));
    }
    if let Some(body) = body.strip_prefix(':').filter(|_| named && !known) {
        return Some(format!("{name}() {{ {} }}", separated(body)));
    }
    (named && body.starts_with('{') && (!known || dialect == Dialect::Posix))
        .then(|| format!("{name}() {body}"))
}

/// Returns the commands with a `;` after the last one.
fn separated(body: &str) -> String {
    let body = body.trim().trim_end_matches(';').trim_end();
    format!("{body};")
}

/// `for (i=0; i<3; i++); do …`
fn arithmetic_loop(text: &str, dialect: Dialect) -> Option<String> {
    let rest =
        text.strip_prefix("for ")?.trim_start().strip_prefix('(').filter(|rest| !rest.starts_with('('))?;
    let end = rest.find("; do").or_else(|| rest.find(" do"))?;
    let head = rest.get(..end)?.trim_end().strip_suffix(')')?;
    let tail = rest.get(end..)?.trim_start_matches([';', ' ']);
    (dialect != Dialect::Posix && head.matches(';').count() == 2).then(|| format!("for (({head})); {tail}"))
}

/// `for x in a b { … }`, `while test { … }`, `if test { … }`
fn braced_body(text: &str) -> Option<String> {
    let (keyword, _) = text.split_once(' ')?;
    let (open, close) = match keyword {
        "for" | "while" | "until" => ("do", "done"),
        "if" => ("then", "fi"),
        _ => return None,
    };
    let (head, body) = text.split_once(" {")?;
    let body = body.trim_end().strip_suffix('}')?;
    if body.contains(['{', '}']) {
        return None;
    }
    let head = head.trim_end().trim_end_matches(';');
    Some(format!("{head}; {open} {} {close}", separated(body)))
}

/// `if ( -f x ) then`: a test in another language's syntax.
fn test_in_parentheses(text: &str) -> Option<String> {
    if !["if ", "while ", "until "].iter().any(|keyword| text.starts_with(keyword)) {
        return None;
    }
    let (before, rest) = text.split_once("( -").or_else(|| text.split_once("(-"))?;
    let (inside, after) = rest.split_once(')')?;
    if !before.ends_with(' ') || inside.contains(['(', '$']) {
        return None;
    }
    let after = after.trim_start();
    let separator = if after.starts_with("then") || after.starts_with("do") { "; " } else { "" };
    Some(format!("{before}[ -{} ]{separator}{after}", inside.trim()))
}

#[cfg(test)]
mod tests {
    use super::super::repair::tests::{leaves, mends};

    #[test]
    fn loops() {
        let open = "bash: syntax error near unexpected token `('\n";
        mends(
            "bash",
            "for (i=0; i<3; i++); do echo $i; done",
            2,
            open,
            "for ((i=0; i<3; i++)); do echo $i; done",
        );
        mends(
            "bash", "for $i in 1 2 3; do echo $i; done", 1, "bash: `$i': not a valid identifier\n",
            "for i in 1 2 3; do echo $i; done",
        );
        mends(
            "zsh", "for $i in 1 2 3; do echo $i; done", 1, "zsh: parse error near `$i'\n",
            "for i in 1 2 3; do echo $i; done",
        );
        mends(
            "bash",
            "for i in 1 2 3 { echo $i }",
            2,
            "bash: syntax error: unexpected end of file\n",
            "for i in 1 2 3; do echo $i; done",
        );
        mends(
            "zsh", "for i in 1 2 3 { echo $i }", 1, "zsh: parse error near `}'\n",
            "for i in 1 2 3; do echo $i; done",
        );
        mends(
            "bash", "if ( -f x ) then echo yes; fi", 0, "bash: -f: command not found\n",
            "if [ -f x ]; then echo yes; fi",
        );
        mends(
            "bash",
            "if [ -f a.txt ] { ls; }",
            2,
            "bash: syntax error: unexpected end of file\n",
            "if [ -f a.txt ]; then ls; fi",
        );
    }

    #[test]
    fn functions() {
        mends(
            "dash",
            "function f() { echo hi; }",
            2,
            "dash: 1: Syntax error: \"(\" unexpected\n",
            "f() { echo hi; }",
        );
        mends(
            "bash",
            "def f() { echo hi; }",
            2,
            "bash: syntax error near unexpected token `('\n",
            "f() { echo hi; }",
        );
        mends(
            "bash",
            "function f; echo hi; end",
            2,
            "bash: syntax error near unexpected token `;'\n",
            "f() { echo hi; }",
        );
    }

    #[test]
    fn leaves_what_is_right() {
        leaves("bash", "for ((i=0; i<3; i++)); do false; done", 1, Some(""));
    }
}
