//! `gti status`: the program does not exist; the nearest one that does.

use std::borrow::Cow;

use syntax::{Command, Edit, Script};

use super::{Case, Fixer, Proposal};
use crate::diagnosis::Applicability;
use crate::world::World;
use crate::{builtins, frequency, spell};

pub const FIXER: Fixer =
    Fixer { id: "any/unknown-command", about: "a command that does not exist, misspelt or not installed", propose };

fn propose(case: &Case<'_>) -> Vec<Proposal> {
    if case.failure.record.status != 127 {
        return Vec::new();
    }
    let script = &case.failure.script;
    let Some((command, at)) = unknown(script, case.world) else { return Vec::new() };
    let Some(word) = command.words.get(at) else { return Vec::new() };
    candidates(&word.value, script, case.world)
        .into_iter()
        .map(|(name, distance)| Proposal {
            rule: FIXER.id.into(),
            edit: Edit::new().set_word(script, word, &name),
            because: "closest command you have".into(),
            applicability: Applicability::Certain,
            distance,
        })
        .collect()
}

/// The first command of the line whose program the shell does not know.
fn unknown<'a>(script: &'a Script, world: &dyn World) -> Option<(&'a Command, usize)> {
    script.commands.iter().find_map(|command| {
        let at = command.program()?;
        let word = command.words.get(at)?;
        let plain = !word.dynamic && !word.value.contains('/');
        (plain && !is_known(&word.value, script, world)).then_some((command, at))
    })
}

fn is_known(name: &str, script: &Script, world: &dyn World) -> bool {
    builtins::has(script.dialect, name)
        || world.aliases().contains_key(name)
        || world.functions().iter().any(|function| function == name)
        || world.is_program(name)
}

/// Names near to what was typed, best first, with the cost by which they are ranked.
fn candidates(typed: &str, script: &Script, world: &dyn World) -> Vec<(String, u32)> {
    let executables: Cow<'_, str> = world.executables();
    let names = executables
        .lines()
        .chain(builtins::names(script.dialect))
        .chain(world.aliases().keys().map(String::as_str))
        .chain(world.functions().iter().map(String::as_str));
    let mut found: Vec<(String, u32)> = spell::nearest(typed, names)
        .into_iter()
        .map(|near| (near.name.to_owned(), near.distance + rarity(near.name)))
        .collect();
    found.sort_by_key(|(_, cost)| *cost);
    found.dedup_by(|a, b| a.0 == b.0);
    let best = found.first().map_or(0, |(_, cost)| *cost);
    found.retain(|(_, cost)| *cost <= best + 60);
    found
        .into_iter()
        .filter(|(name, _)| builtins::has(script.dialect, name) || is_known(name, script, world))
        .take(3)
        .collect()
}

/// What an uncommon name costs beside a common one at the same distance.
fn rarity(name: &str) -> u32 {
    frequency::rank(name).map_or(80, |rank| u32::try_from(rank / 10).unwrap_or(60).min(50))
}
