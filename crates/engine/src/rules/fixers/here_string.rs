//! `wc -w <<< "three words"` in sh and fish, which have no here-strings: `echo` feeds the command.

use syntax::{Dialect, Edit, Script};

use super::{Case, Fixer, Proposal};
use crate::diagnosis::Applicability;

pub const FIXER: Fixer = Fixer { id: "any/here-string", about: "<<< in a shell without it", propose };

const COMPLAINTS: [&str; 2] = ["redirection unexpected", "but found a redirection"];

fn propose(case: &Case<'_>) -> Vec<Proposal> {
    let text = case.failure.script.text.as_str();
    let refused = case.output.is_none() || COMPLAINTS.iter().any(|complaint| case.printed(complaint));
    if !matches!(case.failure.record.dialect, Dialect::Posix | Dialect::Fish)
        || !refused
        || !text.contains("<<<")
    {
        return Vec::new();
    }
    // parse it as bash does
    let script = Script::parse(text, Dialect::Bash);
    let found = script.commands.iter().find_map(|command| {
        let here = command.redirects.iter().find(|redirect| script.raw(redirect.operator) == "<<<")?;
        Some((command, here, here.target.as_ref()?))
    });
    let Some((command, here, word)) = found.filter(|_| script.issues.is_empty()) else { return Vec::new() };
    let before = text.get(..here.operator.start).unwrap_or("").trim_end().len();
    let edit = Edit::new()
        .insert(command.span.start, format!("echo {} | ", script.raw(word.span)))
        .replace(syntax::Span::new(before, word.span.end), "");
    vec![Proposal::new(FIXER.id, edit, "<<< is for bash and zsh", Applicability::Certain)]
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
