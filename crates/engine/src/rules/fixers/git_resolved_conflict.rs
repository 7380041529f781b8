//! `git commit` after resolving the conflicts in the files, but not marking them as resolved.

use syntax::Edit;

use super::{Case, Fixer, Proposal};
use crate::diagnosis::Applicability;
use facts::paths;

pub const FIXER: Fixer =
    Fixer { id: "git/resolved-conflict", about: "resolved conflicts that are not marked", propose };

fn propose(case: &Case<'_>) -> Vec<Proposal> {
    let unmerged = "because you have unmerged files.";
    let commands = case.commands();
    let Some(command) = commands.iter().find(|command| command.program_name() == Some("git")) else {
        return Vec::new();
    };
    let Some(output) = case.output.filter(|output| output.contains(unmerged)) else { return Vec::new() };
    let files: Vec<&str> = output.lines().filter_map(|line| line.strip_prefix("U\t")).collect();
    let resolved = |file: &&str| {
        case.world.read(file).is_some_and(|text| {
            !text.lines().any(|line| line.starts_with("<<<<<<< ") || line.starts_with(">>>>>>> "))
        })
    };
    if files.is_empty() || !files.iter().all(resolved) {
        return Vec::new();
    }
    let names: Vec<String> =
        files.iter().map(|file| paths::quoted(file, case.failure.script.dialect)).collect();
    let edit = Edit::new().insert(command.span.start, format!("git add {} && ", names.join(" ")));
    vec![Proposal::new(
        FIXER.id,
        edit,
        "no conflicts left: mark the files as resolved",
        Applicability::Certain,
    )]
}
