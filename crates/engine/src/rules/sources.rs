//! Named sources of candidates: read from files, never by running the failed program.

use syntax::{Command, Dialect};

use self::project::above;
use super::options::value;
use super::{Case, tabled};
use facts::paths::join;
use facts::vocabulary::{self, Vocabulary};
use facts::world::World;

mod cargo;
mod containers;
pub mod git;
mod hosts;
mod json;
mod lines;
pub mod project;
mod python;
mod system;
mod terraform;
mod toml_file;

/// All sources that rules may name.
pub const NAMES: &[&str] = table!("sources");

/// Signals (signal(7)), with and without `SIG`.
const SIGNALS: &[&str] = table!("signals");

/// Prefix for the subdirectories that contain a file: `holding:Makefile`.
pub const HOLDING: &str = "holding:";

/// Returns whether rules may name the source.
pub fn is_known(source: &str) -> bool {
    NAMES.contains(&source) || source.starts_with(HOLDING)
}

/// Returns the names of a source, bounded; empty if it has none here.
pub fn names(source: &str, case: &Case<'_>, command: &Command) -> Vec<String> {
    let world = case.world;
    if let Some(file) = source.strip_prefix(HOLDING) {
        return project::directories_holding(world, file);
    }
    match source {
        "path" => entries(world, "."),
        "dir" => world.entries(".").into_iter().filter(|e| e.is_directory).map(|entry| entry.name).collect(),
        "executables" => world.executables().lines().map(str::to_owned).collect(),
        "vocab.subcommands" => subcommands(world, command),
        "vocab.options" => options(world, command),
        git if git.starts_with("git.") => git::names(git, world, command),
        "npm.scripts" => project::npm_scripts(world, value(command, &["--prefix", "-C", "--cwd", "--dir"])),
        "npm.workspaces" => project::npm_workspaces(world),
        "npm.programs" => entries(world, "node_modules/.bin"),
        "rustup.toolchains" => {
            let installed = world.home().map(|home| entries(world, &join(home, ".rustup/toolchains")));
            [owned(&["stable", "beta", "nightly"]), installed.unwrap_or_default()].concat()
        }
        "conda.environments" => python::conda(world),
        "json.keys" => {
            command.words.last().map(|file| json::file_keys(world.read(&file.value), &[])).unwrap_or_default()
        }
        "deno.tasks" => project::deno_tasks(world),
        "composer.scripts" => json::file_keys(world.read("composer.json"), &["scripts"]),
        "make.targets" => {
            let directory = value(command, &["-C", "--directory"]).unwrap_or(".");
            project::make_targets(world, directory, value(command, &["-f", "--file", "--makefile"]))
        }
        "ninja.targets" => project::ninja_targets(world, value(command, &["-C"]).unwrap_or(".")),
        "just.recipes" => project::just_recipes(world),
        "task.names" => project::task_names(world),
        "mise.tasks" => toml_file::file_keys(above(world, &["mise.toml", ".mise.toml"]), &["tasks"]),
        "rake.tasks" => project::rake_tasks(world),
        "maven.modules" => project::maven_modules(world),
        "maven.phases" => owned(table!("maven_phases")),
        "gradle.tasks" => {
            project::gradle_tasks(world, value(command, &["-p", "--project-dir"]).unwrap_or("."))
        }
        "pre-commit.hooks" => {
            let text = world.read(".pre-commit-config.yaml").unwrap_or_default();
            lines::yaml_values(&text, "repos", "id").map(str::to_owned).collect()
        }
        "cargo.targets" => cargo::all_targets(world),
        "cargo.bins" => cargo::targets(world, "bin"),
        "cargo.examples" => cargo::targets(world, "example"),
        "cargo.tests" => cargo::targets(world, "test"),
        "cargo.benches" => cargo::targets(world, "bench"),
        "cargo.features" => cargo::features(world),
        "cargo.packages" => cargo::package_names(world),
        "cargo.dependencies" => cargo::dependencies(world),
        "cargo.profiles" => cargo::profiles(world),
        "pip.modules" => tabled::modules().map(str::to_owned).collect(),
        "python.modules" => python::modules(world),
        "python.scripts" => python::scripts(world),
        "flask.applications" => python::flask(world),
        "tox.environments" => python::tox(world),
        "nox.sessions" => python::nox(world),
        "ssh.hosts" => hosts::ssh(world),
        "ssh.options" => owned(table!("ssh_options")),
        "hosts" => hosts::static_table(world),
        "ansible.hosts" => hosts::inventory(world, value(command, &["-i", "--inventory"])),
        "compose.services" => containers::compose_services(world, value(command, &["-f", "--file"])),
        "aws.profiles" => containers::aws_profiles(world),
        "kube.contexts" => containers::kube(world, "contexts", value(command, &["--kubeconfig"])),
        "kube.clusters" => containers::kube(world, "clusters", value(command, &["--kubeconfig"])),
        "kube.users" => containers::kube(world, "users", value(command, &["--kubeconfig"])),
        "kube.namespaces" => containers::kube_namespaces(world, value(command, &["--kubeconfig"])),
        "podman.containers" => containers::podman(world, "overlay-containers/containers.json"),
        "podman.images" => containers::podman_images(world),
        "terraform.workspaces" => terraform::workspaces(world),
        "terraform.addresses" => terraform::addresses(world),
        "terraform.outputs" => terraform::outputs(world),
        "systemd.units" => system::units(world),
        "init.scripts" => system::init_scripts(world),
        "users" => system::first_fields(world, "/etc/passwd"),
        "groups" => system::first_fields(world, "/etc/group"),
        "login.shells" => system::login_shells(world),
        "shell.options" => owned(shell_options(command.program_name().unwrap_or(""), case.dialect())),
        "signals" => owned(SIGNALS),
        "trap.conditions" => owned(&[&["EXIT", "ERR", "DEBUG", "RETURN"], SIGNALS].concat()),
        "mounts" => system::mounts(world),
        "devices" => system::devices(world),
        "interfaces" => entries(world, "/sys/class/net"),
        "locales" => system::locales(world),
        "time.zones" => system::time_zones(world),
        "apt.packages" => system::apt_packages(world),
        "apt.installed" => system::installed_packages(world),
        "aliases" => world.aliases().keys().cloned().collect(),
        "functions" => world.functions().to_vec(),
        "variables" => world.variables(),
        "history" => world.history().to_vec(),
        "history.words" => history_words(world, command),
        _ => Vec::new(),
    }
}

fn entries(world: &dyn World, directory: &str) -> Vec<String> {
    world.entries(directory).into_iter().map(|entry| entry.name).collect()
}

/// Returns the options of the shell itself, for the builtin that sets them.
fn shell_options(builtin: &str, dialect: Dialect) -> &'static [&'static str] {
    match (builtin, dialect) {
        ("set", Dialect::Bash) => table!("bash_set"),
        ("set", Dialect::Posix) => table!("sh_set"),
        ("shopt", _) => table!("bash_shopt"),
        (_, Dialect::Zsh) => table!("zsh_options"),
        _ => &[],
    }
}

fn owned(names: &[&str]) -> Vec<String> {
    names.iter().map(|name| (*name).to_owned()).collect()
}

/// Returns words of earlier commands with the same program, newest first: names that no file lists
/// (containers, pods, sessions).
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

/// Returns the vocabulary of the command's program, and the known subcommands.
fn known<'a>(world: &'a dyn World, command: &'a Command) -> Option<(Vocabulary<'a>, Vec<&'a str>)> {
    let words = vocabulary::find(command.program_name()?, world)?;
    Some((words, words.walk_command(command).map(|walk| walk.path).unwrap_or_default()))
}

fn subcommands(world: &dyn World, command: &Command) -> Vec<String> {
    let Some((words, path)) = known(world, command) else { return Vec::new() };
    words.subcommands(&path).map(str::to_owned).collect()
}

fn options(world: &dyn World, command: &Command) -> Vec<String> {
    let Some((words, path)) = known(world, command) else { return Vec::new() };
    let above = words.options(&[]).filter(|_| !path.is_empty());
    words.options(&path).chain(above).map(|option| option.name.to_owned()).collect()
}
