//! `diff <(ls a) <(ls b)` in sh, which has no such thing: bash runs the line.

use syntax::{Dialect, Edit, Script, Span};

use super::{Case, Fixer, Proposal};
use crate::diagnosis::Applicability;

pub const FIXER: Fixer =
    Fixer { id: "sh/process-substitution", about: "<(…) in a shell that does not know it", propose };

fn propose(case: &Case<'_>) -> Vec<Proposal> {
    let script = &case.failure.script;
    let text = script.text.trim();
    if script.dialect != Dialect::Posix
        || !case.world.is_program("bash")
        || case.output.is_some_and(|output| !output.contains("Syntax error: \"(\" unexpected"))
        || !text.contains(" <(") && !text.contains(" >(")
        || !Script::parse(text, Dialect::Bash).issues.is_empty()
    {
        return Vec::new();
    }
    let line = format!("bash -c {}", syntax::quote(text, Dialect::Posix));
    let edit = Edit::new().replace(Span::new(0, script.text.len()), line);
    vec![Proposal::new(FIXER.id, edit, "sh has no <(…); bash has", Applicability::Certain)]
}

#[cfg(test)]
mod tests {
    use super::super::repair::tests::{leaves, mends};

    #[test]
    fn bash_runs_it() {
        let said = "sh: 1: Syntax error: \"(\" unexpected\n";
        mends("sh", "grep -f <(cat a.txt) notes.txt", 2, said, "bash -c 'grep -f <(cat a.txt) notes.txt'");
        leaves("sh", "cat <(cat a.txt", 2, Some("sh: 1: Syntax error: \"(\" unexpected\n"));
    }
}
