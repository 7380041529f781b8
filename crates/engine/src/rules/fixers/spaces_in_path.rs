//! `cat my notes.txt`: a name with spaces, unquoted.

use syntax::{Command, Edit, Span};

use super::{Case, Fixer, Proposal};
use crate::diagnosis::Applicability;
use facts::paths;
use facts::world::PathKind;

pub const FIXER: Fixer =
    Fixer { id: "any/spaces-in-path", about: "a file name with spaces, unquoted", propose };

/// Maximum number of words joined to one name.
const MAX_WORDS: usize = 6;

fn propose(case: &Case<'_>) -> Vec<Proposal> {
    let script = &case.failure.script;
    for command in case.commands() {
        if let Some(found) = torn(case, command) {
            return vec![found];
        }
        let words = command.arguments();
        for from in 0..words.len() {
            for to in (from + 1..words.len().min(from + MAX_WORDS)).rev() {
                let Some(run) = words.get(from..=to) else { continue };
                if run.iter().any(|w| w.dynamic || w.quote != syntax::QuoteStyle::Bare)
                    || run.first().is_some_and(|w| w.value.starts_with('-'))
                {
                    continue;
                }
                let name = run.iter().map(|word| word.value.as_str()).collect::<Vec<_>>().join(" ");
                let Some(path) = paths::expand(&name, case.world) else { continue };
                let alone = run.iter().any(|word| case.world.kind(&word.value).exists());
                if alone || !case.world.kind(&path).exists() {
                    continue;
                }
                let (Some(first), Some(last)) = (run.first(), run.last()) else { continue };
                let span = Span::new(first.span.start, last.span.end);
                let edit = Edit::new().replace(span, quote_path(&name, script.dialect));
                return vec![Proposal::new(
                    FIXER.id,
                    edit,
                    format!("`{name}` exists"),
                    Applicability::Certain,
                )];
            }
        }
    }
    Vec::new()
}

/// `cd projects site`, `cd build make`: a space instead of a slash or of `&&`.
fn torn(case: &Case<'_>, command: &Command) -> Option<Proposal> {
    let ([first, rest @ ..], Some("cd")) = (command.arguments(), command.program_name()) else { return None };
    let next =
        rest.first().filter(|next| !next.dynamic && !first.dynamic && !first.value.starts_with('-'))?;
    let between = Span::new(first.span.end, next.span.start);
    let is_directory = |path: &str| {
        paths::expand(path, case.world).is_some_and(|path| case.world.kind(&path) == PathKind::Directory)
    };
    if rest.len() == 1 && is_directory(&format!("{}/{}", first.value.trim_end_matches('/'), next.value)) {
        let slash = if first.value.ends_with('/') { "" } else { "/" };
        let edit = Edit::new().replace(between, slash);
        return Some(Proposal::new(FIXER.id, edit, "these words are one path", Applicability::Certain));
    }
    let runs = case.world.is_program(&next.value) && !case.world.kind(&next.value).exists();
    (runs && is_directory(&first.value)).then(|| {
        let edit = Edit::new().replace(between, " && ");
        Proposal::new(FIXER.id, edit, "cd takes one directory; the rest is a command", Applicability::Likely)
    })
}

/// Quotes a path but leaves `~/` to the shell.
fn quote_path(path: &str, dialect: syntax::Dialect) -> String {
    match path.strip_prefix("~/") {
        Some(rest) => format!("~/{}", syntax::quote(rest, dialect)),
        None => syntax::quote(path, dialect).into_owned(),
    }
}
