//! `ls --recusive`, `find --name`: an option the program does not have.

use syntax::{Command, Edit, Word};

use super::{Case, Fixer, Proposal};
use crate::diagnosis::Applicability;
use crate::{manual, spell, vocabulary};

pub const FIXER: Fixer =
    Fixer { id: "any/misspelt-option", about: "an option that the program does not have", propose };

fn propose(case: &Case<'_>) -> Vec<Proposal> {
    if matches!(case.failure.record.status, 126 | 127) {
        return Vec::new();
    }
    for command in case.commands() {
        for word in command.arguments() {
            if word.value == "--" {
                break;
            }
            let found = mend(case, command, word);
            if !found.is_empty() {
                return found;
            }
        }
    }
    Vec::new()
}

fn mend(case: &Case<'_>, command: &Command, word: &Word) -> Vec<Proposal> {
    let name = word.value.split('=').next().unwrap_or(&word.value);
    if !name.starts_with('-') || name.len() < 3 || word.dynamic {
        return Vec::new();
    }
    let known = options(case, command);
    let same = |option: &String| option == name || option.starts_with(name) && name.starts_with("--");
    if known.iter().any(same) || known.is_empty() {
        return Vec::new();
    }
    // a cluster of short options (`-la`) is no long option
    let is_long = name.starts_with("--");
    let complained = complains(case, name);
    let has_words = command.program_name().and_then(vocabulary::of).is_some();
    if !complained && (case.output.is_some() || !is_long || !has_words || case.failure.reported) {
        return Vec::new();
    }
    let mut near: Vec<(&str, u32)> = Vec::new();
    for option in &known {
        let distance = distance(name, option);
        if let Some(distance) = distance {
            near.push((option, distance));
        }
    }
    near.sort_by_key(|(option, distance)| (*distance, option.len()));
    near.dedup_by(|a, b| a.0 == b.0);
    let best = near.first().map_or(0, |(_, distance)| *distance);
    near.into_iter()
        .take_while(|(_, distance)| *distance <= best + 60)
        .take(3)
        .filter_map(|(option, distance)| {
            let edit = Edit::new().replace_part(&case.failure.script, word, name, option)?;
            let because = format!("{} has no {name}", command.program_name().unwrap_or("it"));
            Some(Proposal::new(FIXER.id, edit, because, Applicability::Certain).at_distance(distance + 1))
        })
        .collect()
}

/// Options of the program at this subcommand: its vocabulary, else its manual page.
fn options(case: &Case<'_>, command: &Command) -> Vec<String> {
    let Some(program) = command.program_name() else { return Vec::new() };
    let mut names = Vec::new();
    if let Some(words) = vocabulary::of(program) {
        let path = vocabulary::walk(command).map(|walk| walk.path).unwrap_or_default();
        names.extend(words.options(&path).map(|option| option.name.to_owned()));
        if path.is_empty() {
            names.extend(words.options(&[]).map(|option| option.name.to_owned()));
        }
    }
    if names.is_empty() {
        names = manual::options(program, case.world);
    }
    names
}

fn distance(typed: &str, option: &str) -> Option<u32> {
    let (a, b) = (typed.trim_start_matches('-'), option.trim_start_matches('-'));
    if a == b && a.len() > 1 {
        return Some(30); // `-name` for `--name`
    }
    if b.len() < 2 {
        return None;
    }
    let dashes = if typed.starts_with("--") == option.starts_with("--") { 0 } else { 40 };
    spell::distance(a, b, spell::tolerance(a)).map(|distance| distance + dashes)
}

/// Does the output complain about this option?
fn complains(case: &Case<'_>, name: &str) -> bool {
    let bare = name.trim_start_matches('-');
    case.output.is_some_and(|output| {
        output.lines().any(|line| {
            let lower = line.to_ascii_lowercase();
            let about = ["option", "argument", "flag", "predicate", "unknown", "unrecognized", "switch"]
                .iter()
                .any(|text| lower.contains(text));
            about && line.contains(bare)
        })
    })
}
