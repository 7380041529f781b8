//! `diff <(ls a) <(ls b)` in sh, which has no process substitution: bash runs the line.

use super::prelude::*;

pub fn propose(case: &Case<'_>) -> Option<Proposal> {
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
        return None;
    }
    let edit = case.whole(format!("bash -c {}", syntax::quote(text, Dialect::Posix)));
    Some(Proposal::certain(edit, "sh has no <(…); bash does"))
}

/// Translates to fish, which has a command for it: `(ls a | psub)`.
fn in_fish(case: &Case<'_>, script: &Script) -> Option<Proposal> {
    let text = script.text.as_str();
    let said = case.printed_any(&["redirecting file", "does not exist", "xpected a"]);
    let mut edit = Edit::new();
    for (at, _) in text.match_indices("<(") {
        let inside = text.get(at + 2..).unwrap_or("");
        let closes = |end: &usize| inside.get(*end..).is_some_and(|rest| rest.starts_with(')'));
        let length = inside.find(['(', ')']).filter(closes)?;
        edit = edit.replace(Span::new(at, at + 1), "").insert(at + 2 + length, " | psub");
    }
    if edit.is_empty() || !said || text.contains(['\'', '"']) {
        return None;
    }
    Some(Proposal::certain(edit, "fish uses psub"))
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
