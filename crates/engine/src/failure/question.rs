//! Commands whose failure is an answer: lookups, partially unreadable directory walks, the user's own
//! refusal.

use programs::Role;
use syntax::Command;

use super::Failure;

/// Returns whether the command checks for the existence of a command or process (`type x`, `which x`, `kill
/// -0 1`).
pub fn is_lookup(failure: &Failure) -> bool {
    let Some(command) = failure.culprit_command() else { return false };
    let name = command.program_name().unwrap_or("");
    matches!(failure.record.status, 1 | 127) && is_lookup_name(name)
        || name == "kill" && command.arguments().iter().any(|word| word.value == "-0")
}

pub fn is_lookup_name(name: &str) -> bool {
    programs::is(name, Role::LooksUp)
}

/// Matches a function defined in the line, or `${X:?message}`: the user's own refusal.
pub fn is_own(failure: &Failure) -> bool {
    let text = &failure.script.text;
    let defines =
        |name: &str| text.contains(&format!("{name}()")) || text.contains(&format!("function {name}"));
    let is_demanded = || {
        failure
            .output()
            .lines()
            .filter_map(|line| line.rsplit(": ").nth(1))
            .any(|name| text.contains(&format!("${{{name}:?")) || text.contains(&format!("${{{name}?")))
    };
    failure.culprit_command().and_then(Command::program_name).is_some_and(defines)
        || text.contains("${") && is_demanded()
}

/// Matches a program that walks directories and could not enter some of them: it did the rest.
pub fn is_partial(failure: &Failure) -> bool {
    let Some(command) = failure.culprit_command() else { return false };
    if !matches!(command.program_name(), Some("find" | "du" | "tree")) {
        return false;
    }
    let output = failure.output();
    let refused = |line: &str| line.contains("ermission denied");
    let is_below = |line: &str| {
        command.arguments().iter().any(|word| {
            let top = word.value.trim_end_matches('/');
            !top.is_empty()
                && line.match_indices(top).any(|(at, _)| {
                    line.get(at + top.len()..)
                        .and_then(|rest| rest.strip_prefix('/'))
                        .is_some_and(|rest| !rest.starts_with('\''))
                })
        })
    };
    output.lines().any(refused)
        && output.lines().filter(|line| line.contains(": ")).all(|line| refused(line) && is_below(line))
}
