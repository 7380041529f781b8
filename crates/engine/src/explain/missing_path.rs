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
    // the paths of another machine or a container are not here
    let is_elsewhere = |name: &str| programs::is_any(name, &[Role::Remote, Role::Elsewhere]);
    if case.commands().next().and_then(Command::program_name).is_some_and(is_elsewhere) {
        return None;
    }
    let said: Vec<&str> = lines(case, TEXTS).into_iter().map(|line| behind_speaker(case, line)).collect();
    let is_named = |path: &String| said.iter().any(|line| names(line, split(path).1));
    subject::paths(case, TEXTS).into_iter().filter(is_named).find_map(|path| describe(case, &path))
}

/// Returns a line without the name of the program that speaks: `rm: cannot remove './x'`.
fn behind_speaker<'a>(case: &Case<'_>, line: &'a str) -> &'a str {
    let is_program = |name: &str| case.world.is_program(name) || programs::find(name).is_some();
    line.split_once(": ").filter(|(name, _)| is_program(name)).map_or(line, |(_, rest)| rest)
}

/// Returns whether a line has the name as a whole: `main.c` does not name `main`.
fn names(line: &str, name: &str) -> bool {
    let is_part = |c: char| c.is_alphanumeric() || "_-".contains(c);
    !name.is_empty()
        && line.match_indices(name).any(|(at, _)| {
            let before = line.get(..at).and_then(|before| before.chars().next_back());
            let behind = line.get(at + name.len()..).unwrap_or_default();
            let mut next = behind.chars();
            let goes_on = match (next.next(), next.next()) {
                (Some('.'), Some(c)) => c.is_alphanumeric(),
                (first, _) => first.is_some_and(is_part),
            };
            // in a sentence, a word is no path: `Failed to enable unit: No such file`
            let is_word = name.bytes().all(|byte| byte.is_ascii_lowercase());
            let ends = behind.is_empty()
                || behind.starts_with([':', '\'', '"', '`', '\u{2019}', '\u{201d}', ')', ',']);
            !goes_on && !before.is_some_and(is_part) && (!is_word || ends)
        })
}

/// Describes which part of a missing absolute path exists.
pub fn describe(case: &Case<'_>, path: &str) -> Option<Finding> {
    if case.world.kind(path).exists() || path.contains(['*', '?', '$', ':']) {
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

#[cfg(test)]
mod tests {
    use super::names;

    #[test]
    fn a_longer_name_is_another_one() {
        assert!(!names("main.c:1:10: fatal error: x.h: No such file or directory", "main"));
        assert!(names("cat: main: No such file or directory", "main"));
        assert!(names("cannot open '/a/main'", "main"));
        assert!(!names("domain: No such file", "main"));
        assert!(!names("Failed to enable unit: No such file or directory", "enable"));
    }
}
