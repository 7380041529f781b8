//! Names of a cargo package and its workspace: from the files where cargo finds them, and from the
//! manifest.

use super::lines;
use super::project::{above, directories};
use facts::paths::join;
use facts::world::World;

/// Kinds of target: section of the manifest, directory.
const KINDS: [(&str, &str); 4] =
    [("bin", "src/bin"), ("example", "examples"), ("test", "tests"), ("bench", "benches")];

/// Returns the targets of one kind (`bin`, `example`, `test`, `bench`), of this package or of the whole
/// workspace.
pub fn targets(world: &dyn World, kind: &str) -> Vec<String> {
    let Some((_, directory)) = KINDS.iter().find(|(name, _)| *name == kind) else { return Vec::new() };
    let mut names = Vec::new();
    for (place, manifest) in packages(world) {
        for entry in world.entries(&join(&place, directory)) {
            match entry.name.strip_suffix(".rs") {
                Some(name) => names.push(name.to_owned()),
                None if entry.is_directory => names.push(entry.name),
                None => {}
            }
        }
        names.extend(named(&manifest, kind));
        if kind == "bin" && world.kind(&join(&place, "src/main.rs")).is_file() {
            names.extend(lines::values(section(&manifest, "[package]"), "name").next().map(str::to_owned));
        }
    }
    names
}

pub fn all_targets(world: &dyn World) -> Vec<String> {
    KINDS.iter().flat_map(|(kind, _)| targets(world, kind)).collect()
}

/// Features of the package here; an optional dependency is one too.
pub fn features(world: &dyn World) -> Vec<String> {
    let mut names = Vec::new();
    for (_, manifest) in packages(world) {
        names.extend(lines::section_keys(&manifest, "features").map(str::to_owned));
        let optional =
            lines::section_lines(&manifest, "dependencies").filter(|line| line.contains("optional = true"));
        names.extend(optional.filter_map(|line| Some(line.split_once('=')?.0.trim().to_owned())));
    }
    names
}

/// Packages of the workspace.
pub fn package_names(world: &dyn World) -> Vec<String> {
    let packages = packages(world);
    packages
        .iter()
        .filter_map(|(_, text)| lines::values(section(text, "[package]"), "name").next())
        .map(str::to_owned)
        .collect()
}

/// Returns the dependencies of this package.
pub fn dependencies(world: &dyn World) -> Vec<String> {
    let manifest = above(world, &["Cargo.toml"]).unwrap_or_default();
    let sections = ["dependencies", "dev-dependencies", "build-dependencies"];
    let plain = sections
        .iter()
        .flat_map(|name| lines::section_keys(&manifest, name))
        .map(|key| key.split('.').next().unwrap_or(key));
    let tables = lines::sections(&manifest, "dependencies.");
    plain.chain(tables).map(str::to_owned).collect()
}

/// Profiles: cargo's own and those of the manifest.
pub fn profiles(world: &dyn World) -> Vec<String> {
    let manifest = above(world, &["Cargo.toml"]).unwrap_or_default();
    let own = lines::sections(&manifest, "profile.").filter(|name| !name.contains('.')).map(str::to_owned);
    own.chain(["dev", "release", "test", "bench"].map(str::to_owned)).collect()
}

/// Directory and manifest of the package here or above, and of the members where it is a workspace.
fn packages(world: &dyn World) -> Vec<(String, String)> {
    const MAX_UP: usize = 8;
    let mut place = String::from(".");
    let mut found = Vec::new();
    for _ in 0..MAX_UP {
        if let Some(manifest) = world.read(&join(&place, "Cargo.toml")) {
            let members = members(&manifest);
            let is_root = !members.is_empty();
            found.push((place.clone(), manifest));
            for directory in members.iter().flat_map(|pattern| directories(world, &join(&place, pattern))) {
                let manifest = world.read(&join(&directory, "Cargo.toml"));
                found.extend(manifest.map(|manifest| (directory, manifest)));
            }
            if is_root {
                break;
            }
        }
        place = join(&place, "..");
    }
    found.dedup_by(|a, b| a.0 == b.0);
    found
}

/// `members = ["a", "b/*"]`, also over several lines.
fn members(manifest: &str) -> Vec<String> {
    let workspace = section(manifest, "[workspace]");
    let Some((_, rest)) = workspace.split_once("members") else { return Vec::new() };
    let list = rest.split_once('[').and_then(|(_, rest)| rest.split_once(']')).map_or("", |(list, _)| list);
    list.lines().flat_map(lines::quoted).map(str::to_owned).collect()
}

/// The text of a manifest from a section on, up to the next one that begins a line.
fn section<'a>(manifest: &'a str, head: &str) -> &'a str {
    let Some(at) = manifest.find(head) else { return "" };
    let rest = manifest.get(at + head.len()..).unwrap_or("");
    rest.find("\n[").and_then(|end| rest.get(..end)).unwrap_or(rest)
}

/// Names of the sections `[[kind]]`.
fn named(manifest: &str, kind: &str) -> Vec<String> {
    let head = format!("[[{kind}]]");
    let parts = manifest.split(head.as_str()).skip(1);
    let own = parts.map(|part| part.split("\n[").next().unwrap_or(part));
    own.filter_map(|part| lines::values(part, "name").next().map(str::to_owned)).collect()
}
