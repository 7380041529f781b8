//! `cat my notes.txt`: a name with spaces, unquoted.

use super::prelude::*;

/// Maximum number of words joined to one name.
const MAX_WORDS: usize = 6;

pub fn propose(case: &Case<'_>, command: &Command) -> Option<Proposal> {
    let words = command.arguments();
    let runs = (0..words.len()).flat_map(|from| {
        let ends = from + 1..words.len().min(from + MAX_WORDS);
        ends.rev().filter_map(move |to| words.get(from..=to))
    });
    torn(case, command).or_else(|| runs.into_iter().find_map(|run| join(case, run)))
}

/// Quotes the words if together they are the name of a file, and none of them is one.
fn join(case: &Case<'_>, run: &[Word]) -> Option<Proposal> {
    let (first, last) = (run.first()?, run.last()?);
    let is_plain = |word: &Word| !word.dynamic && word.quote == QuoteStyle::Bare;
    let name = run.iter().map(|word| word.value.as_str()).collect::<Vec<_>>().join(" ");
    if first.value.starts_with('-')
        || !run.iter().all(is_plain)
        || !case.exists(&name)
        || run.iter().any(|word| case.world.kind(&word.value).exists())
    {
        return None;
    }
    let edit = Edit::new().replace(first.span.to(last.span), paths::quoted(&name, case.dialect()));
    Some(Proposal::certain(edit, format!("`{name}` exists")))
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
