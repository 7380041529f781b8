//! `diff <(ls a) <(ls b)` in sh, which has no process substitution: bash runs the line.

use syntax::{Dialect, Edit, Script, Span};

use super::{Case, Fixer, Proposal};
use crate::diagnosis::Applicability;

pub const FIXER: Fixer =
    Fixer { id: "sh/process-substitution", about: "<(…) in a shell without it", propose };

fn propose(case: &Case<'_>) -> Vec<Proposal> {
    let script = &case.failure.script;
    let text = script.text.trim();
    if script.dialect == Dialect::Fish {
        return in_fish(case, script);
    }
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
    vec![Proposal::new(FIXER.id, edit, "sh has no <(…); bash does", Applicability::Certain)]
}

/// Translates to fish, which has a command for it: `(ls a | psub)`.
fn in_fish(case: &Case<'_>, script: &Script) -> Vec<Proposal> {
    let text = script.text.as_str();
    let said =
        ["redirecting file", "does not exist", "xpected a"].iter().any(|complaint| case.printed(complaint));
    let mut edit = Edit::new();
    for (at, _) in text.match_indices("<(") {
        let inside = text.get(at + 2..).unwrap_or("");
        let Some(length) =
            inside.find(['(', ')']).filter(|end| inside.get(*end..).is_some_and(|r| r.starts_with(')')))
        else {
            return Vec::new();
        };
        edit = edit.replace(Span::new(at, at + 1), "").insert(at + 2 + length, " | psub");
    }
    if edit.is_empty() || !said || text.contains(['\'', '"']) {
        return Vec::new();
    }
    vec![Proposal::new(FIXER.id, edit, "fish uses psub", Applicability::Certain)]
}

#[cfg(test)]
mod tests {
    use super::super::repair::tests::{leaves, mends};

    #[test]
    fn fish_has_psub() {
        let said =
            "warning: An error occurred while redirecting file 'x'\nwarning: Path 'x' does not exist\n";
        mends("fish", "sort <(cat a.txt) notes.txt", 1, said, "sort (cat a.txt | psub) notes.txt");
    }

    #[test]
    fn bash_runs_it() {
        let said = "sh: 1: Syntax error: \"(\" unexpected\n";
        mends("sh", "grep -f <(cat a.txt) notes.txt", 2, said, "bash -c 'grep -f <(cat a.txt) notes.txt'");
        leaves("sh", "cat <(cat a.txt", 2, Some("sh: 1: Syntax error: \"(\" unexpected\n"));
    }
}
