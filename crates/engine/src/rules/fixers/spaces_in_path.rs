//! `cat my notes.txt`: a name with spaces, unquoted.

use syntax::{Edit, Span};

use super::{Case, Fixer, Proposal};
use crate::diagnosis::Applicability;
use crate::paths;

pub const FIXER: Fixer =
    Fixer { id: "any/spaces-in-path", about: "a file name with spaces, unquoted", propose };

/// Words that are joined to one name at most.
const MAX_WORDS: usize = 6;

fn propose(case: &Case<'_>) -> Vec<Proposal> {
    let script = &case.failure.script;
    for command in case.commands() {
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
                    format!("there is a `{name}`"),
                    Applicability::Certain,
                )];
            }
        }
    }
    Vec::new()
}

/// Quotes a path but leaves `~/` to the shell.
fn quote_path(path: &str, dialect: syntax::Dialect) -> String {
    match path.strip_prefix("~/") {
        Some(rest) => format!("~/{}", syntax::quote(rest, dialect)),
        None => syntax::quote(path, dialect).into_owned(),
    }
}
