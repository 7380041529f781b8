//! `grep x *.log` with more names than fit: the shell's own `printf` has no such limit, and xargs splits them.

use super::prelude::*;

pub fn propose(case: &Case<'_>, command: &Command) -> Option<Proposal> {
    let is_posix = matches!(case.dialect(), Dialect::Bash | Dialect::Zsh | Dialect::Posix);
    if !is_posix || !case.printed_any(&["rgument list too long"]) || command.is_privileged() {
        return None;
    }
    let name = command.program_name()?;
    // to others an operand may be a pattern (`fd`) or a name that must stay the only one
    let takes_files =
        programs::is_any(name, &[Role::Reads, Role::Writes, Role::Deletes, Role::Moves, Role::Makes]);
    if !takes_files && name != "find" {
        return None;
    }
    let globs: Vec<&Word> = command.arguments().iter().filter(|word| word.glob).collect();
    let [pattern] = globs.as_slice() else { return None };
    let raw = case.raw(pattern.span);
    if name == "find" {
        return find(case, command, pattern);
    }
    let before = case.raw(Span::new(command.span.start, pattern.span.start)).trim_end();
    let program = command.program_word()?;
    let behind: Vec<&Word> =
        command.arguments().iter().filter(|word| word.span.start > pattern.span.start).collect();
    let start = format!("printf '%s\\0' {raw} | xargs -0 ");
    let called = match behind.as_slice() {
        [] => before.to_owned(),
        // `mv *.log old/`: the directory comes first
        [target] if matches!(name, "mv" | "cp") && !target.value.starts_with('-') => {
            let options = case.raw(Span::new(program.span.end, pattern.span.start)).trim();
            let options = if options.is_empty() { String::new() } else { format!(" {options}") };
            format!("{name}{options} -t {}", case.raw(target.span))
        }
        _ => return None,
    };
    let end = command.words.last()?.span.end;
    let edit = Edit::new().replace(Span::new(command.span.start, end), start + &called);
    Some(Proposal::likely(edit, "more names than one command takes: xargs passes them in batches"))
}

/// `find *.log`: find looks for the names itself.
fn find(case: &Case<'_>, command: &Command, pattern: &Word) -> Option<Proposal> {
    let raw = case.raw(pattern.span);
    let (place, name) = raw.rsplit_once('/').unwrap_or((".", raw));
    if command.arguments().first().map(|word| word.span) != Some(pattern.span)
        || place.contains(['*', '?', '['])
    {
        return None;
    }
    let edit = Edit::new().replace(pattern.span, format!("{place} -maxdepth 1 -name '{name}'"));
    Some(Proposal::likely(edit, "more names than one command takes: find matches them itself"))
}

#[cfg(test)]
mod tests {
    use super::super::repair::tests::{fixes, world};

    #[test]
    fn names_are_passed_in_batches() {
        for (text, meant) in [
            ("grep -l foo *.txt", "printf '%s\\0' *.txt | xargs -0 grep -l foo"),
            ("cp -v *.txt dir", "printf '%s\\0' *.txt | xargs -0 cp -v -t dir"),
            ("find *.txt -type f", "find . -maxdepth 1 -name '*.txt' -type f"),
            ("find logs/*.txt", "find logs -maxdepth 1 -name '*.txt'"),
        ] {
            let name = text.split(' ').next().unwrap_or("");
            let said = format!("bash: /usr/bin/{name}: Argument list too long\n");
            let found = fixes("bash", text, 126, Some(&said), &world());
            assert_eq!(found.first().map(String::as_str), Some(meant), "{text}");
        }
        let seq =
            fixes("bash", "ls $(seq 9)", 126, Some("bash: /usr/bin/ls: Argument list too long\n"), &world());
        assert_eq!(seq, Vec::<String>::new());
    }
}
