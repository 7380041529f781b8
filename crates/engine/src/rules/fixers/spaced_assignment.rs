//! `NAME = value`, `$NAME=value`: an assignment has no blanks and no dollar sign.

use syntax::{Dialect, Edit, Span};

use super::{Case, Fixer, Proposal};
use crate::diagnosis::Applicability;

pub const FIXER: Fixer = Fixer { id: "any/spaced-assignment", about: "blanks or a dollar sign in an assignment", propose };

fn propose(case: &Case<'_>) -> Vec<Proposal> {
    let script = &case.failure.script;
    let fish = script.dialect == Dialect::Fish;
    for command in case.commands() {
        let edit = match command.words.as_slice() {
            // NAME = value
            [name, equals, value] if equals.value == "=" && is_name(&name.value) => {
                let text = if fish { format!("set {} {}", name.value, script.raw(value.span)) } else { format!("{}={}", name.value, script.raw(value.span)) };
                Edit::new().replace(Span::new(name.span.start, value.span.end), text)
            }
            // NAME= value, NAME =value
            [name, value] if is_name(&name.value) && value.value.starts_with('=') => {
                let text = format!("{}{}", name.value, script.raw(value.span));
                Edit::new().replace(Span::new(name.span.start, value.span.end), text)
            }
            // $NAME=value
            [word] if word.dynamic && !fish => {
                let raw = script.raw(word.span);
                match raw.strip_prefix('$').and_then(|rest| rest.split_once('=')) {
                    Some((name, _)) if is_name(name) => Edit::new().replace(Span::new(word.span.start, word.span.start + 1), ""),
                    _ => continue,
                }
            }
            [word] if word.dynamic => match script.raw(word.span).strip_prefix('$').and_then(|rest| rest.split_once('=')) {
                Some((name, value)) if is_name(name) => Edit::new().replace(word.span, format!("set {name} {value}")),
                _ => continue,
            },
            // NAME=hello world
            [word] if case.failure.record.status == 127 && command.assignments.len() == 1 => {
                let Some(assignment) = command.assignments.first() else { continue };
                let raw = script.raw(assignment.span);
                let Some((name, value)) = raw.split_once('=') else { continue };
                if value.is_empty() || assignment.dynamic || value.contains(['"', '\'']) || word.dynamic {
                    continue;
                }
                let text = format!("{name}=\"{value} {}\"", word.value);
                Edit::new().replace(Span::new(assignment.span.start, word.span.end), text)
            }
            _ => continue,
        };
        let because = if fish { "fish assigns with set" } else { "an assignment has no blanks around =" };
        return vec![Proposal::new(FIXER.id, edit, because, Applicability::Certain)];
    }
    Vec::new()
}

fn is_name(text: &str) -> bool {
    !text.is_empty() && !text.starts_with(|c: char| c.is_ascii_digit()) && text.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_')
}
