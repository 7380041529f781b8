//! `wc -w <<< "three words"` in sh and fish, which have no here-strings: `echo` feeds the command.

use super::prelude::*;

const COMPLAINTS: &[&str] = &["redirection unexpected", "but found a redirection"];

pub fn propose(case: &Case<'_>) -> Option<Proposal> {
    let text = case.failure.script.text.as_str();
    let refused = case.output.is_none() || case.printed_any(COMPLAINTS);
    if !matches!(case.dialect(), Dialect::Posix | Dialect::Fish) || !refused || !text.contains("<<<") {
        return None;
    }
    // parse it as bash does
    let script = Script::parse(text, Dialect::Bash);
    let found = script.commands.iter().find_map(|command| {
        let here = command.redirects.iter().find(|redirect| script.raw(redirect.operator) == "<<<")?;
        Some((command, here, here.target.as_ref()?))
    });
    let (command, here, word) = found.filter(|_| script.issues.is_empty())?;
    let before = text.get(..here.operator.start).unwrap_or("").trim_end().len();
    let edit = Edit::new()
        .insert(command.span.start, format!("echo {} | ", script.raw(word.span)))
        .replace(syntax::Span::new(before, word.span.end), "");
    Some(Proposal::certain(edit, "<<< is for bash and zsh"))
}

#[cfg(test)]
mod tests {
    use super::super::repair::tests::{leaves, mends};

    #[test]
    fn echo_feeds_it() {
        let said = "dash: 1: Syntax error: redirection unexpected\n";
        mends("sh", "wc -w <<< \"three words\"", 2, said, "echo \"three words\" | wc -w");
        mends("sh", "grep -c a <<< $x | cat", 2, said, "echo $x | grep -c a | cat");
        let said = "fish: Expected a string, but found a redirection\nwc -w <<< \"three words\"\n       ^\n";
        mends("fish", "wc -w <<< \"three words\"", 0, said, "echo \"three words\" | wc -w");
        leaves("bash", "wc -w <<< x", 2, None);
    }
}
