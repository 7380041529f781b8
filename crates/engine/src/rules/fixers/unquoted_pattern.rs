//! `find -name *.py`, zsh's "no matches found": a pattern meant for the program, not the shell.

use syntax::{Edit, Word};

use super::{Case, Fixer, Proposal};
use crate::diagnosis::Applicability;

pub const FIXER: Fixer = Fixer { id: "any/unquoted-pattern", about: "a pattern or URL that the shell took for itself", propose };

fn propose(case: &Case<'_>) -> Vec<Proposal> {
    let script = &case.failure.script;
    let no_match = case.printed("no matches found: ") || case.printed("No matches for wildcard");
    let find_name = case.printed("paths must precede expression");
    if !no_match && !find_name {
        return Vec::new();
    }
    for command in case.commands() {
        let mut edit = Edit::new();
        let mut before = "";
        for word in &command.words {
            let named = matches!(before, "-name" | "-iname" | "-path" | "-wholename" | "-ipath");
            let meant = no_match && word.glob && names(case, word) || find_name && named && word.glob;
            if meant {
                let raw = script.raw(word.span);
                // of `--exclude=*.o` only the value
                let (head, tail) = match raw.split_once('=') {
                    Some((head, tail)) if head.starts_with('-') => (format!("{head}="), tail),
                    _ => (String::new(), raw),
                };
                if !tail.contains('\'') && !word.dynamic {
                    edit = edit.replace(word.span, format!("{head}'{tail}'"));
                }
            }
            before = &word.value;
        }
        if !edit.is_empty() {
            return vec![Proposal::new(FIXER.id, edit, "the shell expanded the pattern itself: quote it", Applicability::Certain)];
        }
    }
    Vec::new()
}

fn names(case: &Case<'_>, word: &Word) -> bool {
    case.printed(&word.value)
}
