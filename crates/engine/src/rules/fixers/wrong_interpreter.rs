//! `sh run.sh` or `./run` with a script written for bash.

use super::prelude::*;

/// Messages of dash about bash syntax.
const MESSAGES: &[&str] = table!("bash_in_dash");

pub fn propose(case: &Case<'_>, command: &Command) -> Option<Proposal> {
    let said = case.output.is_none() || case.printed_any(MESSAGES);
    if !said || !case.world.is_program("bash") {
        return None;
    }
    if let Some(proposal) = by_path(case, command) {
        return Some(proposal);
    }
    let program = command.program_word().filter(|w| matches!(w.value.as_str(), "sh" | "dash" | "/bin/sh"))?;
    let file = command.arguments().iter().find(|word| !word.value.starts_with('-'))?;
    let text = case.world.read(&paths::expand(&file.value, case.world)?)?;
    let edit = Edit::new().replace(program.span, "bash");
    needs_bash(&text).then(|| Proposal::certain(edit, "the script is written for bash"))
}

/// `./run`, whose first line requests sh.
fn by_path(case: &Case<'_>, command: &Command) -> Option<Proposal> {
    let program = command.program_word().filter(|word| word.value.contains('/') && !word.dynamic)?;
    let path = paths::expand(&program.value, case.world)?;
    if case.output.is_none() || case.world.kind(&path) != PathKind::Executable {
        return None;
    }
    let text = case.world.read(&path)?;
    let shell = text.lines().next()?.strip_prefix("#!")?.trim();
    let is_sh = shell == "/bin/sh" || shell.starts_with("/bin/sh ") || shell == "/usr/bin/env sh";
    (is_sh && needs_bash(&text)).then(|| {
        let because = "the script is written for bash, but its first line requests sh";
        Proposal::certain(Edit::new().insert(program.span.start, "bash "), because)
    })
}

/// Returns whether the first line requests bash, or bash parses the text and sh does not.
fn needs_bash(text: &str) -> bool {
    const COMMANDS: &[&str] = table!("bash_commands");
    const PARTS: &[&str] = table!("bash_parts");
    const EXPANSIONS: [&str; 3] = ["//", "^^", ",,"];
    let first = text.lines().next().unwrap_or("");
    if !Script::parse(text, Dialect::Bash).issues.is_empty() {
        return false; // invalid in bash, too
    }
    let begins = |line: &str, word: &str| {
        let inside = |before: &str| line.contains(&format!("{before} {word}"));
        line.starts_with(word) || inside(";") || inside("if")
    };
    let only = |line: &str| {
        let line = line.trim_start();
        !line.starts_with('#')
            && (COMMANDS.iter().any(|word| begins(line, word))
                || PARTS.iter().any(|part| line.contains(part))
                || line.contains("${") && EXPANSIONS.iter().any(|part| line.contains(part)))
    };
    first.starts_with("#!") && first.contains("bash")
        || !Script::parse(text, Dialect::Posix).issues.is_empty()
        || text.lines().any(only)
}

#[cfg(test)]
mod tests {
    use super::super::repair::tests::{fixes, world};

    #[test]
    fn scripts_for_bash() {
        let mut world = world();
        for (file, text) in [
            ("run.sh", "a=(1 2)\necho ran\n"),
            ("t.sh", "if [[ -f x ]]; then ls; fi\n"),
            ("bad.sh", "for i in 1 2\necho $i\ndone\n"),
            ("ok.sh", "echo \"(\"\nexit 2\n"),
        ] {
            world.files.insert(file.to_owned(), text.to_owned());
        }
        let first = |text: &str, status, output: &str| {
            fixes("bash", text, status, Some(output), &world).first().cloned()
        };
        assert_eq!(
            first("sh run.sh", 2, "run.sh: 1: Syntax error: \"(\" unexpected\n").as_deref(),
            Some("bash run.sh")
        );
        assert_eq!(first("sh -x t.sh a", 127, "t.sh: 1: [[: not found\n").as_deref(), Some("bash -x t.sh a"));
        assert_eq!(
            first("sh bad.sh", 2, "bad.sh: 2: Syntax error: word unexpected (expecting \"do\")\n"),
            None
        );
        assert_eq!(first("sh ok.sh", 2, "Syntax error: in the data\n"), None);
        assert_eq!(fixes("bash", "sh ok.sh", 2, None, &world), Vec::<String>::new());
    }
}
