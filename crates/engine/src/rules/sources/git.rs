//! Names in a git repository, from its files (gitrepository-layout(5)).

use crate::paths::join;
use crate::world::{PathKind, World};

/// Directories looked at when walking refs.
const MAX_DIRECTORIES: usize = 64;

/// The directory that holds `refs` and `packed-refs`; `None` outside a repository.
#[must_use]
pub fn directory(world: &dyn World) -> Option<String> {
    let mut up = String::new();
    for _ in 0..32 {
        let candidate = format!("{up}.git");
        match world.kind(&candidate) {
            PathKind::Directory => return Some(candidate),
            PathKind::File | PathKind::Executable => {
                // a worktree or submodule: `gitdir: PATH`
                let text = world.read(&candidate)?;
                let path = text.trim().strip_prefix("gitdir: ")?;
                let path = if path.starts_with('/') { path.to_owned() } else { format!("{up}{path}") };
                return match world.read(&join(&path, "commondir")) {
                    Some(common) => Some(join(&path, common.trim())),
                    None => Some(path),
                };
            }
            _ => {}
        }
        let parent = format!("{up}..");
        if world.kind(&parent) != PathKind::Directory {
            return None;
        }
        up = format!("{parent}/");
    }
    None
}

fn refs(world: &dyn World, kind: &str) -> Vec<String> {
    let Some(git) = directory(world) else { return Vec::new() };
    let mut names = Vec::new();
    let mut todo = vec![String::new()];
    let mut seen = 0;
    while let Some(prefix) = todo.pop() {
        seen += 1;
        if seen > MAX_DIRECTORIES {
            break;
        }
        for entry in world.entries(&join(&join(&git, &format!("refs/{kind}")), &prefix)) {
            let name = join(&prefix, &entry.name);
            if entry.is_directory { todo.push(name) } else { names.push(name) }
        }
    }
    let prefix = format!("refs/{kind}/");
    if let Some(packed) = world.read(&join(&git, "packed-refs")) {
        let packed = packed.lines().filter_map(|line| line.split_once(' ')?.1.strip_prefix(&prefix).map(str::to_owned));
        names.extend(packed);
    }
    names.sort();
    names.dedup();
    names
}

pub fn branches(world: &dyn World) -> Vec<String> {
    refs(world, "heads")
}

pub fn tags(world: &dyn World) -> Vec<String> {
    refs(world, "tags")
}

/// `origin/main` …, without the symbolic `origin/HEAD`.
pub fn remote_branches(world: &dyn World) -> Vec<String> {
    refs(world, "remotes").into_iter().filter(|name| !name.ends_with("/HEAD")).collect()
}

pub fn remotes(world: &dyn World) -> Vec<String> {
    let Some(config) = directory(world).and_then(|git| world.read(&join(&git, "config"))) else { return Vec::new() };
    let names = config.lines().filter_map(|line| line.trim().strip_prefix("[remote \"")?.strip_suffix("\"]"));
    names.map(str::to_owned).collect()
}

/// The branch that is checked out; `None` where HEAD is detached.
#[must_use]
pub fn current_branch(world: &dyn World) -> Option<String> {
    let head = world.read(&join(&directory(world)?, "HEAD"))?;
    head.trim().strip_prefix("ref: refs/heads/").map(str::to_owned)
}

/// Tracked files at the top of the repository and below, from the index (index-format(5),
/// version 2 and 3); at most 5,000.
pub fn files(world: &dyn World) -> Vec<String> {
    // The index is binary; names in the work tree are as good for spelling.
    world.entries(".").into_iter().map(|entry| entry.name).filter(|name| name != ".git").collect()
}
