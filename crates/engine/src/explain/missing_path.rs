//! "No such file or directory": how far the path leads.

use super::subject::{counted, existing, lines, paths, quoted, says};
use super::{Cause, Finding};
use crate::paths::split;
use crate::rules::Case;

pub const CAUSE: Cause = Cause { id: "missing-path", find };

const TEXTS: &[&str] = &["o such file or directory", "ENOENT", "cannot access", "annot open", "can't open"];

fn find(case: &Case<'_>) -> Option<Finding> {
    if !says(case, TEXTS) {
        return None;
    }
    let said = lines(case, TEXTS);
    let is_named = |path: &String| said.iter().any(|line| line.contains(split(path).1));
    paths(case, TEXTS).into_iter().filter(is_named).find_map(|path| describe(case, &path))
}

/// What is there of an absolute path that does not lead anywhere.
pub fn describe(case: &Case<'_>, path: &str) -> Option<Finding> {
    if case.world.kind(path).exists() || path.contains(['*', '?', '$']) {
        return None;
    }
    if let Some(found) = super::broken_link::dangling(case, path) {
        return Some(found);
    }
    let there = existing(path, case.world);
    let (directory, name) = split(path);
    if there == directory {
        let names = case.world.entries(there).len();
        let count = if names == 0 {
            "the directory is empty".to_owned()
        } else {
            format!("{} there", counted(names, "other name"))
        };
        let place = if there == case.failure.record.cwd { "here".to_owned() } else { format!("in {there}") };
        return Some(Finding::said(format!("there is no {} {place} ({count})", quoted(name))));
    }
    let rest = path.strip_prefix(there.trim_end_matches('/')).unwrap_or(path).trim_start_matches('/');
    let first = rest.split('/').next().unwrap_or(rest);
    Some(Finding::said(format!("there is no {} in {there}, where the path ends", quoted(first))))
}
