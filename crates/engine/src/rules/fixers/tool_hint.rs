//! `Did you mean 'install'?`: the program itself names the fix.
//!
//! The hint is trusted only as far as it can be checked: it must quote a word of the command, name another
//! one with a similar spelling, and not contradict the program's vocabulary.

use super::prelude::*;

/// Texts before the suggested names, in lower case.
const MARKERS: &[&str] = table!("hint_markers");
/// Texts in lower case. Text that contains a name is a complaint only with one of them.
const COMPLAINTS: &[&str] = table!("hint_complaints");
/// Maximum number of complaint lines before the hint, and of names below it.
const LINES_BEFORE: usize = 4;
const LINES_BELOW: usize = 24;
/// Maximum number of output lines examined.
const LINES: usize = 400;

pub fn propose(case: &Case<'_>) -> Vec<Proposal> {
    let Some(output) = case.output else { return Vec::new() };
    let lower = output.to_ascii_lowercase();
    if !MARKERS.iter().any(|marker| memchr::memmem::find(lower.as_bytes(), marker.as_bytes()).is_some()) {
        return Vec::new();
    }
    let lines: Vec<&str> = output.lines().take(LINES).collect();
    lines.iter().enumerate().find_map(|(at, line)| hint(case, &lines, at, line)).unwrap_or_default()
}

/// Returns the proposals from the hint in this line.
fn hint(case: &Case<'_>, lines: &[&str], at: usize, line: &str) -> Option<Vec<Proposal>> {
    // an offset in the lower-case line is valid only if its length did not change
    let lower = line.to_ascii_lowercase();
    let (start, marker) = MARKERS.iter().find_map(|marker| Some((lower.find(marker)?, marker)))?;
    let mut complaint = lines.get(at.saturating_sub(LINES_BEFORE)..at)?.join("\n");
    complaint.push('\n');
    complaint.push_str(line.get(..start)?);
    let complains = complaint.to_ascii_lowercase();
    if !COMPLAINTS.iter().any(|text| complains.contains(text)) {
        return None;
    }
    let names = names(line.get(start + marker.len()..)?, lines.get(at + 1..).unwrap_or_default());
    let words =
        case.commands().flat_map(|command| command.arguments().iter().map(move |word| (command, word)));
    let found = first(words.flat_map(|(command, word)| {
        // `--dry-run=clinet`: either side may be wrong
        let (name, value) = word.value.split_once('=').unwrap_or((&word.value, ""));
        [name, value].map(|typed| mend(case, command, word, typed, &complaint, &names))
    }));
    Some(found).filter(|found| !found.is_empty())
}

fn mend(
    case: &Case<'_>,
    command: &Command,
    word: &Word,
    typed: &str,
    complaint: &str,
    names: &[&str],
) -> Vec<Proposal> {
    if word.dynamic || typed.len() < 2 || !holds_part(complaint, typed) || names.contains(&typed) {
        return Vec::new();
    }
    let words = command.program_name().and_then(|name| vocabulary::find(name, case.world));
    let walk = words.and_then(|words| words.walk_command(command)).unwrap_or_default();
    let is_it = |at: &usize| command.words.get(*at).is_some_and(|other| other.span == word.span);
    // whatever the text says, a known subcommand in its position is not the mistake
    if walk.words.iter().any(is_it) {
        return Vec::new();
    }
    let complete = words.filter(|words| words.is_complete() && walk.unknown.as_ref().is_some_and(is_it));
    let choice: Option<Vec<&str>> = complete.map(|words| words.subcommands(&walk.path).collect());
    let names = names.iter().copied().filter(|name| {
        name.starts_with('-') == typed.starts_with('-')
            && choice.as_ref().is_none_or(|choice| choice.contains(name))
    });
    let here = format!("./{typed}");
    if let Some(name) = names.clone().find(|name| *name == here) {
        let edit = case.replace_part(word, typed, name);
        let because = format!("{} suggests it", command.program_name().unwrap_or("the program"));
        return edit.map(|edit| Proposal::certain(edit, because).at_distance(2)).into_iter().collect();
    }
    let near = spell::nearest(typed, names);
    let best = near.first().map_or(0, |near| near.distance);
    near.into_iter()
        .take_while(|near| near.distance <= best + 60)
        .take(3)
        .filter_map(|near| {
            let edit = case.replace_part(word, typed, near.name)?;
            let because = format!("{} suggests it", command.program_name().unwrap_or("the program"));
            // another number is as good a choice as this one
            let is_numbered =
                [typed, near.name].iter().any(|name| name.contains(|c: char| c.is_ascii_digit()));
            let applicability = if is_numbered { Applicability::Likely } else { Applicability::Certain };
            Some(Proposal::new(edit, because, applicability).at_distance(near.distance + 2))
        })
        .collect()
}

/// Returns the names after the marker and on the indented lines below it.
fn names<'a>(rest: &'a str, below: &[&'a str]) -> Vec<&'a str> {
    let mut found: Vec<&str> = words(rest).collect();
    for line in below.iter().take(LINES_BELOW) {
        if line.trim().is_empty() {
            if found.is_empty() {
                continue;
            }
            break;
        }
        if !line.starts_with([' ', '\t', '-', '*', '|', '\u{2502}']) {
            break;
        }
        found.extend(words(line));
    }
    found
}

/// Returns the words of a text, without quotes and punctuation.
fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split([' ', '\t', ',', '\'', '"', '|', '(', ')', '[', ']', '{', '}', '<', '>', '\u{2502}'])
        .map(|word| word.trim_start_matches([':', ';']).trim_end_matches(['?', '.', ':', ';']))
        .filter(|word| !["one", "of", "these", "the", "this"].contains(word))
        .filter(|word| word.len() < 60 && word.chars().any(|c| c.is_ascii_alphanumeric()))
        .filter(|word| word.chars().all(|c| c.is_ascii_alphanumeric() || "-_.:/@+".contains(c)))
}

#[cfg(test)]
mod tests {
    use super::super::repair::tests::{leaves, mends};

    #[test]
    fn hints() {
        let cobra = "unknown command \"bakcup\" for \"restic\"\n\nDid you mean this?\n\tbackup\n\n";
        mends("bash", "restic -r repo bakcup .", 1, cobra, "restic -r repo backup .");
        let symfony = "\n                                     \n  Command \"isntall\" is not defined.  \n                                     \n  Did you mean this?                 \n      install                        \n                                     \n";
        mends("bash", "satis isntall", 1, symfony, "satis install");
        let django = "No Django settings specified.\nUnknown command: 'strtproject'. Did you mean startproject?\nType 'django-admin help' for usage.\n";
        mends("bash", "django-admin strtproject x", 1, django, "django-admin startproject x");
        let just = "error: justfile does not contain recipe `biuld`\nDid you mean `build`?\n";
        mends("bash", "wust biuld", 1, just, "wust build");
        let az = "ERROR: 'lst' is misspelled or not recognized by the system.\nDid you mean 'list' ?\n\nExamples from command's help:\n";
        mends("bash", "azz vm lst", 2, az, "azz vm list");
        let dune = "Error: Program \"foo\" not found!\nHint: did you mean ./foo?\n";
        mends("bash", "wust exec foo", 1, dune, "wust exec ./foo");
        let clap = "error: unexpected argument '--hiden' found\n\n  tip: a similar argument exists: '--hidden'\n\nUsage: fdd --hidden <PATTERN>\n";
        mends("fish", "fdd --hiden .", 2, clap, "fdd --hidden .");
        let argparse = "usage: tool [-h] {build,serve,clean} ...\ntool: error: argument command: invalid choice: 'biuld' (choose from 'build', 'serve', 'clean')\n";
        mends("bash", "tool biuld --fast", 2, argparse, "tool build --fast");
    }

    #[test]
    fn what_is_not_believed() {
        let one_of = "error: selector 'foo' matches no derivations\nMaybe you meant one of:\n";
        leaves("bash", "wust -i foo", 1, Some(one_of));
        // nothing similar, a word that the user did not type, a known subcommand, a command in the text
        leaves(
            "bash",
            "restic frobnicate",
            1,
            Some("unknown command \"frobnicate\"\n\nDid you mean this?\n\tbackup\n"),
        );
        leaves("bash", "restic snapshots", 1, Some("error: unknown word 'bakcup'. Did you mean 'backup'?\n"));
        leaves("bash", "git status", 1, Some("git: unknown word 'status'. Did you mean 'staus'?\n"));
        leaves("bash", "wust bakcup", 1, Some("unknown command \"bakcup\". Did you mean \"backup;rm\"?\n"));
    }
}
