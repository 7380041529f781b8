//! Names in a cargo package and its workspace: from cargo's default directories and from the manifest.

use toml::{Table, Value};

use super::project::{above, directories};
use super::toml_file;
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
        let listed = toml_file::value(&manifest, &[kind]).and_then(Value::as_array).into_iter().flatten();
        names.extend(listed.filter_map(|target| target.get("name")?.as_str().map(str::to_owned)));
        if kind == "bin" && world.kind(&join(&place, "src/main.rs")).is_file() {
            names.extend(package_name(&manifest));
        }
    }
    names
}

pub fn all_targets(world: &dyn World) -> Vec<String> {
    KINDS.iter().flat_map(|(kind, _)| targets(world, kind)).collect()
}

/// Returns the features of the package, including optional dependencies.
pub fn features(world: &dyn World) -> Vec<String> {
    let mut names = Vec::new();
    for (_, manifest) in packages(world) {
        names.extend(toml_file::keys(&manifest, &["features"]));
        let dependencies = manifest.get("dependencies").and_then(Value::as_table).into_iter().flatten();
        let is_optional = |value: &Value| value.get("optional").and_then(Value::as_bool) == Some(true);
        names.extend(dependencies.filter(|(_, value)| is_optional(value)).map(|(name, _)| name.clone()));
    }
    names
}

/// Returns the packages of the workspace.
pub fn package_names(world: &dyn World) -> Vec<String> {
    packages(world).iter().filter_map(|(_, manifest)| package_name(manifest)).collect()
}

/// Returns the dependencies of this package.
pub fn dependencies(world: &dyn World) -> Vec<String> {
    let manifest = manifest(world);
    let sections = ["dependencies", "dev-dependencies", "build-dependencies"];
    sections.iter().flat_map(|section| toml_file::keys(&manifest, &[section])).collect()
}

/// Returns cargo's own profiles and those in the manifest.
pub fn profiles(world: &dyn World) -> Vec<String> {
    let mut names = toml_file::keys(&manifest(world), &["profile"]);
    names.extend(["dev", "release", "test", "bench"].map(str::to_owned));
    names
}

/// Returns the manifest of the package here or in a parent directory; empty without one.
fn manifest(world: &dyn World) -> Table {
    toml_file::parse(&above(world, &["Cargo.toml"]).unwrap_or_default())
}

fn package_name(manifest: &Table) -> Option<String> {
    Some(toml_file::value(manifest, &["package", "name"])?.as_str()?.to_owned())
}

/// Returns directory and manifest of the package here or in a parent directory and, in a workspace, of its
/// members.
fn packages(world: &dyn World) -> Vec<(String, Table)> {
    const MAX_UP: usize = 8;
    let read = |place: &str| world.read(&join(place, "Cargo.toml")).map(|text| toml_file::parse(&text));
    let mut place = String::from(".");
    let mut found = Vec::new();
    for _ in 0..MAX_UP {
        if let Some(manifest) = read(&place) {
            let members = toml_file::texts(&manifest, &["workspace", "members"]);
            let is_root = !members.is_empty();
            found.push((place.clone(), manifest));
            for directory in members.iter().flat_map(|pattern| directories(world, &join(&place, pattern))) {
                found.extend(read(&directory).map(|manifest| (directory, manifest)));
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
