//! The shell's messages about its builtins, about assignments, and about scripts that it cannot parse.

use programs::Program;
use syntax::Dialect;

use super::messages::{find_kind_of_line, kind_of_line};
use super::question::is_lookup_name;
use super::refusal::lines;
use super::{Failure, FailureKind};

/// Returns the kind if the shell complains about its builtin (`bash: shopt: x: invalid shell option name`),
/// an assignment, or a user's script that it cannot parse.
pub fn complaint(failure: &Failure) -> Option<FailureKind> {
    let script = &failure.script;
    let shell: &[&str] = match script.dialect {
        Dialect::Bash => &["bash: "],
        Dialect::Zsh => &["zsh: "],
        _ => &["dash: ", "sh: "],
    };
    lines(failure.output()).find_map(|line| {
        if let Some(rest) = shell.iter().find_map(|name| line.strip_prefix(name)) {
            let (head, tail) = rest.split_once(": ")?;
            let is_ours = script.commands.iter().any(|command| {
                command.program_name().is_some_and(|name| name == head && !is_lookup_name(name))
                    || command.assignments.iter().any(|a| a.value.starts_with(&format!("{head}=")))
            });
            if is_ours && tail != "not found" {
                return kind_of_line(tail).or(Some(FailureKind::Usage));
            }
            if tail.starts_with("division by 0") {
                return Some(FailureKind::Generic);
            }
        }
        script_error(failure, line).or_else(|| builtin_error(failure, line))
    })
}

/// `./tidy.sh: line 2: unexpected EOF …`, `./hello.py: 1: Syntax error: …`
fn script_error(failure: &Failure, line: &str) -> Option<FailureKind> {
    let (file, rest) = line.split_once(": ")?;
    let file =
        if programs::find(file).is_some_and(Program::is_shell) { rest.split_once(": ")?.0 } else { file };
    // a script given to an interpreter by name is a finding
    let is_here = failure.script.commands.iter().any(|command| {
        let reads = matches!(command.program_name(), Some("source" | "."));
        command.program_name() == Some(file)
            || reads && command.arguments().iter().any(|word| word.value == file)
    });
    let is_grammar = ["syntax error", "Syntax error", "unexpected EOF while looking"]
        .iter()
        .any(|text| rest.contains(text));
    (is_here && is_grammar).then_some(FailureKind::SyntaxError)
}

/// `read: -p: no coprocess`, `string: replcae: invalid subcommand`
fn builtin_error(failure: &Failure, line: &str) -> Option<FailureKind> {
    let (head, tail) = line.split_once(": ")?;
    let name = head.split(' ').next().unwrap_or(head);
    let is_builtin = facts::builtins::has(failure.script.dialect, name) && !is_lookup_name(name);
    let is_ours = failure.script.commands.iter().any(|c| c.program_name() == Some(name));
    let is_complaint = tail.contains(": ") || find_kind_of_line(tail).is_some();
    (is_builtin && is_ours && is_complaint).then(|| kind_of_line(tail).unwrap_or(FailureKind::Usage))
}
