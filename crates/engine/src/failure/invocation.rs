//! Distinguishes a wrong invocation from reported findings.
//!
//! A compiler, test runner or interpreter that complains about its invocation uses its own name, or quotes an
//! option or subcommand of the command line.

use programs::base_name;
use syntax::Command;

use super::refusal::{holds, is_location, own_words};
use super::{FailureKind, Manner};
use crate::text::Text;

/// Returns whether the program reports, under its own name, that it could not do what was requested.
pub fn is_refused(output: &Text, command: &Command, kind: Option<FailureKind>) -> bool {
    let Some(name) = command.program_name().map(base_name) else { return false };
    // a recipe of make failed, but not because of a missing program
    if name == "make" && output.contains("make: *** [") && !output.contains("] Error 127") {
        return false;
    }
    output
        .lines()
        .take(400)
        .any(|line| speaks(line, name) || name == "npm" && is_npm_code(line) || quotes(line, command, kind))
}

/// Returns whether a program rejects an option under its own name, which is not an answer. For the user's own
/// programs, only the wrapper (`sudo`, `env`) counts.
pub fn refuses_option(output: &Text, command: &Command, manner: Manner) -> bool {
    let program = command.program().unwrap_or(0);
    let end = if manner == Manner::Answers { program + 1 } else { program };
    let speakers = command.words.get(..end).unwrap_or_default();
    output.lines().take(400).any(|line| {
        speakers.iter().any(|word| speaks(line, base_name(&word.value)))
            && super::messages::kind_of_line(line) == Some(FailureKind::InvalidOption)
    })
}

/// Matches `python3: can't open file`, but not `make: *** [all] Error 2`.
fn speaks(line: &str, name: &str) -> bool {
    let Some((head, rest)) = line.split_once(": ") else { return false };
    let finding = rest.starts_with("*** [")
        || rest.contains("build stopped")
        || is_location(rest)
        || rest.starts_with("Leaving")
        || rest.starts_with("Entering");
    base_name(head) == name && !head.contains(' ') && !finding
}

/// npm's own error codes are words; those of scripts that it runs are numbers.
fn is_npm_code(line: &str) -> bool {
    line.strip_prefix("npm error code ").is_some_and(|code| code.starts_with('E') && code != "ELIFECYCLE")
}

/// Returns whether a complaint about options or subcommands quotes a word of the command.
fn quotes(line: &str, command: &Command, kind: Option<FailureKind>) -> bool {
    let about_words = matches!(kind, Some(FailureKind::InvalidOption | FailureKind::UnknownSubcommand));
    about_words
        && own_words(command, command.program_name().map_or("", base_name)).iter().any(|word| {
            let value = word.split('=').next().unwrap_or("").trim_start_matches('-');
            value.len() > 1 && holds(line, value)
        })
        && super::messages::kind_of_line(line) == kind
}

/// Returns whether the program never started: the loader, or `env`, found something missing. This applies to
/// the user's own programs, too.
pub fn is_not_started(output: &Text, status: i32) -> bool {
    let mut lines = output.lines().take(20);
    match status {
        1 => {
            lines.any(|line| line.contains(": version 'GLIBC_") && line.contains("' not found (required by "))
        }
        127 => lines.any(|line| {
            line.contains(": error while loading shared libraries: ") || missing_interpreter(line).is_some()
        }),
        _ => false,
    }
}

/// Returns the name that `env` in a `#!` line did not find: `/usr/bin/env: 'python': No such file or directory`,
/// without quotes before coreutils 8.25, and without a directory in macOS.
pub fn missing_interpreter(line: &str) -> Option<&str> {
    let said = line.strip_prefix("/usr/bin/").unwrap_or(line).strip_prefix("env: ")?;
    let name = said.strip_suffix(": No such file or directory")?.trim_matches('\'');
    (!name.is_empty() && !name.contains(['/', ' ', '\''])).then_some(name)
}

/// Returns whether git failed only because a local or remote hook refused.
pub fn is_declined_by_hook(output: &Text, command: &Command) -> bool {
    if command.program_name() != Some("git") {
        return false;
    }
    let complains = |line: &str| {
        ["fatal: ", "hint: ", "usage: ", " ! [rejected]", "git: "].iter().any(|text| line.starts_with(text))
            || line.starts_with(" ! [remote rejected]") && !line.contains("hook declined")
            || line.starts_with("error: ") && !line.starts_with("error: failed to push some refs")
    };
    (output.contains("error: failed to push some refs") || output.contains("hook declined"))
        && !output.lines().any(complains)
}

/// `ls -d */` without directories: that the pattern matches nothing is the answer.
pub fn is_empty_pattern(output: &Text, command: &Command) -> bool {
    if matches!(command.program_name(), Some("mv" | "cp")) {
        return false; // these were to act on existing files
    }
    let globs: Vec<&str> =
        command.words.iter().filter(|word| word.glob).map(|word| word.value.as_str()).collect();
    let mut lines = output.lines().filter(|line| !line.trim().is_empty()).peekable();
    !globs.is_empty()
        && lines.peek().is_some()
        && lines.all(|line| line.contains("o such file") && globs.iter().any(|glob| line.contains(glob)))
}

/// `ping` to an unreachable network: that is the answer.
pub fn is_unreachable(output: &Text, command: &Command) -> bool {
    command.program_name().is_some_and(|name| name.starts_with("ping"))
        && output.contains("Network is unreachable")
}
