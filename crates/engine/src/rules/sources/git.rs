//! Names in a git repository, from its files (gitrepository-layout(5)).

use syntax::Command;

use facts::paths::{self, join};
use facts::world::{PathKind, World};

/// Maximum number of directories searched upwards for a repository.
const MAX_UP: usize = 32;
/// Maximum number of directories visited when walking refs or the work tree.
const MAX_DIRECTORIES: usize = 64;
/// Maximum depth of the walk through the work tree.
const MAX_DEPTH: usize = 4;

/// Returns the names of a source `git.…`.
pub fn names(source: &str, world: &dyn World, command: &Command) -> Vec<String> {
    let Some(git) = Repository::of(world, command) else { return Vec::new() };
    match source {
        "git.branch" => git.branch().into_iter().collect(),
        "git.branches" => git.branches(),
        "git.default_branch" => git.default_branch().into_iter().collect(),
        "git.files" => git.files(),
        "git.namesake" => git.namesake().into_iter().collect(),
        "git.other_branches" => {
            let current = git.branch();
            git.branches().into_iter().filter(|branch| current.as_ref() != Some(branch)).collect()
        }
        "git.refs" => git.all_refs(),
        "git.remote" => git.remote().into_iter().collect(),
        "git.remote_branches" => git.remote_branches(),
        "git.remotes" => git.remotes(),
        "git.tags" => git.tags(),
        "git.unborn" => git.branch().filter(|branch| !git.branches().contains(branch)).into_iter().collect(),
        "git.unpublished" => {
            git.branch().filter(|branch| git.upstream(branch).is_none()).into_iter().collect()
        }
        _ => Vec::new(),
    }
}

/// The repository in which a git command works.
pub struct Repository<'a> {
    world: &'a dyn World,
    /// Directory in which the command works, relative to the shell's.
    base: String,
    /// Directory with `HEAD` and the state of an operation in progress.
    own: String,
    /// Directory with `refs`, `packed-refs` and `config`; differs from `own` only in a worktree.
    common: String,
}

/// Returns the directory in which git runs the command: `.`, or the one set with `-C`.
fn base(world: &dyn World, command: &Command) -> Option<String> {
    let mut base = String::from(".");
    let mut arguments = command.arguments().iter();
    while let Some(word) = arguments.next() {
        match word.value.as_str() {
            "-C" => {
                let path = paths::expand(&arguments.next()?.value, world)?;
                base = if path.starts_with('/') { path } else { join(&base, &path) };
            }
            "-c" => drop(arguments.next()),
            option if option.starts_with('-') => {}
            _ => break,
        }
    }
    Some(base)
}

impl<'a> Repository<'a> {
    /// Finds the repository; `None` outside of one.
    pub fn of(world: &'a dyn World, command: &Command) -> Option<Self> {
        let base = base(world, command)?;
        let mut up = base.clone();
        // go no higher than the root directory, if the depth is known
        let slashes = |path: &str| path.matches('/').count();
        let depth = world.directory().map_or(MAX_UP, |here| slashes(&here) + slashes(&base) + 2);
        for _ in 0..depth.min(MAX_UP) {
            let candidate = join(&up, ".git");
            match world.kind(&candidate) {
                PathKind::Directory => {
                    return Some(Self { world, base, own: candidate.clone(), common: candidate });
                }
                PathKind::File | PathKind::Executable => {
                    // a worktree or submodule: `gitdir: PATH`
                    let text = world.read(&candidate)?;
                    let path = text.trim().strip_prefix("gitdir: ")?;
                    let own = if path.starts_with('/') { path.to_owned() } else { join(&up, path) };
                    let common = match world.read(&join(&own, "commondir")) {
                        Some(common) if common.starts_with('/') => common.trim().to_owned(),
                        Some(common) => join(&own, common.trim()),
                        None => own.clone(),
                    };
                    return Some(Self { world, base, own, common });
                }
                _ => {}
            }
            if world.kind(&up) != PathKind::Directory {
                return None;
            }
            up = join(&up, "..");
        }
        None
    }

    fn refs(&self, kind: &str) -> Vec<String> {
        let mut names = Vec::new();
        let mut todo = vec![String::new()];
        let mut seen = 0;
        while let Some(prefix) = todo.pop() {
            seen += 1;
            if seen > MAX_DIRECTORIES {
                break;
            }
            for entry in self.world.entries(&join(&join(&self.common, &format!("refs/{kind}")), &prefix)) {
                let name = join(&prefix, &entry.name);
                if entry.is_directory { todo.push(name) } else { names.push(name) }
            }
        }
        let prefix = format!("refs/{kind}/");
        if let Some(packed) = self.world.read(&join(&self.common, "packed-refs")) {
            let packed = packed
                .lines()
                .filter_map(|line| line.split_once(' ')?.1.strip_prefix(&prefix).map(str::to_owned));
            names.extend(packed);
        }
        names.sort();
        names.dedup();
        names
    }

    pub fn branches(&self) -> Vec<String> {
        self.refs("heads")
    }

    pub fn tags(&self) -> Vec<String> {
        self.refs("tags")
    }

    /// Returns `origin/main` and the like, without the symbolic `origin/HEAD`.
    pub fn remote_branches(&self) -> Vec<String> {
        self.refs("remotes").into_iter().filter(|name| !name.ends_with("/HEAD")).collect()
    }

    /// Returns branches, remote branches, tags and HEAD.
    pub fn all_refs(&self) -> Vec<String> {
        let mut refs = self.branches();
        refs.extend(self.remote_branches());
        refs.extend(self.tags());
        refs.push("HEAD".into());
        refs
    }

    fn config(&self) -> String {
        self.world.read(&join(&self.common, "config")).unwrap_or_default()
    }

    pub fn remotes(&self) -> Vec<String> {
        let config = self.config();
        config
            .lines()
            .filter_map(|line| line.trim().strip_prefix("[remote \"")?.strip_suffix("\"]"))
            .map(str::to_owned)
            .collect()
    }

    /// Returns the checked-out branch; `None` if HEAD is detached.
    pub fn branch(&self) -> Option<String> {
        let head = self.world.read(&join(&self.own, "HEAD"))?;
        head.trim().strip_prefix("ref: refs/heads/").map(str::to_owned)
    }

    /// Returns the remote of a branch that has an upstream.
    pub fn upstream(&self, branch: &str) -> Option<String> {
        let config = self.config();
        let head = format!("[branch \"{branch}\"]");
        let section = config.lines().skip_while(|line| line.trim() != head).skip(1);
        let mut lines = section.take_while(|line| !line.trim_start().starts_with('['));
        lines.find_map(|line| {
            let (key, value) = line.split_once('=')?;
            (key.trim() == "remote").then(|| value.trim().to_owned())
        })
    }

    /// Returns the remote for pushes and pulls of the current branch: its upstream, or else `origin`, or else
    /// the only remote.
    pub fn remote(&self) -> Option<String> {
        let remotes = self.remotes();
        let upstream = self.branch().and_then(|branch| self.upstream(&branch)).filter(|name| name != ".");
        upstream.or_else(|| match remotes.as_slice() {
            [only] => Some(only.clone()),
            _ => remotes.iter().find(|name| *name == "origin").cloned(),
        })
    }

    /// Returns the remote branch with the name of the current one: `origin/topic`.
    pub fn namesake(&self) -> Option<String> {
        let name = format!("{}/{}", self.remote()?, self.branch()?);
        self.remote_branches().contains(&name).then_some(name)
    }

    /// Returns the default branch, unless it is checked out.
    pub fn default_branch(&self) -> Option<String> {
        let branches = self.branches();
        let current = self.branch();
        let head = self
            .remote()
            .and_then(|remote| self.world.read(&join(&self.common, &format!("refs/remotes/{remote}/HEAD"))));
        let head = head.and_then(|text| {
            Some(text.trim().strip_prefix("ref: refs/remotes/")?.split_once('/')?.1.to_owned())
        });
        let usual = ["main", "master", "trunk", "develop"].iter().map(|name| (*name).to_owned());
        head.into_iter().chain(usual).find(|name| branches.contains(name) && current.as_ref() != Some(name))
    }

    /// Returns files of the work tree in and below git's directory, as a command names them; bounded.
    pub fn files(&self) -> Vec<String> {
        let mut names = Vec::new();
        let mut todo = std::collections::VecDeque::from([(String::new(), 0)]);
        let mut seen = 0;
        while let Some((directory, depth)) = todo.pop_front() {
            seen += 1;
            if seen > MAX_DIRECTORIES {
                break;
            }
            for entry in self.world.entries(&join(&self.base, &directory)) {
                let name = join(&directory, &entry.name);
                if entry.is_directory
                    && depth < MAX_DEPTH
                    && !matches!(entry.name.as_str(), ".git" | "node_modules" | "target")
                {
                    todo.push_back((name.clone(), depth + 1));
                }
                if entry.name != ".git" {
                    names.push(name);
                }
            }
        }
        names
    }

    /// Returns whether a path in the command exists.
    pub fn has_path(&self, path: &str) -> bool {
        let path = paths::expand(path, self.world).unwrap_or_default();
        !path.is_empty()
            && self.world.kind(&if path.starts_with('/') { path } else { join(&self.base, &path) }).exists()
    }
}
