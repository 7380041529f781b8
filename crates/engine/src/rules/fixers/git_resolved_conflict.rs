//! `git commit` after resolving the conflicts in the files, but not marking them as resolved.

use super::prelude::*;

pub fn propose(case: &Case<'_>) -> Option<Proposal> {
    let command = case.command_of("git")?;
    let output = case.output.filter(|output| output.contains("because you have unmerged files."))?;
    let files: Vec<&str> = output.lines().filter_map(|line| line.strip_prefix("U\t")).collect();
    let resolved = |file: &&str| {
        case.world.read(file).is_some_and(|text| {
            !text.lines().any(|line| line.starts_with("<<<<<<< ") || line.starts_with(">>>>>>> "))
        })
    };
    if files.is_empty() || !files.iter().all(resolved) {
        return None;
    }
    let names: Vec<String> = files.iter().map(|file| paths::quoted(file, case.dialect())).collect();
    let edit = Edit::new().insert(command.span.start, format!("git add {} && ", names.join(" ")));
    Some(Proposal::certain(edit, "no conflicts left: mark the files as resolved"))
}
