//! Named places candidates come from: read from files, never by running the failed program.

use syntax::Command;

use super::Case;
use crate::vocabulary;

mod files;
mod git;

/// Every source a rule may name.
pub const NAMES: &[&str] = &[
    "path",
    "dir",
    "executables",
    "vocab.subcommands",
    "vocab.options",
    "git.branches",
    "git.remotes",
    "git.remote_branches",
    "git.tags",
    "git.refs",
    "git.files",
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
    "history",
];

/// The names of a source, bounded; empty where it has none here.
#[must_use]
pub fn names(source: &str, case: &Case<'_>, command: &Command) -> Vec<String> {
    let world = case.world;
    match source {
        "path" => world.entries(".").into_iter().map(|entry| entry.name).collect(),
        "dir" => world.entries(".").into_iter().filter(|e| e.is_directory).map(|entry| entry.name).collect(),
        "executables" => world.executables().lines().map(str::to_owned).collect(),
        "vocab.subcommands" => subcommands(command),
        "vocab.options" => options(command),
        "git.branches" => git::branches(world),
        "git.remotes" => git::remotes(world),
        "git.remote_branches" => git::remote_branches(world),
        "git.tags" => git::tags(world),
        "git.refs" => {
            let mut refs = git::branches(world);
            refs.extend(git::remote_branches(world));
            refs.extend(git::tags(world));
            refs.push("HEAD".into());
            refs
        }
        "git.files" => git::files(world),
        "npm.scripts" => files::npm_scripts(world),
        "make.targets" => files::make_targets(world),
        "just.recipes" => files::just_recipes(world),
        "cargo.targets" => files::cargo_targets(world),
        "cargo.features" => files::cargo_features(world),
        "python.modules" => files::python_modules(world),
        "ssh.hosts" => files::ssh_hosts(world),
        "systemd.units" => files::systemd_units(world),
        "users" => files::first_fields(world, "/etc/passwd"),
        "groups" => files::first_fields(world, "/etc/group"),
        "history" => world.history().to_vec(),
        _ => Vec::new(),
    }
}

fn subcommands(command: &Command) -> Vec<String> {
    let Some(program) = command.program_name() else { return Vec::new() };
    let Some(vocabulary) = vocabulary::of(program) else { return Vec::new() };
    let path = vocabulary::walk(command).map(|walk| walk.path).unwrap_or_default();
    vocabulary.subcommands(&path).map(str::to_owned).collect()
}

fn options(command: &Command) -> Vec<String> {
    let Some(program) = command.program_name() else { return Vec::new() };
    let Some(vocabulary) = vocabulary::of(program) else { return Vec::new() };
    let path = vocabulary::walk(command).map(|walk| walk.path).unwrap_or_default();
    let mut names: Vec<String> = vocabulary.options(&path).map(|option| option.name.to_owned()).collect();
    if !path.is_empty() {
        names.extend(vocabulary.options(&[]).map(|option| option.name.to_owned()));
    }
    names
}
