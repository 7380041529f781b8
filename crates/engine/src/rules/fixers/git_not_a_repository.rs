//! `git add .` outside of any repository: creates one, or enters the one below.

use syntax::{Command, Edit};

use super::{Case, Fixer, Proposal, misplaced_address};
use crate::diagnosis::Applicability;
use crate::rules::sources::git::Repository;
use facts::paths::{self, join};
use facts::vocabulary;

pub const FIXER: Fixer = Fixer { id: "git/not-a-repository", about: "git outside of a repository", propose };

/// Maximum number of directories searched for a repository.
const MAX_DIRECTORIES: usize = 100;

fn propose(case: &Case<'_>) -> Vec<Proposal> {
    let commands = &case.failure.script.commands;
    let Some(command) = commands.iter().find(|command| command.program_name() == Some("git")) else {
        return Vec::new();
    };
    let Some(walk) = vocabulary::walk(command, case.world) else { return Vec::new() };
    let Some(subcommand) = walk.path.first().copied() else { return Vec::new() };
    let global = matches!(subcommand, "init" | "clone" | "help" | "version" | "config" | "ls-remote");
    let elsewhere = command
        .arguments()
        .iter()
        .any(|word| matches!(word.value.as_str(), "-C" | "--git-dir" | "--work-tree"));
    let complains = match case.output {
        Some(output) => output.lines().any(|line| line.starts_with("fatal: not a git repository (or any")),
        None => case.failure.record.status == 128 && Repository::of(case.world, command).is_none(),
    };
    // a `cd` in the same line changed the directory
    if !complains
        || global
        || elsewhere
        || commands.iter().any(|command| matches!(command.program_name(), Some("cd" | "pushd")))
    {
        return Vec::new();
    }
    let script = &case.failure.script;
    let before = |text: String, because: &str| {
        let edit = Edit::new().insert(command.span.start, text);
        vec![Proposal::new(FIXER.id, edit, because, Applicability::Likely)]
    };
    if matches!(subcommand, "pull" | "fetch")
        && let Some(address) =
            command.arguments().last().filter(|word| misplaced_address::is_repository(&word.value))
    {
        let edit = Edit::new().replace(command.span, format!("git clone {}", script.raw(address.span)));
        let because = "no git repository: this clones one";
        return vec![Proposal::new(FIXER.id, edit, because, Applicability::Likely)];
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
            format!("cd {} && ", paths::quoted(only, script.dialect)),
            "not a git repository; the one below is",
        ),
        [] if begins_well(command, subcommand) => {
            before("git init && ".to_owned(), "no git repository: this creates one")
        }
        _ => Vec::new(),
    }
}

/// Returns whether the command is useful in a new repository, which has no commits, branches or remotes.
fn begins_well(command: &Command, subcommand: &str) -> bool {
    let mut operands = command
        .arguments()
        .iter()
        .map(|word| word.value.as_str())
        .skip_while(|value| *value != subcommand)
        .skip(1);
    let has =
        |options: &[&str]| command.arguments().iter().any(|word| options.contains(&word.value.as_str()));
    match subcommand {
        "add" | "commit" => true,
        "remote" | "submodule" => operands.next() == Some("add"),
        "branch" => has(&["-m", "-M"]),
        "checkout" => has(&["-b", "--orphan"]),
        "switch" => has(&["-c", "--orphan"]),
        _ => false,
    }
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
