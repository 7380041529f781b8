//! "No such file or directory": which part of the path exists.

use super::prelude::*;
use super::subject;
use facts::paths;
use facts::paths::split;

const TEXTS: &[&str] = &["o such file or directory", "ENOENT", "cannot access", "annot open", "can't open"];

pub fn find(case: &Case<'_>) -> Option<Finding> {
    if is_kind(case, Program::only_opens) {
        let command = case.failure.culprit_command()?;
        let operands = vocabulary::operands(command, case.world);
        // `-` is standard input, or the directory before
        let words = operands.into_iter().filter_map(|at| command.words.get(at));
        let words = words.filter(|word| !word.dynamic && word.value != "-");
        let mut paths = words.filter_map(|word| paths::expand(&word.value, case.world));
        return paths.find_map(|path| describe(case, &absolute(case, &path)));
    }
    if !case.printed_any(TEXTS) {
        return None;
    }
    let said = lines(case, TEXTS);
    let is_named = |path: &String| said.iter().any(|line| line.contains(split(path).1));
    subject::paths(case, TEXTS).into_iter().filter(is_named).find_map(|path| describe(case, &path))
}

/// Describes which part of a missing absolute path exists.
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
    Some(Finding::said(format!("{there} exists, but contains no {}", quoted(first))))
}
