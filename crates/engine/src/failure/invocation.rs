//! Was the command itself wrong, or does it report what it found?
//!
//! A compiler, test runner or interpreter that complains about how it was called speaks under its
//! own name, or quotes an option or subcommand of the command line.

use syntax::Command;

use super::refusal::{holds, is_location, own_words};
use super::{FailureKind, Manner};

/// Does the program say, under its own name, that it could not do what it was asked?
#[must_use]
pub fn is_refused(output: &str, command: &Command, kind: Option<FailureKind>) -> bool {
    let Some(name) = command.program_name().map(base) else { return false };
    // a recipe of make failed, not for want of its program
    if name == "make" && output.contains("make: *** [") && !output.contains("] Error 127") {
        return false;
    }
    output
        .lines()
        .take(400)
        .any(|line| speaks(line, name) || name == "npm" && is_npm_code(line) || quotes(line, command, kind))
}

/// Does a program say under its own name that it has no such option? That is no answer; of the
/// user's own programs only what runs them (`sudo`, `env`) is heard.
#[must_use]
pub fn refuses_option(output: &str, command: &Command, manner: Manner) -> bool {
    let program = command.program().unwrap_or(0);
    let end = if manner == Manner::Answers { program + 1 } else { program };
    let speakers = command.words.get(..end).unwrap_or_default();
    output.lines().take(400).any(|line| {
        speakers.iter().any(|word| speaks(line, base(&word.value)))
            && super::messages::kind_of(line) == Some(FailureKind::InvalidOption)
    })
}

/// `python3: can't open file`, but not `make: *** [all] Error 2`.
fn speaks(line: &str, name: &str) -> bool {
    let Some((head, rest)) = line.split_once(": ") else { return false };
    let finding = rest.starts_with("*** [")
        || rest.contains("build stopped")
        || is_location(rest)
        || rest.starts_with("Leaving")
        || rest.starts_with("Entering");
    base(head) == name && !head.contains(' ') && !finding
}

/// npm's own error codes are words; those of a script that it ran are numbers.
fn is_npm_code(line: &str) -> bool {
    line.strip_prefix("npm error code ").is_some_and(|code| code.starts_with('E') && code != "ELIFECYCLE")
}

/// Does a complaint about options or subcommands quote a word of the command?
fn quotes(line: &str, command: &Command, kind: Option<FailureKind>) -> bool {
    let about_words = matches!(kind, Some(FailureKind::InvalidOption | FailureKind::UnknownSubcommand));
    about_words
        && own_words(command, command.program_name().map_or("", base)).iter().any(|word| {
            let value = word.split('=').next().unwrap_or("").trim_start_matches('-');
            value.len() > 1 && holds(line, value)
        })
        && super::messages::kind_of(line) == kind
}

fn base(path: &str) -> &str {
    path.rsplit('/').next().unwrap_or(path)
}

/// Did a program not get as far as its own first line: the loader, or `env`, found something
/// missing? Then it is no matter of the program's own, whoever wrote it.
#[must_use]
pub fn is_not_started(output: &str, status: i32) -> bool {
    let mut lines = output.lines().take(20);
    match status {
        1 => {
            lines.any(|line| line.contains(": version 'GLIBC_") && line.contains("' not found (required by "))
        }
        127 => lines.any(|line| {
            line.contains(": error while loading shared libraries: ")
                || line
                    .strip_prefix("/usr/bin/env: '")
                    .is_some_and(|rest| rest.ends_with("': No such file or directory"))
        }),
        _ => false,
    }
}

/// What git prints when only a hook of the project, here or on the server, said no.
#[must_use]
pub fn is_declined_by_hook(output: &str, command: &Command) -> bool {
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

/// `ls -d */` where there is none: the pattern found nothing, and that is the answer.
#[must_use]
pub fn is_empty_pattern(output: &str, command: &Command) -> bool {
    if matches!(command.program_name(), Some("mv" | "cp")) {
        return false; // these were to do something with what is there
    }
    let globs: Vec<&str> =
        command.words.iter().filter(|word| word.glob).map(|word| word.value.as_str()).collect();
    let mut lines = output.lines().filter(|line| !line.trim().is_empty()).peekable();
    !globs.is_empty()
        && lines.peek().is_some()
        && lines.all(|line| line.contains("o such file") && globs.iter().any(|glob| line.contains(glob)))
}

/// `ping` of a net that cannot be reached: that was the question.
#[must_use]
pub fn is_unreachable(output: &str, command: &Command) -> bool {
    command.program_name().is_some_and(|name| name.starts_with("ping"))
        && output.contains("Network is unreachable")
}
