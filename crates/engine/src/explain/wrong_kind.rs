//! A directory where a file is expected or the reverse, an existing name, a non-empty directory.

use super::prelude::*;

const NOT_DIRECTORY: &[&str] = &["Not a directory", "not a directory", "ENOTDIR"];
const EXISTS: &[&str] = &["File exists", "already exists", "EEXIST"];
const NOT_EMPTY: &[&str] = &["Directory not empty", "ENOTEMPTY", "is not empty", "not an empty directory"];

pub fn find(case: &Case<'_>) -> Option<Finding> {
    let is_blocked = |name: &str, texts: &[&str]| case.printed_any(texts) || may_have_ended(case, name, &[1]);
    let is_file = |path: &str| case.world.kind(path).is_file();
    if case.printed_any(NOT_DIRECTORY) {
        let paths = paths(case, NOT_DIRECTORY);
        let inside = paths.iter().find_map(|path| {
            steps(path).find(|step| step.len() < path.len() && is_file(step)).map(|step| (path, step))
        });
        if let Some((path, step)) = inside {
            return Some(Finding::read(format!("{step} is a file, so it cannot contain {}", quoted(path))));
        }
        let file = paths.iter().find(|path| is_file(path))?;
        return Some(Finding::said(format!("{file} is a file")));
    }
    if is_blocked("rmdir", NOT_EMPTY) {
        let directory =
            paths(case, NOT_EMPTY).into_iter().find(|path| !case.world.entries(path).is_empty())?;
        let names = case.world.entries(&directory);
        let hidden = names.iter().filter(|entry| entry.name.starts_with('.')).count();
        let mut some: Vec<&str> = names.iter().map(|entry| entry.name.as_str()).collect();
        some.sort_unstable();
        some.truncate(4);
        let count = match (names.len(), hidden) {
            (1, 1) => "1 hidden name".to_owned(),
            (all, 0) => counted(all, "name"),
            (all, hidden) if all == hidden => format!("{all} names, all hidden"),
            (all, hidden) => format!("{all} names, {hidden} of them hidden"),
        };
        return Some(Finding::read(format!(
            "{directory} contains {count}: {}",
            super::subject::short(&some.join(", "))
        )));
    }
    if is_blocked("mkdir", EXISTS) {
        let is_named = |path: &String| {
            let name = facts::paths::split(path).1;
            case.output.is_none()
                || lines(case, EXISTS)
                    .iter()
                    .any(|line| path == "/" || line.contains(name.trim_end_matches('/')))
        };
        let path =
            paths(case, EXISTS).into_iter().find(|path| case.world.kind(path).exists() && is_named(path))?;
        let what = match case.world.kind(&path) {
            PathKind::Directory => {
                format!("a directory with {}", counted(case.world.entries(&path).len(), "name"))
            }
            PathKind::Other => "not a regular file".to_owned(),
            _ => "a file".to_owned(),
        };
        return Some(Finding::said(format!("{path} already exists: {what}")));
    }
    None
}
