//! `mkdir a/b/c`, `> logs/out.txt`, `cp x new/`: the directory it should go into is missing.

use syntax::Edit;

use super::{Case, Fixer, Proposal};
use crate::diagnosis::Applicability;
use crate::rules::interpret::pipeline_start;
use crate::world::PathKind;
use crate::{paths, vocabulary};

pub const FIXER: Fixer =
    Fixer { id: "any/missing-directory", about: "the directory of a new file is missing", propose };

fn propose(case: &Case<'_>) -> Vec<Proposal> {
    let script = &case.failure.script;
    for command in case.commands() {
        let name = command.program_name().unwrap_or("");
        let creates = matches!(
            name,
            "touch" | "cp" | "mv" | "tee" | "ln" | "install" | "vim" | "vi" | "nano" | "zip" | "tar"
        ) || name == "git"
            && vocabulary::walk(command, case.world).is_some_and(|walk| walk.path == ["mv"]);
        let targets = command
            .redirects
            .iter()
            .filter(|redirect| script.raw(redirect.operator).contains('>'))
            .filter_map(|redirect| redirect.target.as_ref())
            .chain(command.arguments().last().filter(|_| creates));
        for word in targets {
            if word.dynamic || word.glob || word.value.starts_with('-') {
                continue;
            }
            let Some(path) = paths::expand(&word.value, case.world) else { continue };
            let directory =
                if path.ends_with('/') { path.trim_end_matches('/') } else { paths::split(&path).0 };
            if directory == "."
                || directory.starts_with("/dev/")
                || case.world.kind(directory) != PathKind::Missing
                || missing_source(case, command, word)
            {
                continue;
            }
            let shown = if word.value.ends_with('/') {
                word.value.trim_end_matches('/')
            } else {
                paths::split(&word.value).0
            };
            let quoted = paths::quoted(shown, script.dialect);
            let start = pipeline_start(case, command);
            let edit = Edit::new().insert(start, format!("mkdir -p {quoted} && "));
            let because = format!("the directory {shown} does not exist");
            // a near name of an existing directory is the likelier mistake
            return vec![Proposal::new(FIXER.id, edit, because, Applicability::Certain).at_distance(165)];
        }
    }
    Vec::new()
}

/// Is it a source of the copy that is missing?
fn missing_source(case: &Case<'_>, command: &syntax::Command, target: &syntax::Word) -> bool {
    matches!(command.program_name(), Some("cp" | "mv" | "ln" | "install" | "git"))
        && command
            .arguments()
            .iter()
            .filter(|word| {
                word.span != target.span
                    && word.value != "mv"
                    && !word.value.starts_with('-')
                    && !word.dynamic
                    && !word.glob
            })
            .any(|word| {
                paths::expand(&word.value, case.world).is_some_and(|path| !case.world.kind(&path).exists())
            })
}
