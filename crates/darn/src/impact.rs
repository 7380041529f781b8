//! Describes in one line what a command line would affect right now: "would delete 1,204 files (3.1 GB), 2 of
//! them uncommitted". It only counts; it changes nothing and shows no file names.

use std::cell::LazyCell;
use std::path::PathBuf;
use std::sync::mpsc;
use std::time::{Duration, Instant};

use policy::{Level, Reason, Target, Verdict};

use crate::caller::Caller;
use crate::git::{self, Repository};
use crate::ui::numbers::{bytes, count, many};

mod files;

use files::Files;

/// Fraction of the time after which counting stops and the partial count is reported; the rest is reserved
/// for a slow file system.
const COUNTING: f64 = 0.8;

/// Time limit for one suggestion.
pub const PER_SUGGESTION: Duration = Duration::from_millis(50);
/// Time limit for git to list changed files.
const ASKING_GIT: Duration = Duration::from_millis(200);

/// Adds the impact to any verdict worse than `allow`. Files that git would reset deserve a warning if they
/// have changes.
pub fn add(verdict: &mut Verdict, caller: &Caller, within: Duration) {
    let changes = verdict.targets.iter().find_map(|target| match target {
        Target::Changes { span, .. } => Some(*span),
        _ => None,
    });
    if verdict.level == Level::Allow && changes.is_none() {
        return;
    }
    // here the count decides, so git gets more time
    let within = if changes.is_some() { within.max(ASKING_GIT) } else { within };
    verdict.impact = measure(&verdict.targets, caller, within);
    if let Some(span) = changes.filter(|_| verdict.level == Level::Allow && verdict.impact.is_some()) {
        verdict.level = Level::Warn;
        verdict.reasons.push(Reason {
            rule: "git/discard".to_owned(),
            because: "Uncommitted changes are lost.".to_owned(),
            span,
            level: Level::Warn,
        });
    }
}

/// Counts the targets. `None`: nothing could be counted in time, or there is nothing. A hanging file system
/// blocks a thread, never the caller.
pub fn measure(targets: &[Target], caller: &Caller, within: Duration) -> Option<String> {
    if targets.is_empty() {
        return None;
    }
    let (targets, caller) = (targets.to_vec(), caller.clone());
    let deadline = Instant::now().checked_add(within.mul_f64(COUNTING))?;
    let (sender, receiver) = mpsc::channel();
    std::thread::Builder::new()
        .spawn(move || {
            let _ = sender.send(describe(&targets, &caller, deadline));
        })
        .ok()?;
    receiver.recv_timeout(within).ok().flatten()
}

fn describe(targets: &[Target], caller: &Caller, deadline: Instant) -> Option<String> {
    let mut parts = Vec::new();
    parts.extend(deleted(targets, caller, deadline));
    parts.extend(changed(targets, caller, deadline));
    parts.extend(lost(targets, caller, deadline));
    parts.extend(discarded(targets, caller, deadline));
    if targets.contains(&Target::Trust) {
        parts.push("trust what is currently refused".to_owned());
    }
    (!parts.is_empty()).then(|| format!("would {}", parts.join("; ")))
}

fn deleted(targets: &[Target], caller: &Caller, deadline: Instant) -> Option<String> {
    let mut files = Files::new(deadline);
    // query git first and read its answers last: it works while files are counted
    let mut asked = Vec::new();
    for target in targets {
        if let Target::Delete { path, recursive: _, glob } = target {
            let paths = files::named(caller, path, *glob, deadline);
            asked.extend(git::uncommitted(caller, &paths, deadline));
        }
    }
    let mut of_git = None;
    for target in targets {
        if let Target::Delete { path, recursive, glob } = target {
            for path in files::named(caller, path, *glob, deadline) {
                files.add(&path, *recursive);
            }
        }
    }
    for answer in asked {
        of_git = Some(of_git.unwrap_or(0) + answer.entries(deadline)?.len() as u64);
    }
    let mut text = if files.files > 0 {
        format!("delete {} ({})", files.number("file"), bytes(files.bytes))
    } else if files.directories > 0 {
        format!("delete {}", many(files.directories, "empty directory", "empty directories"))
    } else {
        return None;
    };
    if let Some(uncommitted) = of_git.filter(|number| *number > 0) {
        text.push_str(&format!(", {} of them uncommitted", count(uncommitted)));
    }
    match files.repositories {
        0 => {}
        1 => text.push_str(", with the history of a git repository"),
        more => text.push_str(&format!(", with the history of {} git repositories", count(more))),
    }
    if files.mounts > 0 {
        text.push_str(", mounted file systems not counted");
    }
    Some(text)
}

fn changed(targets: &[Target], caller: &Caller, deadline: Instant) -> Option<String> {
    let mut files = Files::new(deadline);
    for target in targets {
        if let Target::Attributes { path } = target {
            files.add(&caller.path(path), true);
        }
    }
    files.files += files.directories;
    (files.files > 0).then(|| format!("change {}", files.number("file")))
}

/// Counts the changed files that git would reset to an earlier state.
fn discarded(targets: &[Target], caller: &Caller, deadline: Instant) -> Option<String> {
    let paths = targets.iter().filter_map(|target| match target {
        Target::Changes { paths, .. } => Some(paths),
        _ => None,
    });
    let paths: Vec<PathBuf> = paths.flatten().map(|path| caller.path(path)).collect();
    let mut changed = 0;
    for question in git::changed(caller, &paths, deadline) {
        changed += question.entries(deadline)?.len() as u64;
    }
    Some(format!("discard changes in {}", many(some(changed)?, "file", "files")))
}

/// Returns what git would lose.
fn lost(targets: &[Target], caller: &Caller, deadline: Instant) -> Vec<String> {
    // most targets are not of git
    let repository = LazyCell::new(|| Repository::here(caller, deadline));
    let here = || repository.as_ref();
    let commits = |number: u64| many(number, "commit", "commits");
    targets
        .iter()
        .filter_map(|target| {
            Some(match target {
                Target::Delete { .. }
                | Target::Attributes { .. }
                | Target::Changes { .. }
                | Target::Trust => return None,
                Target::WorkingTree => {
                    let changed = some(here()?.changed()?.len() as u64)?;
                    format!("discard changes in {}", many(changed, "file", "files"))
                }
                Target::Untracked { ignored } => {
                    let names = here()?.untracked(*ignored)?;
                    let number = some(names.len() as u64)?;
                    let size = files::size(&names, deadline);
                    format!("delete {} ({})", many(number, "untracked file", "untracked files"), bytes(size))
                }
                Target::Branch { name } => {
                    format!("lose {} found nowhere else", commits(some(here()?.only_in(name)?)?))
                }
                Target::Stashes => {
                    format!("lose {}", many(some(here()?.stashes()?)?, "stash", "stashes"))
                }
                Target::Remote { remote, branch } => {
                    let number = some(here()?.only_remote(remote.as_deref(), branch.as_deref())?)?;
                    format!("drop {} from the remote branch", commits(number))
                }
            })
        })
        .collect()
}

fn some(number: u64) -> Option<u64> {
    (number > 0).then_some(number)
}

#[cfg(test)]
mod tests;
