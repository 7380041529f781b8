//! Names in a directory of Terraform files.

use super::lines;
use facts::paths::join;
use facts::world::World;

/// Maximum number of files read.
const MAX_FILES: usize = 40;

/// Returns the local workspaces, including the one that always exists.
pub fn workspaces(world: &dyn World) -> Vec<String> {
    let entries = world.entries("terraform.tfstate.d").into_iter().filter(|entry| entry.is_directory);
    let mut names: Vec<String> = entries.map(|entry| entry.name).collect();
    if world.kind(".terraform").exists() {
        names.push("default".into());
    }
    names
}

/// Returns the addresses of resources, data sources and modules: `aws_instance.web`, `module.network`.
pub fn addresses(world: &dyn World) -> Vec<String> {
    blocks(world, |words, quoted| match (words, quoted) {
        ("resource", [kind, name, ..]) => Some(format!("{kind}.{name}")),
        ("data", [kind, name, ..]) => Some(format!("data.{kind}.{name}")),
        ("module", [name, ..]) => Some(format!("module.{name}")),
        _ => None,
    })
}

pub fn outputs(world: &dyn World) -> Vec<String> {
    blocks(world, |word, quoted| (word == "output").then(|| quoted.first().map(|name| (*name).to_owned()))?)
}

fn blocks(world: &dyn World, name: impl Fn(&str, &[&str]) -> Option<String>) -> Vec<String> {
    let files = world.entries(".").into_iter().filter(|entry| entry.name.ends_with(".tf")).take(MAX_FILES);
    let mut names = Vec::new();
    for text in files.filter_map(|entry| world.read(&join(".", &entry.name))) {
        for line in text.lines().filter(|line| line.ends_with('{')) {
            let quoted: Vec<&str> = lines::quoted(line).collect();
            names.extend(name(line.split([' ', '"']).next().unwrap_or(""), &quoted));
        }
    }
    names
}
