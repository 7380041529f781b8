//! A git command outside a repository, without output: the directories prove it.

use super::prelude::*;
use crate::rules::sources::git::Repository;

/// git's status for a fatal error.
const FATAL: i32 = 128;

/// Subcommands that need a repository, whatever their arguments.
const NEED_ONE: &[&str] = table!("git_needs_repository");

/// Options that point git elsewhere.
const ELSEWHERE: [&str; 3] = ["-C", "--git-dir", "--work-tree"];

pub fn find(case: &Case<'_>) -> Option<Finding> {
    if !is_unseen(case) || case.status() != FATAL {
        return None;
    }
    let command = case.failure.culprit_command()?;
    if command.program_name() != Some("git") || is_elsewhere(case, command) {
        return None;
    }
    let walk = vocabulary::walk(command, case.world)?;
    let needs_one = walk.path.first().is_some_and(|name| NEED_ONE.contains(name));
    let asks_for_help = command.arguments().iter().any(|word| matches!(word.value.as_str(), "-h" | "--help"));
    if !needs_one || asks_for_help || Repository::of(case.world, command).is_some() || is_bare(case.world) {
        return None;
    }
    Some(Finding::read("this directory is not in a git repository").and("`git init` creates one here"))
}

/// Returns whether the line or the environment names another place.
fn is_elsewhere(case: &Case<'_>, command: &Command) -> bool {
    let names = |word: &str| ELSEWHERE.iter().any(|option| word.split('=').next() == Some(option));
    let moves =
        |command: &Command| command.program_name().is_some_and(|name| programs::is(name, Role::Enters));
    command.arguments().iter().any(|word| word.dynamic || names(&word.value))
        || command.words.iter().chain(&command.assignments).any(|word| word.value.starts_with("GIT_"))
        || case.world.variable("GIT_DIR").is_some()
        || case.failure.script.commands.iter().any(moves)
}

/// Returns whether the directory, or a parent, is a bare repository.
fn is_bare(world: &dyn World) -> bool {
    let here =
        |up: &str| ["HEAD", "objects", "refs"].iter().all(|name| world.kind(&format!("{up}{name}")).exists());
    (0..16).any(|depth| here(&"../".repeat(depth)))
}
