//! Finds the command of a line that broke.

use syntax::{Command, Connector, Script};

use super::FailureKind;
use super::manner::{self, Manner};
use crate::text::Text;
use facts::world::{PathKind, World};
use facts::{builtins, paths};

/// Returns the command whose program, operand or redirection is `word`.
pub fn named(script: &Script, word: &str) -> Option<usize> {
    if word.is_empty() {
        return None;
    }
    let by_program = script.commands.iter().position(|command| command.program_name() == Some(word));
    by_program.or_else(|| {
        script.commands.iter().position(|command| {
            command.words.iter().any(|w| w.value == word)
                || command.redirects.iter().any(|r| r.target.as_ref().is_some_and(|t| t.value == word))
        })
    })
}

/// Returns the command that most likely caused the line's status.
pub fn find(script: &Script, output: Option<&Text>, status: i32, world: &dyn World) -> Option<usize> {
    if matches!(status, 126 | 127)
        && let Some((at, _)) = cannot_start(script, world)
    {
        return Some(at);
    }
    // a message that begins with the program's name
    if let Some(output) = output {
        let named = script.commands.iter().position(|command| {
            command.program_name().is_some_and(|name| {
                let name = name.rsplit('/').next().unwrap_or(name);
                let speaks =
                    |line: &str| line.strip_prefix(name).is_some_and(|rest| rest.starts_with([':', ' ']));
                output.contains(name) && output.lines().any(speaks)
            })
        });
        if named.is_some() {
            return named;
        }
    }
    cannot_enter(script, world).or_else(|| last(script, world))
}

/// Finds a `cd` to a missing directory, which certainly failed, whatever follows it.
fn cannot_enter(script: &Script, world: &dyn World) -> Option<usize> {
    script.commands.iter().position(|command| {
        let [word] = command.arguments() else { return false };
        let path = paths::expand(&word.value, world).filter(|path| !path.is_empty() && path != "-");
        matches!(command.program_name(), Some("cd" | "pushd"))
            && !word.dynamic
            && !word.glob
            && command.depth == 0
            && path.is_some_and(|path| world.kind(&path) == PathKind::Missing)
    })
}

/// Returns the line's last command outside of substitutions. A missing program did not run (the status would
/// be 127), so the command before it is the culprit (`gcc x.c -o app && ./app`).
fn last(script: &Script, world: &dyn World) -> Option<usize> {
    let is_there = |command: &Command| {
        let name = command.program_name().filter(|name| name.contains('/'));
        name.and_then(|name| paths::expand(name, world)).is_none_or(|path| world.kind(&path).exists())
    };
    let top = |command: &Command| command.depth == 0;
    let ran = script.commands.iter().rposition(|command| top(command) && is_there(command));
    ran.or_else(|| script.commands.iter().rposition(top)).or_else(|| script.commands.len().checked_sub(1))
}

/// Returns how the culprit uses its status. If nothing was printed and a command of the same and-or list
/// answers with this status, it is an answer.
pub fn manner(
    script: &Script,
    culprit: Option<usize>,
    output: Option<&Text>,
    status: i32,
    world: &dyn World,
) -> Manner {
    let of = |command: &Command| manner::classify(command, status, world);
    if script.text.trim_start().starts_with("! ") {
        return Manner::Answers;
    }
    let silent = output.is_none_or(|text| text.trim().is_empty());
    if silent
        && cannot_enter(script, world).is_none()
        && last_list(script).any(|command| of(command) == Manner::Answers)
    {
        return Manner::Answers;
    }
    if script.commands.is_empty() {
        return if script.issues.is_empty() { Manner::Answers } else { Manner::Fails };
    }
    culprit.and_then(|at| script.commands.get(at)).map_or(Manner::Fails, of)
}

/// Returns the commands of the last and-or list, each the last of its pipeline.
fn last_list(script: &Script) -> impl Iterator<Item = &Command> {
    let commands = &script.commands;
    let start = commands
        .iter()
        .rposition(|c| {
            c.depth == 0
                && matches!(c.connector, Connector::Start | Connector::Sequence | Connector::Background)
        })
        .unwrap_or(0);
    commands.iter().enumerate().skip(start).filter_map(move |(at, command)| {
        let piped_on = commands
            .get(at + 1)
            .is_some_and(|next| next.connector == Connector::Pipe && next.depth == command.depth);
        (!piped_on).then_some(command)
    })
}

/// Returns whether the line handles this command's failure: `foo || true`, `foo | cat || true`. If the
/// handler cannot be started either, the line fails. A missing program in a condition is an ordinary mistake:
/// `if ( -f x )`.
pub fn is_handled(script: &Script, at: usize, world: &dyn World) -> bool {
    let Some(command) = script.commands.get(at) else { return false };
    let is_missing = |at| cannot_start_from(at, script, world).is_some_and(|(found, _)| found == at);
    let behind = script.commands.iter().enumerate().skip(at + 1);
    behind
        .take_while(|(_, next)| next.depth >= command.depth)
        .filter(|(_, next)| next.depth == command.depth)
        .take_while(|(_, next)| matches!(next.connector, Connector::Pipe | Connector::And | Connector::Or))
        .any(|(at, next)| next.connector == Connector::Or && !is_missing(at))
}

/// Returns the first command that the shell cannot start, as far as the world knows, and why.
pub fn cannot_start(script: &Script, world: &dyn World) -> Option<(usize, FailureKind)> {
    cannot_start_from(0, script, world)
}

fn cannot_start_from(from: usize, script: &Script, world: &dyn World) -> Option<(usize, FailureKind)> {
    script.commands.iter().enumerate().skip(from).find_map(|(at, command)| {
        let word = command.words.get(command.program()?)?;
        if word.dynamic {
            return None;
        }
        if word.value.contains('/') {
            let path = paths::expand(&word.value, world)?;
            return match world.kind(&path) {
                PathKind::Missing => Some((at, FailureKind::FileNotFound)),
                PathKind::File | PathKind::Directory => Some((at, FailureKind::PermissionDenied)),
                PathKind::Executable if !interpreter_exists(&path, world) => {
                    Some((at, FailureKind::FileNotFound))
                }
                _ => None,
            };
        }
        (!builtins::is_command(script.dialect, &word.value, world))
            .then_some((at, FailureKind::CommandNotFound))
    })
}

/// Returns the missing command that `sudo` or the like was to run, if it is not on root's path either; these
/// programs then end with a status of their own.
pub fn raised_missing(script: &Script, world: &dyn World) -> Option<usize> {
    const OF_ROOT: [&str; 3] = ["/usr/local/sbin", "/usr/sbin", "/sbin"];
    script.commands.iter().position(|command| {
        let word = command.program().and_then(|at| command.words.get(at));
        command.is_privileged()
            && word.is_some_and(|word| {
                let name = word.value.as_str();
                let is_plain = !word.dynamic && !name.contains('/') && name.len() > 1;
                is_plain
                    && !builtins::is_command(script.dialect, name, world)
                    && !OF_ROOT.iter().any(|place| world.kind(&format!("{place}/{name}")).exists())
            })
    })
}

fn interpreter_exists(path: &str, world: &dyn World) -> bool {
    let Some(text) = world.read(path) else { return true };
    let Some(line) = text.lines().next().and_then(|line| line.strip_prefix("#!")) else { return true };
    if text.split('\n').next().is_some_and(|line| line.ends_with('\r')) {
        return false;
    }
    line.split_whitespace().next().is_none_or(|interpreter| world.kind(interpreter).exists())
}

/// Returns whether the program of the line's only command is an expansion (`$NAME=world`).
pub fn is_dynamic(script: &Script) -> bool {
    let [command] = script.commands.as_slice() else { return false };
    command.program().and_then(|at| command.words.get(at)).is_some_and(|word| word.dynamic)
}

#[cfg(test)]
mod tests {
    use syntax::Dialect;

    use super::*;
    use facts::FakeWorld;

    #[test]
    fn what_the_user_has_provided_for() {
        let programs = ["cat", "git", "true"].map(str::to_owned).to_vec();
        let world = FakeWorld { programs, ..FakeWorld::default() };
        for (text, at, expected) in [
            ("gti || true", 0, true),
            ("gti | cat || true", 0, true),
            ("gti && git status || true", 0, true),
            ("gti || gti status || true", 0, true),
            ("gti || gti status", 0, false),
            ("gti || gti status", 1, false),
            ("gti; git status || true", 0, false),
            ("true; gti; true", 1, false),
            ("gti | cat", 0, false),
            ("if gti; then :; fi", 0, false),
            ("if true; then gti; fi; true", 1, false),
            ("git status || true; gti", 2, false),
        ] {
            let script = Script::parse(text, Dialect::Bash);
            assert_eq!(is_handled(&script, at, &world), expected, "{text}");
        }
    }
}
