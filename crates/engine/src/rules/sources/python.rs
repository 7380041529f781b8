//! Names in Python projects: modules, scripts and tasks, environments of tox and nox.

use super::project::above;
use super::{lines, toml_file};
use facts::paths::join;
use facts::world::World;

/// Modules of the standard library that are most often run or imported.
const STANDARD: &[&str] = table!("python_standard");

/// Returns the modules of the standard library, those in this directory, and those installed in the
/// environment or by the system.
pub fn modules(world: &dyn World) -> Vec<String> {
    let mut names: Vec<String> = STANDARD.iter().map(|name| (*name).to_owned()).collect();
    let mut places = vec![".".to_owned(), "src".to_owned(), "/usr/lib/python3/dist-packages".to_owned()];
    let environments =
        world.variable("VIRTUAL_ENV").into_iter().chain([".venv".to_owned(), "venv".to_owned()]);
    for environment in environments {
        let lib = join(&environment, "lib");
        let versions = world.entries(&lib).into_iter().filter(|entry| entry.name.starts_with("python3"));
        places.extend(versions.take(2).map(|entry| join(&join(&lib, &entry.name), "site-packages")));
    }
    for entry in places.iter().flat_map(|place| world.entries(place)) {
        let name =
            if entry.is_directory { Some(entry.name.as_str()) } else { entry.name.strip_suffix(".py") };
        names.extend(name.filter(|name| is_module(name)).map(str::to_owned));
    }
    names
}

fn is_module(name: &str) -> bool {
    name.chars().all(|c| c.is_alphanumeric() || c == '_') && !name.starts_with("__")
}

/// Returns the project's scripts: those it installs, and those of poetry, pdm and hatch.
pub fn scripts(world: &dyn World) -> Vec<String> {
    let project = toml_file::parse(&above(world, &["pyproject.toml"]).unwrap_or_default());
    let tables: [&[&str]; 6] = [
        &["project", "scripts"],
        &["tool", "poetry", "scripts"],
        &["tool", "pdm", "scripts"],
        &["tool", "hatch", "envs", "default", "scripts"],
        &["tool", "poe", "tasks"],
        &["tool", "taskipy", "tasks"],
    ];
    let mut names: Vec<String> = tables.iter().flat_map(|path| toml_file::keys(&project, path)).collect();
    let installed = world.entries(".venv/bin").into_iter().map(|entry| entry.name);
    names.extend(installed.filter(|name| !name.starts_with(['a', 'A']) || !name.starts_with("activate")));
    names
}

/// Returns the modules and packages of this directory that create a Flask application.
pub fn flask(world: &dyn World) -> Vec<String> {
    const MAX_FILES: usize = 32;
    let creates = |path: &str| world.read(path).is_some_and(|text| text.contains("Flask("));
    let entries = world.entries(".").into_iter().take(8 * MAX_FILES);
    let modules = entries.filter_map(|entry| {
        let stem =
            entry.name.strip_suffix(".py").filter(|stem| is_module(stem) && !stem.starts_with("test_"));
        match stem {
            Some(stem) => Some((stem.to_owned(), entry.name)),
            None if entry.is_directory && is_module(&entry.name) => {
                let file = join(&entry.name, "__init__.py");
                Some((entry.name, file))
            }
            None => None,
        }
    });
    modules.take(MAX_FILES).filter(|(_, file)| creates(file)).map(|(name, _)| name).collect()
}

/// Returns tox's environments: `envlist` and the sections of its file.
pub fn tox(world: &dyn World) -> Vec<String> {
    let text = world.read("tox.ini").unwrap_or_default();
    let mut names: Vec<String> = lines::sections(&text, "testenv:").map(str::to_owned).collect();
    let rest = text.split_once("envlist").or_else(|| text.split_once("env_list"));
    let list = rest.and_then(|(_, rest)| rest.split_once('=')).map_or("", |(_, list)| list);
    // the list ends at the next key or section
    let end = list.lines().enumerate().skip(1).find(|(_, line)| line.contains(['=', '[']));
    let lines = list.lines().take(end.map_or(usize::MAX, |(at, _)| at));
    let words = lines.flat_map(|line| line.split([',', ' ', '\t']));
    names.extend(words.filter(|word| !word.is_empty() && !word.contains('{')).map(str::to_owned));
    names
}

/// Returns nox's sessions: the functions below `@nox.session`.
pub fn nox(world: &dyn World) -> Vec<String> {
    let text = world.read("noxfile.py").unwrap_or_default();
    let mut names = Vec::new();
    let mut marked = false;
    for line in text.lines() {
        marked |= line.starts_with("@nox.session") || line.starts_with("@session");
        if let Some(rest) = line.strip_prefix("def ").filter(|_| marked) {
            names.extend(rest.split('(').next().map(str::to_owned));
            marked = false;
        }
    }
    names
}

/// Returns conda's environments, from its list of their directories.
pub fn conda(world: &dyn World) -> Vec<String> {
    let list = world.home().and_then(|home| world.read(&join(home, ".conda/environments.txt")));
    let text = list.unwrap_or_default();
    text.lines().filter_map(|line| line.rsplit_once("/envs/")).map(|(_, name)| name.to_owned()).collect()
}
