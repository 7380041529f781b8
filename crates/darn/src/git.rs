//! git queries with hooks, fsmonitor and filters disabled, so that a repository can neither run a program nor
//! make git fetch.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::os::unix::ffi::OsStringExt as _;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::time::Instant;

use crate::caller::Caller;

/// Maximum size of an answer.
const MAX_ANSWER: usize = 8 * 1024 * 1024;
/// Maximum number of filters to disable in one repository; with more, git is not queried.
const MAX_FILTERS: usize = 32;
/// Maximum number of paths in one query.
const MAX_PATHS: usize = 1_000;

/// A running git command.
#[derive(Debug)]
pub struct Query {
    child: Child,
    /// Prefix of the printed names.
    root: PathBuf,
    /// Whether two status letters and a blank precede each name.
    has_status: bool,
}

impl Query {
    /// Returns the printed names, each terminated by NUL; `None` if git failed or was too slow.
    pub fn entries(mut self, deadline: Instant) -> Option<Vec<PathBuf>> {
        let answer = self.answer(deadline)?;
        let names = answer.split(|byte| *byte == 0).filter(|name| !name.is_empty());
        let names = names.filter_map(|name| {
            if !self.has_status {
                return Some(name);
            }
            // a deleted file cannot be lost
            let (status, name) = name.split_at_checked(3)?;
            (!matches!(status, [_, b'D', _] | [b'D', b' ', _])).then_some(name)
        });
        Some(names.map(|name| self.root.join(OsString::from_vec(name.to_vec()))).collect())
    }

    fn number(mut self, deadline: Instant) -> Option<u64> {
        std::str::from_utf8(&self.answer(deadline)?).ok()?.trim().parse().ok()
    }

    fn answer(&mut self, deadline: Instant) -> Option<Vec<u8>> {
        let output = self.child.stdout.take()?;
        let answer = shell::processes::read_within(output, deadline, MAX_ANSWER)?;
        self.child.wait().ok()?.success().then_some(answer)
    }
}

impl Drop for Query {
    /// Kills the process if its answer is no longer needed.
    fn drop(&mut self) {
        if self.child.try_wait().is_ok_and(|ended| ended.is_none()) {
            let _ = self.child.kill();
            let _ = self.child.wait();
        }
    }
}

/// A work tree, and the names of the filters configured in it.
#[derive(Debug)]
pub struct Repository {
    directory: PathBuf,
    variables: Arc<BTreeMap<String, OsString>>,
    filters: Vec<String>,
    deadline: Instant,
}

impl Repository {
    /// Finds the repository around the caller's directory.
    pub fn here(caller: &Caller, deadline: Instant) -> Option<Self> {
        root_of(&caller.directory)?;
        Self::at(caller, caller.directory.clone(), deadline)
    }

    pub fn at(caller: &Caller, directory: PathBuf, deadline: Instant) -> Option<Self> {
        let variables = Arc::clone(&caller.variables);
        let mut repository = Self { directory, variables, filters: Vec::new(), deadline };
        let settings = ["config", "--null", "--name-only", "--get-regexp", "^filter\\."];
        let mut question = repository.ask(&settings, &[], false)?;
        // git fails if no filter is configured
        let answer = question.answer(deadline).unwrap_or_default();
        for key in answer.split(|byte| *byte == 0) {
            let key = std::str::from_utf8(key).ok()?;
            let name = key.strip_prefix("filter.").and_then(|rest| Some(rest.rsplit_once('.')?.0));
            if let Some(name) = name
                && !repository.filters.iter().any(|known| known == name)
            {
                repository.filters.push(name.to_owned());
            }
        }
        (Instant::now() < deadline && repository.filters.len() <= MAX_FILTERS).then_some(repository)
    }

    /// Starts git; `paths` are taken literally.
    fn ask(&self, words: &[&str], paths: &[PathBuf], has_status: bool) -> Option<Query> {
        let mut off = vec![
            ("core.fsmonitor".to_owned(), "false"),
            ("core.hooksPath".to_owned(), "/dev/null"),
            ("log.showSignature".to_owned(), "false"),
        ];
        for name in &self.filters {
            off.push((format!("filter.{name}.clean"), ""));
            off.push((format!("filter.{name}.process"), ""));
            off.push((format!("filter.{name}.required"), "false"));
        }
        let mut git = Command::new("git");
        git.env_clear().envs(self.variables.iter()).args(["--no-pager", "--literal-pathspecs"]).args(words);
        if !paths.is_empty() {
            git.arg("--").args(paths);
        }
        for (at, (key, value)) in off.iter().enumerate() {
            git.env(format!("GIT_CONFIG_KEY_{at}"), key).env(format!("GIT_CONFIG_VALUE_{at}"), value);
        }
        git.env("GIT_CONFIG_COUNT", off.len().to_string())
            .env("GIT_OPTIONAL_LOCKS", "0")
            .env("GIT_NO_LAZY_FETCH", "1")
            .env("GIT_ALLOW_PROTOCOL", "none")
            .env("GIT_TERMINAL_PROMPT", "0")
            .env("LC_ALL", "C")
            .current_dir(&self.directory)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::null());
        Some(Query { child: git.spawn().ok()?, root: self.directory.clone(), has_status })
    }

    fn status(&self, untracked: &str, paths: &[PathBuf]) -> Option<Query> {
        let words = [
            "status",
            "--porcelain",
            "-z",
            "--no-renames",
            "--ignore-submodules=all",
            &format!("--untracked-files={untracked}"),
        ];
        self.ask(&words, paths, true)
    }

    /// Returns the branch and changed files, one per line, for display.
    #[cfg(feature = "llm")]
    pub fn told(&self) -> Option<String> {
        let words = ["status", "--short", "--branch", "--ignore-submodules=all"];
        let answer = self.ask(&words, &[], false)?.answer(self.deadline)?;
        Some(String::from_utf8_lossy(&answer).into_owned())
    }

    /// Returns the files with uncommitted changes.
    pub fn changed(&self) -> Option<Vec<PathBuf>> {
        self.status("no", &[])?.entries(self.deadline)
    }

    /// Returns the untracked files below the working directory.
    pub fn untracked(&self, ignored: bool) -> Option<Vec<PathBuf>> {
        let mut words = vec!["ls-files", "--others", "-z"];
        if !ignored {
            words.push("--exclude-standard");
        }
        self.ask(&words, &[], false)?.entries(self.deadline)
    }

    /// Counts the commits that no other branch or tag contains.
    pub fn only_in(&self, branch: &str) -> Option<u64> {
        let of = format!("refs/heads/{branch}");
        let others = [&format!("--exclude={branch}"), "--branches", "--remotes", "--tags"];
        let words = [["rev-list", "--count", &of, "--not"], others].concat();
        self.ask(&words, &[], false)?.number(self.deadline)
    }

    pub fn stashes(&self) -> Option<u64> {
        let words = ["rev-list", "--walk-reflogs", "refs/stash", "--"];
        let answer = self.ask(&words, &[], false)?.answer(self.deadline)?;
        Some(answer.iter().filter(|byte| **byte == b'\n').count() as u64)
    }

    /// Counts the commits that the remote branch, as last fetched, has and the local branch lacks.
    pub fn only_remote(&self, remote: Option<&str>, branch: Option<&str>) -> Option<u64> {
        let (theirs, ours) = match (remote, branch) {
            (Some(remote), Some(branch)) => {
                (format!("refs/remotes/{remote}/{branch}"), format!("refs/heads/{branch}"))
            }
            _ => ("@{upstream}".to_owned(), "HEAD".to_owned()),
        };
        self.ask(&["rev-list", "--count", &theirs, "--not", &ours], &[], false)?.number(self.deadline)
    }
}

/// Asks which of these files are changed or untracked, with one query per work tree.
pub fn uncommitted(caller: &Caller, paths: &[PathBuf], deadline: Instant) -> Vec<Query> {
    status_of(caller, paths, "all", deadline)
}

/// Asks which of these files are tracked and changed.
pub fn changed(caller: &Caller, paths: &[PathBuf], deadline: Instant) -> Vec<Query> {
    status_of(caller, paths, "no", deadline)
}

fn status_of(caller: &Caller, paths: &[PathBuf], untracked: &str, deadline: Instant) -> Vec<Query> {
    let mut roots: Vec<(PathBuf, Vec<PathBuf>)> = Vec::new();
    for path in paths.iter().take(MAX_PATHS) {
        let path = caller.path(path);
        let Some(root) = root_of(&path) else { continue };
        match roots.iter_mut().find(|(known, _)| *known == root) {
            Some((_, paths)) => paths.push(path),
            None => roots.push((root, vec![path])),
        }
    }
    let ask = |(root, paths): (PathBuf, Vec<PathBuf>)| {
        Repository::at(caller, root, deadline)?.status(untracked, &paths)
    };
    roots.into_iter().take(4).filter_map(ask).collect()
}

/// Returns the work tree that contains the path or is equal to it.
fn root_of(path: &Path) -> Option<PathBuf> {
    path.ancestors().find(|directory| directory.join(".git").symlink_metadata().is_ok()).map(Into::into)
}
