//! `cd app && make`, once `cd` has run: the shell is in `app` now, so entering the line again would fail at
//! `cd`. What is left to mend and to enter again is the rest of the line.

use facts::record::CommandRecord;
use programs::Role;
use syntax::{Command, Dialect, Script};

/// Returns the part of the line that follows the last change of the directory. `None`: the line did not change
/// the directory, or it is not certain which command did.
pub fn rest(record: &CommandRecord) -> Option<String> {
    if record.entered_in.is_empty() || record.cwd.is_empty() || record.entered_in == record.cwd {
        return None;
    }
    let script = Script::parse(&record.text, record.dialect);
    let mut directory = record.entered_in.clone();
    let mut arrived = None;
    for command in script.commands.iter().filter(|command| is_move(command)) {
        let Some(entered) = target(command, &directory) else { break };
        directory = entered;
        if directory == record.cwd {
            arrived = Some(command);
        }
    }
    behind(&script, arrived?).map(str::to_owned)
}

fn is_move(command: &Command) -> bool {
    let enters = |name| programs::find(name).is_some_and(|program| program.is(Role::Enters));
    command.depth == 0 && command.program_name().is_some_and(enters)
}

/// Returns the directory that a `cd` from `directory` enters; `None` if only the shell knows it.
fn target(command: &Command, directory: &str) -> Option<String> {
    let [word] = command.arguments() else { return None };
    if word.dynamic || word.glob || word.value.is_empty() || word.value.starts_with(['-', '~', '+']) {
        return None;
    }
    let from = if word.value.starts_with('/') { "" } else { directory };
    let mut parts: Vec<&str> = Vec::new();
    for part in from.split('/').chain(word.value.split('/')) {
        match part {
            "" | "." => {}
            ".." => {
                parts.pop();
            }
            name => parts.push(name),
        }
    }
    Some(format!("/{}", parts.join("/")))
}

/// Returns what runs after the command, if it runs because of its success or in any case.
fn behind<'s>(script: &'s Script, command: &Command) -> Option<&'s str> {
    let text = script.text.get(command.span.end..)?.trim_start_matches([' ', '\t']);
    let rest = match text.strip_prefix("&&") {
        Some(rest) => rest,
        None if text.starts_with(";;") => return None,
        None => text.strip_prefix([';', '\n'])?,
    }
    .trim_start();
    let rest = match rest.strip_prefix("and ") {
        Some(rest) if script.dialect == Dialect::Fish => rest.trim_start(),
        _ => rest,
    };
    (!rest.is_empty()).then_some(rest)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn left(shell: &str, text: &str, entered_in: &str, cwd: &str) -> Option<String> {
        let dialect = shell.parse().unwrap();
        let record = CommandRecord {
            text: text.to_owned(),
            dialect,
            cwd: cwd.to_owned(),
            entered_in: entered_in.to_owned(),
            status: 1,
            output: None,
        };
        rest(&record)
    }

    #[test]
    fn commands_that_have_run_are_left_out() {
        for (text, entered_in, cwd, rest) in [
            ("cd app && make", "/src", "/src/app", "make"),
            ("cd ./app/ && sudo make", "/src", "/src/app", "sudo make"),
            ("cd ..; cat a.txt | wc", "/src/app", "/src", "cat a.txt | wc"),
            ("git clone u/app && cd app && npm isntall", "/src", "/src/app", "npm isntall"),
            ("cd a && x && cd b && y", "/src", "/src/a", "x && cd b && y"),
            ("cd a && x && cd b && y", "/src", "/src/a/b", "y"),
            ("cd /opt && for i in *; do lss; done", "/src", "/opt", "for i in *; do lss; done"),
            ("pushd app && make", "/src", "/src/app", "make"),
        ] {
            assert_eq!(left("bash", text, entered_in, cwd).as_deref(), Some(rest), "{text}");
        }
        assert_eq!(left("fish", "cd app; and make", "/src", "/src/app").as_deref(), Some("make"));
    }

    #[test]
    fn a_line_that_did_not_move_the_shell_is_whole() {
        for (text, entered_in, cwd) in [
            ("cd app && make", "/src", "/src"),
            ("cd app && make", "", "/src/app"),
            ("(cd app && make)", "/src", "/src"),
            ("cd app || make", "/src", "/src/app"),
            ("cd app", "/src", "/src/app"),
            ("make", "/src", "/src/app"),
            // the shell may have moved since
            ("cd app && make", "/src", "/opt"),
            ("cd \"$dir\" && make", "/src", "/opt"),
        ] {
            assert_eq!(left("bash", text, entered_in, cwd), None, "{text}");
        }
    }
}
