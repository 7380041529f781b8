//! A lock held by a process, or left behind by a dead one.

use super::prelude::*;
use facts::world::Process;

const TEXTS: &[&str] = table!("lock_texts");
/// A process id in a message.
const PIDS: &[&str] = &["held by process {pid} (", "process with pid {pid}", "(PID {pid})", "(pid {pid})"];
const DPKG: &[&str] = &["/var/lib/dpkg/lock-frontend", "/var/lib/dpkg/lock", "/var/lib/apt/lists/lock"];

pub fn find(case: &Case<'_>) -> Option<Finding> {
    if case.output.is_none() {
        return unseen(case);
    }
    if !case.printed_any(TEXTS) {
        return None;
    }
    if let Some(process) = named(case) {
        return Some(held(&processes::named(&[process]), "the lock"));
    }
    let mut candidates = paths(case, TEXTS);
    candidates.retain(|path| is_lock(path));
    if case.printed_any(&["dpkg"]) {
        candidates.extend(DPKG.iter().map(|path| (*path).to_owned()));
    }
    for path in candidates.iter().filter(|path| case.world.kind(path).exists()) {
        if let Some(process) = processes::locker(path, case.world) {
            return Some(held(&processes::named(&[process]), path));
        }
        let holders = case.world.holders(path);
        if !holders.is_empty() {
            return Some(held(&processes::named(&holders), path));
        }
        if let Some(found) = written(case, path).or_else(|| in_repository(case, path)) {
            return Some(found);
        }
    }
    None
}

/// Without output: a lock that the program needs exists.
fn unseen(case: &Case<'_>) -> Option<Finding> {
    if ended(case, "git", &[128]) {
        let directory = absolute(case, ".");
        let locks: Vec<String> = steps(&directory).map(|step| format!("{step}/.git/index.lock")).collect();
        let lock = locks.iter().rev().find(|path| case.world.kind(path).exists())?;
        return in_repository(case, lock);
    }
    let mut packagers = programs::all().filter(|program| matches!(program.like, "apt" | "dpkg"));
    let is_packager = packagers.any(|program| may_have_ended(case, program.name(), &[1, 2, 100]));
    let mut locks = DPKG.iter().filter(|_| is_packager);
    locks.find_map(|path| Some(held(&processes::named(&[processes::locker(path, case.world)?]), path)))
}

fn held(who: &str, what: &str) -> Finding {
    Finding::read(format!("{what} is held by {who}"))
        .and("wait until it finishes; removing a live lock can corrupt data")
}

/// Returns the process named in the message, if it still runs.
fn named(case: &Case<'_>) -> Option<Process> {
    let holes = find_holes(case, PIDS)?;
    let digits: String = holes.get("pid")?.chars().take_while(char::is_ascii_digit).collect();
    processes::find(digits.parse().ok()?, case.world)
}

fn is_lock(path: &str) -> bool {
    let name = path.rsplit('/').next().unwrap_or(path);
    name.ends_with(".lock") || name.ends_with(".pid") || name.contains("lock") || name.contains("Lock")
}

/// The file contains the id of the process that created it.
fn written(case: &Case<'_>, path: &str) -> Option<Finding> {
    let text = case.world.read(path)?;
    let pid: u32 = text.split_whitespace().next()?.parse().ok()?;
    Some(match processes::find(pid, case.world) {
        Some(process) => held(&processes::named(&[process]), path),
        None => Finding::read(format!("{path} is stale: process {pid}, which created it, is gone"))
            .and("remove it once you are sure that nothing else is using it"),
    })
}

/// git's lock files are empty: looks for a git process in the repository.
fn in_repository(case: &Case<'_>, path: &str) -> Option<Finding> {
    let (repository, _) = path.split_once("/.git/")?;
    let inside = case.world.holders(&format!("{repository}/"));
    let gits: Vec<Process> = inside.into_iter().filter(|process| process.name.starts_with("git")).collect();
    Some(if gits.is_empty() {
        Finding::read(format!("{} is stale: none of your git processes runs in {repository}", quoted(path)))
            .and("a killed git process leaves it behind; delete it if no one else is using the repository")
    } else {
        held(&processes::named(&gits), path)
    })
}
