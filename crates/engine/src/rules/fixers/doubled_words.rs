//! `git git status`, `git clone git clone URL`: the beginning of the command typed twice, for example when
//! pasting a command after one already typed.

use super::prelude::*;

pub fn propose(case: &Case<'_>, command: &Command) -> Option<Proposal> {
    let program = command.program()?;
    let words = command.words.get(program..)?;
    let length = (1..=3).rev().find(|length| {
        let (first, second) = (words.get(..*length), words.get(*length..length * 2));
        matches!((first, second), (Some(first), Some(second)) if first.iter().zip(second).all(|(a, b)| a.value == b.value))
    })?;
    // `echo echo` is valid; a program with subcommands has none of its own name
    let name = command.program_name()?;
    let known = vocabulary::find(name, case.world)?;
    if known.subcommands(&[]).next().is_none() || known.has(&[name]) {
        return None;
    }
    let (from, to) = (words.first()?, words.get(length)?);
    let edit = Edit::new().replace(Span::new(from.span.start, to.span.start), "");
    let because =
        format!("`{}` is repeated", case.raw(Span::new(from.span.start, words.get(length - 1)?.span.end)));
    Some(Proposal::certain(edit, because))
}
