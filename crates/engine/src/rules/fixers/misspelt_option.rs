//! `ls --recusive`, `find --name`, `rm --rf`: an option the program does not have.

use syntax::{Command, Edit, Word};

use super::{Case, Fixer, Proposal};
use crate::diagnosis::Applicability;
use crate::spell;
use crate::vocabulary::{self, Vocabulary};

pub const FIXER: Fixer =
    Fixer { id: "any/misspelt-option", about: "an option that the program does not have", propose };

/// What a list that need not have all words may guess where nothing was printed, in hundredths of
/// an edit: one slip, in an option of some length.
const SURE: u32 = 100;
const SURE_LENGTH: usize = 6;

fn propose(case: &Case<'_>) -> Vec<Proposal> {
    if matches!(case.failure.record.status, 126 | 127) {
        return Vec::new();
    }
    case.commands()
        .into_iter()
        .filter_map(|command| Some((command, vocabulary::of(command.program_name()?, case.world)?)))
        .flat_map(|(command, words)| {
            let places = vocabulary::arguments(command, case.world);
            let foreign = foreign_from(case, command, &places.operands);
            places.options.into_iter().filter(move |at| *at < foreign).map(move |at| (command, words, at))
        })
        .filter_map(|(command, words, at)| Some(mend(case, command, &words, at, command.words.get(at)?)))
        .find(|found| !found.is_empty())
        .unwrap_or_default()
}

/// From here on the words are those of another program (`docker run alpine ls --all`); only what
/// was printed tells whose option is meant.
fn foreign_from(case: &Case<'_>, command: &Command, operands: &[usize]) -> usize {
    const RUNNERS: [&str; 36] = [
        "run", "exec", "x", "dlx", "npx", "uvx", "bunx", "pipx", "ssh", "env", "timeout", "watch", "xargs",
        "find", "strace", "nice", "nohup", "time", "su", "python", "python3", "node", "ruby", "perl", "php",
        "java", "bash", "sh", "zsh", "fish", "make", "just", "gdb", "valgrind", "perf", "parallel",
    ];
    let runs = command
        .program_name()
        .into_iter()
        .chain(vocabulary::walk(command, case.world).and_then(|walk| walk.path.last().copied()))
        .any(|name| RUNNERS.contains(&name));
    match operands.first() {
        Some(first) if runs && case.output.is_none() => *first,
        _ => usize::MAX,
    }
}

fn mend(case: &Case<'_>, command: &Command, words: &Vocabulary<'_>, at: usize, word: &Word) -> Vec<Proposal> {
    let name = word.value.split('=').next().unwrap_or(&word.value);
    if name.len() < 3 || word.dynamic {
        return Vec::new();
    }
    let walk = words.walk_command(command).unwrap_or_default();
    let length = walk.words.iter().filter(|subcommand| **subcommand < at).count();
    let path = walk.path.get(..length).unwrap_or_default();
    let known: Vec<&str> = words.options(path).map(|option| option.name).collect();
    if known.is_empty() || words.option(path, name).is_some() || is_cluster(name, &known) {
        return Vec::new();
    }
    let is_long = name.starts_with("--");
    let refused = refuses(case, name);
    // unambiguous beginnings do for most programs, and a cluster of letters is no long option
    let is_beginning = is_long && known.iter().any(|option| option.starts_with(name));
    let is_silent = case.output.is_none() && !case.failure.reported && !is_beginning;
    let mut near: Vec<(String, u32)> = known
        .iter()
        .filter_map(|option| Some(((*option).to_owned(), distance(name, option)?)))
        .chain(is_long.then(|| letters(name, &known)).flatten())
        .filter(|(option, distance)| {
            let same_name = option.trim_start_matches('-') == name.trim_start_matches('-');
            refused
                || is_silent
                    && (is_long || same_name)
                    && (words.is_complete() || *distance <= SURE && name.len() >= SURE_LENGTH)
        })
        .collect();
    near.sort_by_key(|(option, distance)| (*distance, option.len()));
    near.dedup_by(|a, b| a.0 == b.0);
    let best = near.first().map_or(0, |(_, distance)| *distance);
    let program = command.program_name().unwrap_or("it");
    near.into_iter()
        .take_while(|(_, distance)| *distance <= best + 60)
        .take(3)
        .filter_map(|(option, distance)| {
            let edit = Edit::new().replace_part(&case.failure.script, word, name, &option)?;
            let (because, sure) = if words.is_complete() {
                (format!("{program} has no {name}"), Applicability::Certain)
            } else {
                (format!("the nearest option that {program} is known to have"), Applicability::Likely)
            };
            Some(Proposal::new(FIXER.id, edit, because, sure).at_distance(distance + 1))
        })
        .collect()
}

/// `-la`: letters that are all options.
fn is_cluster(name: &str, known: &[&str]) -> bool {
    let letters = name.trim_start_matches('-');
    name.len() == letters.len() + 1 && are_letters(letters, known)
}

fn are_letters(letters: &str, known: &[&str]) -> bool {
    let is_known = |letter: char| {
        known.iter().any(|option| option.strip_prefix('-').is_some_and(|o| o.chars().eq([letter])))
    };
    letters.chars().all(is_known)
}

/// `--rf` for `-rf`, `--o` for `-o`
fn letters(name: &str, known: &[&str]) -> Option<(String, u32)> {
    let letters = name.strip_prefix("--")?;
    (letters.len() <= 3 && are_letters(letters, known)).then(|| (format!("-{letters}"), 60))
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
    if a.len() > 2 && b.starts_with(a) {
        return Some(70 + dashes); // `--rel` for `--release`
    }
    spell::distance(a, b, spell::tolerance(a)).map(|distance| distance + dashes)
}

/// Does the output complain about this option, or a letter of what was read as a cluster?
fn refuses(case: &Case<'_>, name: &str) -> bool {
    const ABOUT: [&str; 7] = ["option", "argument", "flag", "predicate", "unknown", "unrecognized", "switch"];
    let bare = name.trim_start_matches('-');
    case.output.is_some_and(|output| {
        output.lines().take(400).any(|line| {
            let lower = line.to_ascii_lowercase();
            let letter = line.split_once("option -- ").map(|(_, rest)| rest.trim_matches(['\'', ' ', '"']));
            ABOUT.iter().any(|text| lower.contains(text))
                && (line.contains(bare)
                    || letter.is_some_and(|l| {
                        l.chars().count() == 1 && bare.contains(l) && !name.starts_with("--")
                    }))
        })
    })
}
