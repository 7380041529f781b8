//! `ls | xargs gerp x`, `find . -exec gerp x {} +`: an unknown program for another one to run.

use syntax::{Command, Edit, Word};

use super::{Case, Fixer, Proposal, unknown_command};
use crate::diagnosis::Applicability;
use crate::rules::inner;
use facts::builtins;

pub const FIXER: Fixer = Fixer {
    id: "any/unknown-inner-command",
    about: "a command that does not exist, given to xargs, find -exec or watch",
    propose,
};

fn propose(case: &Case<'_>) -> Vec<Proposal> {
    let commands = case.commands().into_iter();
    let mut words =
        commands.flat_map(|command| inner::programs(command).into_iter().map(move |word| (command, word)));
    let Some((_, word)) = words.find(|(command, word)| is_missing(case, command, word)) else {
        return Vec::new();
    };
    let found = unknown_command::candidates(case, &word.value).into_iter();
    found
        // another program cannot run a shell builtin
        .filter(|(name, _)| case.world.is_program(name))
        .map(|(name, distance)| {
            let edit = Edit::new().set_word(&case.failure.script, word, &name);
            let because = format!("did you mean `{name}`?");
            Proposal::new(FIXER.id, edit, because, Applicability::Certain).at_distance(distance + 1)
        })
        .collect()
}

fn is_missing(case: &Case<'_>, command: &Command, word: &Word) -> bool {
    let value = word.value.as_str();
    let is_builtin = builtins::has(case.failure.record.dialect, value);
    if is_builtin
        || word.dynamic
        || word.glob
        || value.len() < 2
        || value.contains(['/', '{', ' '])
        || case.world.is_program(value)
    {
        return false;
    }
    match case.output {
        None => case.failure.record.status == 127 || command.program_name() == Some("find"),
        Some(output) => output.lines().take(40).any(|line| {
            line.contains(value)
                && (line.contains("No such file")
                    || line.contains("not found")
                    || line.contains("Can't stat"))
        }),
    }
}
