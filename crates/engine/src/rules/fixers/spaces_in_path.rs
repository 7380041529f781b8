//! `cat my notes.txt`: a name with spaces, unquoted.

use syntax::{Command, Edit, Span};

use super::{Case, Proposal};
use facts::paths;
use facts::world::PathKind;

/// Maximum number of words joined to one name.
const MAX_WORDS: usize = 6;

pub fn propose(case: &Case<'_>) -> Option<Proposal> {
    for command in case.commands() {
        if let Some(found) = torn(case, command) {
            return Some(found);
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
                let span = first.span.to(last.span);
                let edit = Edit::new().replace(span, paths::quoted(&name, case.dialect()));
                return Some(Proposal::certain(edit, format!("`{name}` exists")));
            }
        }
    }
    None
}

/// `cd projects site`, `cd build make`: a space instead of a slash or of `&&`.
fn torn(case: &Case<'_>, command: &Command) -> Option<Proposal> {
    let ([first, rest @ ..], Some("cd")) = (command.arguments(), command.program_name()) else { return None };
    let next =
        rest.first().filter(|next| !next.dynamic && !first.dynamic && !first.value.starts_with('-'))?;
    let between = Span::new(first.span.end, next.span.start);
    let is_directory = |path: &str| case.kind(path) == PathKind::Directory;
    if rest.len() == 1 && is_directory(&format!("{}/{}", first.value.trim_end_matches('/'), next.value)) {
        let slash = if first.value.ends_with('/') { "" } else { "/" };
        let edit = Edit::new().replace(between, slash);
        return Some(Proposal::certain(edit, "these words are one path"));
    }
    let runs = case.world.is_program(&next.value) && !case.world.kind(&next.value).exists();
    (runs && is_directory(&first.value)).then(|| {
        let edit = Edit::new().replace(between, " && ");
        Proposal::likely(edit, "cd takes one directory; the rest is a command")
    })
}
