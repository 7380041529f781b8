//! `` cd `pwd` `` and `(cd dir && ls)` in fish, which uses `(…)` for substitutions and has no subshells, and
//! `echo $(pwd)` in a fish before 3.4.

use super::prelude::*;

pub fn propose(case: &Case<'_>) -> Option<Proposal> {
    let script = &case.failure.script;
    if script.dialect != Dialect::Fish {
        return None;
    }
    if let Some(edit) = dollars(case, &script.text) {
        let because = "this fish is older than 3.4, where $(…) does not exist yet: write (…)";
        return Some(Proposal::likely(edit, because)); // each line becomes a word
    }
    let found = substitutions(case, &script.text)
        .map(|edit| (edit, "in fish backquotes are (…)"))
        .or_else(|| subshell(case, &script.text).map(|edit| (edit, "fish has no subshells")));
    found.map(|(edit, because)| Proposal::certain(edit, because))
}

/// Turns each pair of backquotes around a command into parentheses.
fn substitutions(case: &Case<'_>, text: &str) -> Option<Edit> {
    let marks: Vec<usize> = text.match_indices('`').map(|(at, _)| at).collect();
    if marks.is_empty() || !marks.len().is_multiple_of(2) || text.contains(['\'', '"', '\\']) {
        return None;
    }
    let mut edit = Edit::new();
    for pair in marks.chunks_exact(2) {
        let [open, close] = pair else { return None };
        let inside = text.get(open + 1..*close)?;
        let program = inside.split_whitespace().next()?;
        if !case.is_command(program) || !Script::parse(inside, Dialect::Fish).issues.is_empty() {
            return None;
        }
        edit = edit.replace(Span::new(*open, open + 1), "(").replace(Span::new(*close, close + 1), ")");
    }
    Some(edit)
}

/// Turns each `$(…)` into `(…)`, outside of double quotes, where an old fish substitutes nothing.
fn dollars(case: &Case<'_>, text: &str) -> Option<Edit> {
    if !case.printed("$(...) is not supported. In fish, please use '(") || text.contains(['\'', '\\']) {
        return None;
    }
    let mut edit = Edit::new();
    let (mut at, mut is_quoted) = (0, false);
    while let Some(rest) = text.get(at..).filter(|rest| !rest.is_empty()) {
        if rest.starts_with("$(") {
            let end = at + rest.find(')')?;
            if text.get(at + 2..end)?.contains(['(', '"']) {
                return None;
            }
            edit = edit.replace(Span::new(at, at + 1), if is_quoted { "\"" } else { "" });
            // the rest of the quoted text, if any
            let is_last = text.get(end + 1..)?.starts_with('"');
            if is_quoted {
                let behind = Span::new(end + 1, end + 1 + usize::from(is_last));
                edit = edit.replace(behind, if is_last { "" } else { "\"" });
            }
            is_quoted &= !is_last;
            at = end + 1 + usize::from(is_last);
            continue;
        }
        is_quoted ^= rest.starts_with('"');
        at += rest.chars().next().map_or(1, char::len_utf8);
    }
    (!edit.is_empty()).then_some(edit)
}

/// Runs a line that is one subshell in another fish, so that its `cd` does not affect this shell.
fn subshell(case: &Case<'_>, text: &str) -> Option<Edit> {
    let inside = text.trim().strip_prefix('(')?.strip_suffix(')')?;
    let said = case.printed("command substitutions not allowed") || case.printed("Command substitutions not");
    // the other shell does not know this shell's variables
    if !said || inside.contains(['(', ')', '$', '\'']) || !case.world.is_program("fish") {
        return None;
    }
    let line = format!("fish -c {}", syntax::quote(inside.trim(), Dialect::Fish));
    Some(case.whole(line))
}

#[cfg(test)]
mod tests {
    use super::super::repair::tests::{fixes, leaves, mends, world};

    #[test]
    fn dollars_in_an_old_fish() {
        let said = "fish: $(...) is not supported. In fish, please use '(pwd)'.\n";
        mends("fish", "ls $(pwd)", 127, said, "ls (pwd)");
        mends("fish", "echo \"in $(pwd)\"", 127, said, "echo \"in \"(pwd)");
        mends("fish", "echo \"in $(pwd) now\" x", 127, said, "echo \"in \"(pwd)\" now\" x");
        leaves("fish", "ls $(pwd)", 1, Some("ls: cannot access 'x'\n"));
    }

    #[test]
    fn backquotes() {
        mends("fish", "cat `ls`", 1, "cat: '`ls`': No such file or directory\n", "cat (ls)");
        let two = "cat: '`find': No such file or directory\ncat: 'dir`': No such file or directory\n";
        mends("fish", "cat `find dir`", 1, two, "cat (find dir)");
        leaves("fish", "cat `nothing here`", 1, Some("cat: here`: No such file or directory\n"));
        leaves("bash", "cat '`ls`'", 1, Some("cat: '`ls`': No such file or directory\n"));
    }

    #[test]
    fn subshells() {
        let mut world = world();
        world.programs.push("fish".into());
        let said = "fish: command substitutions not allowed here\n(cd dir; and ls)\n^\n";
        let first = fixes("fish", "(cd dir; and ls)", 0, Some(said), &world).first().cloned();
        assert_eq!(first.as_deref(), Some("fish -c 'cd dir; and ls'"));
    }
}
