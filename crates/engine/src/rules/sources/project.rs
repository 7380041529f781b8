//! Scripts, targets and tasks defined by a project's files.

use super::{json, lines};
use facts::paths::join;
use facts::world::World;

/// Maximum number of parent directories searched.
const MAX_UP: usize = 16;
/// Maximum number of workspace packages read.
const MAX_PACKAGES: usize = 64;
/// Maximum number of included makefiles read.
const MAX_INCLUDED: usize = 8;

/// Returns the text of the first of these files, here or in a parent directory.
pub fn above(world: &dyn World, names: &[&str]) -> Option<String> {
    let mut up = String::new();
    for _ in 0..MAX_UP {
        for name in names {
            if let Some(text) = world.read(&format!("{up}{name}")) {
                return Some(text);
            }
        }
        up.push_str("../");
    }
    None
}

/// Returns the scripts of `package.json` in a directory, or else here or in a parent directory.
pub fn npm_scripts(world: &dyn World, directory: Option<&str>) -> Vec<String> {
    let text = match directory {
        Some(directory) => world.read(&join(directory, "package.json")),
        None => above(world, &["package.json"]),
    };
    json::file_keys(text, &["scripts"])
}

/// Returns the names and directories of the workspace's packages.
pub fn npm_workspaces(world: &dyn World) -> Vec<String> {
    let mut patterns = Vec::new();
    if let Some(json) = world.read("package.json").and_then(|text| json::parse(&text)) {
        let list = json.get("workspaces");
        patterns.extend(list.and_then(|list| list.get("packages")).or(list).map(json::texts));
    }
    if let Some(text) = world.read("pnpm-workspace.yaml") {
        patterns.push(lines::yaml_items(&text, "packages").map(str::to_owned).collect());
    }
    let mut names = Vec::new();
    for directory in patterns.concat().iter().flat_map(|pattern| directories(world, pattern)) {
        let manifest = world.read(&join(&directory, "package.json")).and_then(|text| json::parse(&text));
        let Some(manifest) = manifest else { continue };
        names.extend(manifest.get("name").and_then(|name| name.as_str()).map(str::to_owned));
        names.push(directory);
    }
    names
}

/// Returns the directories that match a pattern such as `packages/*`.
pub fn directories(world: &dyn World, pattern: &str) -> Vec<String> {
    match pattern.trim_end_matches('/').strip_suffix("/*") {
        None if pattern.contains('*') => Vec::new(),
        None => vec![pattern.trim_end_matches('/').to_owned()],
        Some(place) => {
            let entries = world.entries(place).into_iter().filter(|entry| entry.is_directory);
            entries.take(MAX_PACKAGES).map(|entry| join(place, &entry.name)).collect()
        }
    }
}

/// Returns the tasks of deno.json; package.json may define tasks, too.
pub fn deno_tasks(world: &dyn World) -> Vec<String> {
    let mut names = json::file_keys(above(world, &["deno.json", "deno.jsonc"]), &["tasks"]);
    names.extend(npm_scripts(world, None));
    names
}

/// Returns the explicit targets of the makefile in a directory, or of the named one, and of the files that it
/// includes by name. The default names are in make(1)'s order.
pub fn make_targets(world: &dyn World, directory: &str, named: Option<&str>) -> Vec<String> {
    let usual = ["GNUmakefile", "makefile", "Makefile"];
    let Some(text) = named.map_or_else(
        || usual.iter().find_map(|name| world.read(&join(directory, name))),
        |name| world.read(&join(directory, name)),
    ) else {
        return Vec::new();
    };
    let mut targets = Vec::new();
    let mut included = Vec::new();
    collect_targets(&text, &mut targets, &mut included);
    for path in included.into_iter().take(MAX_INCLUDED) {
        let text = world.read(&join(directory, &path)).unwrap_or_default();
        collect_targets(&text, &mut targets, &mut Vec::new());
    }
    targets
}

fn collect_targets(text: &str, targets: &mut Vec<String>, included: &mut Vec<String>) {
    for line in text.lines().filter(|line| !line.starts_with(['\t', '#', ' '])) {
        if let Some(paths) = line.trim_start_matches('-').strip_prefix("include ") {
            let paths = paths.split_whitespace().filter(|path| !path.contains(['$', '*']));
            included.extend(paths.map(str::to_owned));
            continue;
        }
        let Some((names, rest)) = line.split_once(':') else { continue };
        if rest.starts_with('=') || rest.starts_with(":=") || names.contains(['=', '$', '%']) {
            continue;
        }
        if names == ".PHONY" {
            let phony = rest.split_whitespace().filter(|name| !name.contains(['$', '%', '\\']));
            targets.extend(phony.map(str::to_owned));
        }
        targets.extend(names.split_whitespace().filter(|name| !name.starts_with('.')).map(str::to_owned));
    }
}

/// Returns the targets in ninja's file: `build NAME…: rule`.
pub fn ninja_targets(world: &dyn World, directory: &str) -> Vec<String> {
    let text = world.read(&join(directory, "build.ninja")).unwrap_or_default();
    let heads = text.lines().filter_map(|line| line.strip_prefix("build ")?.split_once(':'));
    let names = heads.flat_map(|(names, _)| names.split_whitespace());
    names.filter(|name| !name.contains('$') && *name != "|").map(str::to_owned).collect()
}

/// Returns the recipes and aliases of the justfile.
pub fn just_recipes(world: &dyn World) -> Vec<String> {
    let Some(text) = above(world, &["justfile", "Justfile", ".justfile"]) else { return Vec::new() };
    let heads = text.lines().filter(|line| !line.starts_with([' ', '\t', '#', '[']));
    let name = |line: &str| {
        if let Some(alias) = line.strip_prefix("alias ") {
            return alias.split_once(":=").map(|(name, _)| name.trim().to_owned());
        }
        let is_recipe = line.contains(':') && !line.contains(":=");
        is_recipe.then(|| line.split([' ', ':']).next().unwrap_or("").trim_start_matches('@').to_owned())
    };
    heads.filter_map(name).collect()
}

/// Returns the tasks of Taskfile.yml (taskfile.dev).
pub fn task_names(world: &dyn World) -> Vec<String> {
    let usual = ["Taskfile.yml", "taskfile.yml", "Taskfile.yaml", "taskfile.yaml", "Taskfile.dist.yml"];
    let text = above(world, &usual).unwrap_or_default();
    lines::yaml_keys(&text, "tasks").map(str::to_owned).collect()
}

/// Returns the tasks of the Rakefile outside of namespaces: `task :name`, `task name: […]`, `task "name"`.
pub fn rake_tasks(world: &dyn World) -> Vec<String> {
    let text = above(world, &["Rakefile", "rakefile", "Rakefile.rb"]).unwrap_or_default();
    let heads = text.lines().filter_map(|line| line.strip_prefix("task ")).map(str::trim_start);
    let name = |rest: &str| {
        let rest = rest.trim_start_matches([':', '"', '\'', '(']);
        let end = rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(rest.len());
        rest.get(..end).filter(|name| !name.is_empty()).map(str::to_owned)
    };
    heads.filter_map(name).collect()
}

/// Returns the modules in Maven's `pom.xml`.
pub fn maven_modules(world: &dyn World) -> Vec<String> {
    let text = world.read("pom.xml").unwrap_or_default();
    let modules =
        text.lines().filter_map(|line| line.trim().strip_prefix("<module>")?.strip_suffix("</module>"));
    modules.map(str::to_owned).collect()
}

/// Tasks of Gradle's usual plugins.
const USUAL: &[&str] = table!("gradle_tasks");

/// Returns Gradle's tasks: those of the usual plugins, and those that the build file registers.
pub fn gradle_tasks(world: &dyn World, directory: &str) -> Vec<String> {
    if !world.kind(directory).exists() {
        return Vec::new();
    }
    let mut names: Vec<String> = USUAL.iter().map(|name| (*name).to_owned()).collect();
    for file in ["build.gradle", "build.gradle.kts"] {
        for line in world.read(&join(directory, file)).unwrap_or_default().lines().map(str::trim) {
            if let Some(rest) = line.strip_prefix("tasks.register") {
                names.extend(lines::quoted(rest).next().map(str::to_owned));
            } else if let Some(rest) = line.strip_prefix("task ") {
                let end = rest.find(|c: char| !c.is_alphanumeric()).unwrap_or(rest.len());
                names.extend(rest.get(..end).map(str::to_owned));
            }
        }
    }
    for file in ["settings.gradle", "settings.gradle.kts"] {
        let text = world.read(&join(directory, file)).unwrap_or_default();
        let included = text.lines().filter(|line| line.trim_start().starts_with("include"));
        names.extend(included.flat_map(lines::quoted).map(|name| name.trim_start_matches(':').to_owned()));
    }
    names
}

/// Returns the subdirectories, one or two levels down, that contain `file`; none if it is in this directory.
pub fn directories_holding(world: &dyn World, file: &str) -> Vec<String> {
    const MAX_DIRECTORIES: usize = 40;
    const DEPENDENCIES: [&str; 4] = ["node_modules", "target", "vendor", "venv"];
    if world.kind(file).exists() {
        return Vec::new();
    }
    let children = |place: &str| -> Vec<String> {
        let mut names: Vec<String> = world
            .entries(place)
            .into_iter()
            .filter(|entry| {
                entry.is_directory
                    && !entry.name.starts_with('.')
                    && !DEPENDENCIES.contains(&entry.name.as_str())
            })
            .map(|entry| if place == "." { entry.name } else { join(place, &entry.name) })
            .collect();
        names.sort();
        names.truncate(MAX_DIRECTORIES);
        names
    };
    let near = children(".");
    let holds = |place: &String| world.kind(&join(place, file)).is_file();
    let found: Vec<String> = near.iter().filter(|place| holds(place)).cloned().collect();
    if !found.is_empty() {
        return found;
    }
    near.iter().flat_map(|place| children(place)).take(MAX_DIRECTORIES).filter(holds).collect()
}
