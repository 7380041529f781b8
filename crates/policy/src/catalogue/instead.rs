//! The milder form of a command, as an edit of the judged text.

use syntax::{Edit, Span};

use super::compiled::{Flag, Instead};
use super::matcher::Fit;
use super::words::Words;
use crate::{Field, Invocation};

/// Returns the edit; `None` if the words do not occur literally in the text.
pub fn edit(fit: &Fit<'_>, words: &Words<'_>, invocation: &Invocation<'_>) -> Option<Edit> {
    let fields = invocation.arguments;
    match fit.rule.instead.as_ref()? {
        Instead::Flags(pairs) => {
            let mut edit = Edit::new();
            for (name, with) in pairs {
                let flag = Flag { name: name.clone(), value: None };
                if let Some(place) = words.place_of(&flag) {
                    edit = replace_flag(edit, fields, place, name, with)?;
                }
            }
            (!edit.is_empty()).then_some(edit)
        }
        Instead::Words(pairs) => {
            let mut edit = Edit::new();
            for operand in &words.operands {
                if let Some((_, with)) = pairs.iter().find(|(word, _)| word == operand.text) {
                    edit = edit.replace(fields.get(operand.place)?.span?, with);
                }
            }
            (!edit.is_empty()).then_some(edit)
        }
        Instead::Insert(text) => {
            let last = words.operands.get(fit.path_end.checked_sub(1)?)?;
            let span = fields.get(last.place).filter(|field| field.text == last.text)?.span?;
            Some(Edit::new().insert(span.end, format!(" {text}")))
        }
        Instead::Before(text) => Some(Edit::new().insert(invocation.span.start, format!("{text} "))),
        Instead::Whole(text) => Some(Edit::new().replace(invocation.span, text)),
    }
}

fn replace_flag(edit: Edit, fields: &[Field], place: usize, name: &str, with: &str) -> Option<Edit> {
    let field = fields.get(place)?;
    let span = field.span?;
    let letter = name.strip_prefix('-').filter(|letter| letter.chars().count() == 1);
    let is_cluster = !field.text.starts_with("--") && field.text.chars().count() > 2;
    if let Some(letter) = letter.filter(|_| is_cluster) {
        let rest = field.known()?.replacen(letter, "", 1);
        let plain = rest.chars().all(|c| c.is_ascii_alphanumeric() || c == '-');
        return plain.then(|| edit.replace(span, format!("{rest} {with}").trim_end()));
    }
    if with.is_empty() {
        let before = place.checked_sub(1).and_then(|before| fields.get(before)?.span);
        let start = before.map_or(span.start, |before| before.end.min(span.start));
        return Some(edit.replace(Span::new(start, span.end), ""));
    }
    Some(edit.replace(span, with))
}
