//! `git add.`, `git commit-m x`: a missing space after the subcommand.

use super::prelude::*;

pub fn propose(case: &Case<'_>, command: &Command) -> Option<Proposal> {
    if case.is_unstarted() {
        return None;
    }
    let walk = vocabulary::walk(command, case.world)?;
    let words = vocabulary::find(command.program_name()?, case.world)?;
    let word = command.words.get(walk.unknown?)?;
    if word.dynamic || word.quote != QuoteStyle::Bare {
        return None;
    }
    let cut = |at: usize| {
        let (head, tail) = word.value.split_at_checked(at)?;
        let mut path = walk.path.clone();
        path.push(words.subcommands(&walk.path).find(|name| *name == head)?);
        let is_option = tail.len() > 1 && words.option(&path, tail).is_some();
        let is_path = tail.starts_with(['.', '/', '~']) && case.exists(tail);
        (is_option || is_path).then(|| (head.to_owned(), format!("{head} {tail}")))
    };
    let (head, text) = (1..word.value.len()).rev().find_map(cut)?;
    let edit = Edit::new().replace(word.span, text);
    Some(Proposal::certain(edit, format!("missing space after `{head}`")))
}
