//! Named places candidates come from: read from files, never by running the failed program.

use syntax::Command;

use super::Case;
use crate::vocabulary;
use crate::world::World;

mod files;
pub mod git;

/// Every source a rule may name.
pub const NAMES: &[&str] = &[
    "path",
    "dir",
    "executables",
    "vocab.subcommands",
    "vocab.options",
    "git.branch",
    "git.branches",
    "git.default_branch",
    "git.files",
    "git.namesake",
    "git.other_branches",
    "git.refs",
    "git.remote",
    "git.remote_branches",
    "git.remotes",
    "git.tags",
    "git.unborn",
    "git.unpublished",
    "npm.scripts",
    "make.targets",
    "just.recipes",
    "cargo.targets",
    "cargo.features",
    "python.modules",
    "ssh.hosts",
    "systemd.units",
    "users",
    "groups",
    "apt.packages",
    "history",
    "history.words",
];

/// `holding:Makefile`: the sub-directories that hold this file.
pub const HOLDING: &str = "holding:";

/// True for a source that rules may name.
#[must_use]
pub fn is_known(source: &str) -> bool {
    NAMES.contains(&source) || source.starts_with(HOLDING)
}

/// The names of a source, bounded; empty where it has none here.
#[must_use]
pub fn names(source: &str, case: &Case<'_>, command: &Command) -> Vec<String> {
    let world = case.world;
    if let Some(file) = source.strip_prefix(HOLDING) {
        return files::directories_holding(world, file);
    }
    match source {
        "path" => world.entries(".").into_iter().map(|entry| entry.name).collect(),
        "dir" => world.entries(".").into_iter().filter(|e| e.is_directory).map(|entry| entry.name).collect(),
        "executables" => world.executables().lines().map(str::to_owned).collect(),
        "vocab.subcommands" => subcommands(world, command),
        "vocab.options" => options(world, command),
        git if git.starts_with("git.") => git::names(git, world, command),
        "npm.scripts" => files::npm_scripts(world),
        "make.targets" => files::make_targets(world),
        "just.recipes" => files::just_recipes(world),
        "cargo.targets" => files::cargo_targets(world),
        "cargo.features" => files::cargo_features(world),
        "python.modules" => files::python_modules(world),
        "ssh.hosts" => files::ssh_hosts(world),
        "systemd.units" => files::systemd_units(world),
        "users" => files::first_fields(world, "/etc/passwd"),
        "apt.packages" => files::apt_packages(world),
        "groups" => files::first_fields(world, "/etc/group"),
        "history" => world.history().to_vec(),
        "history.words" => history_words(world, command),
        _ => Vec::new(),
    }
}

/// Words of the user's earlier commands with the same program, newest first: names that nothing on
/// this machine tells (containers, pods, sessions).
fn history_words(world: &dyn World, command: &Command) -> Vec<String> {
    let Some(program) = command.program_name() else { return Vec::new() };
    let mut names: Vec<String> = Vec::new();
    for line in world.history().iter().rev().take(400) {
        let mut words = line.split_whitespace();
        if words.next() != Some(program) {
            continue;
        }
        for word in words.filter(|word| word.len() > 1 && !word.starts_with('-')) {
            let name = word.trim_matches(['\'', '"']);
            if !name.contains(['$', '`', '|', '>', '<', ';', '&']) && !names.iter().any(|known| known == name)
            {
                names.push(name.to_owned());
            }
        }
    }
    names
}

fn subcommands(world: &dyn World, command: &Command) -> Vec<String> {
    let Some(program) = command.program_name() else { return Vec::new() };
    let Some(vocabulary) = vocabulary::of(program, world) else { return Vec::new() };
    let path = vocabulary.walk_command(command).map(|walk| walk.path).unwrap_or_default();
    vocabulary.subcommands(&path).map(str::to_owned).collect()
}

fn options(world: &dyn World, command: &Command) -> Vec<String> {
    let Some(program) = command.program_name() else { return Vec::new() };
    let Some(vocabulary) = vocabulary::of(program, world) else { return Vec::new() };
    let path = vocabulary.walk_command(command).map(|walk| walk.path).unwrap_or_default();
    let mut names: Vec<String> = vocabulary.options(&path).map(|option| option.name.to_owned()).collect();
    if !path.is_empty() {
        names.extend(vocabulary.options(&[]).map(|option| option.name.to_owned()));
    }
    names
}
