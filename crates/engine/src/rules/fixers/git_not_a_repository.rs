//! `git add .` outside of any repository: creates one, or enters the one below.

use super::misplaced_address;
use super::prelude::*;
use crate::rules::sources::git::Repository;
use facts::paths::join;

/// Maximum number of directories searched for a repository.
const MAX_DIRECTORIES: usize = 100;

pub fn propose(case: &Case<'_>) -> Option<Proposal> {
    let commands = &case.failure.script.commands;
    let command = commands.iter().find(|command| command.program_name() == Some("git"))?;
    let walk = vocabulary::walk(command, case.world)?;
    let subcommand = walk.path.first().copied()?;
    let global = matches!(subcommand, "init" | "clone" | "help" | "version" | "config" | "ls-remote");
    let elsewhere = command
        .arguments()
        .iter()
        .any(|word| matches!(word.value.as_str(), "-C" | "--git-dir" | "--work-tree"));
    let complains = match case.output {
        Some(output) => output.lines().any(|line| line.starts_with("fatal: not a git repository (or any")),
        None => case.status() == 128 && Repository::of(case.world, command).is_none(),
    };
    // a `cd` in the same line changed the directory
    if !complains
        || global
        || elsewhere
        || commands.iter().any(|command| matches!(command.program_name(), Some("cd" | "pushd")))
    {
        return None;
    }
    let before = |text: &str, because: &str| {
        Some(Proposal::likely(Edit::new().insert(command.span.start, text), because))
    };
    if matches!(subcommand, "pull" | "fetch")
        && let Some(address) =
            command.arguments().last().filter(|word| misplaced_address::is_repository(&word.value))
    {
        let edit = Edit::new().replace(command.span, format!("git clone {}", case.raw(address.span)));
        return Some(Proposal::likely(edit, "no git repository: this clones one"));
    }
    let below: Vec<String> = case
        .world
        .entries(".")
        .into_iter()
        .filter(|entry| entry.is_directory)
        .take(MAX_DIRECTORIES)
        .map(|entry| entry.name)
        .filter(|name| case.world.kind(&join(name, ".git")).exists())
        .collect();
    match below.as_slice() {
        [only] => before(
            &format!("cd {} && ", paths::quoted(only, case.dialect())),
            "not a git repository; the one below is",
        ),
        [] if begins_well(command, subcommand) => {
            before("git init && ", "no git repository: this creates one")
        }
        _ => None,
    }
}

/// Returns whether the command is useful in a new repository, which has no commits, branches or remotes.
fn begins_well(command: &Command, subcommand: &str) -> bool {
    const BEGINS: &[&str] = table!("git_begins");
    let words = command.arguments().iter().map(|word| word.value.as_str());
    let next = words.clone().skip_while(|word| *word != subcommand).nth(1);
    BEGINS.iter().any(|begin| match begin.split_once(' ') {
        Some((name, with)) => {
            name == subcommand
                && (next == Some(with) || with.starts_with('-') && words.clone().any(|word| word == with))
        }
        None => *begin == subcommand,
    })
}

#[cfg(test)]
mod tests {
    use super::super::repair::tests::{fixes, world};

    #[test]
    fn a_new_repository_only_where_the_command_works_in_it() {
        let first = |text: &str| fixes("bash", text, 128, None, &world()).first().cloned();
        for text in [
            "git add .", "git commit -m x", "git remote add origin u", "git branch -M main",
            "git checkout -b main", "git submodule add u",
        ] {
            assert_eq!(first(text), Some(format!("git init && {text}")));
        }
        for text in [
            "git branch -D x", "git branch x", "git branch", "git remote remove origin", "git remote -v",
            "git submodule update --init", "git checkout main", "git log",
        ] {
            assert_eq!(first(text), None, "{text}");
        }
    }
}
