//! `ls *.jpg` where the files are called `.jpeg`: a pattern that matches nothing, and a similar extension of
//! existing files.

use super::prelude::*;

/// Maximum size of a directory that is searched.
const MAX_ENTRIES: usize = 10_000;

pub fn propose(case: &Case<'_>) -> Option<Proposal> {
    let is_refused = case.printed_any(&["no matches found: ", "No matches for wildcard"]);
    let unmatched = |word: &Word| is_refused && case.printed(&word.value);
    let words = case.commands().flat_map(|command| command.arguments());
    words.filter(|word| word.glob && !word.dynamic && unmatched(word)).find_map(|word| mend(case, word))
}

/// Returns the same pattern with the only similar extension of files here.
fn mend(case: &Case<'_>, word: &Word) -> Option<Proposal> {
    let (directory, name) = paths::split(&word.value);
    let ending = name.strip_prefix("*.").filter(|ending| is_plain(ending))?;
    let directory = if directory.is_empty() { "." } else { directory };
    let entries = case.world.entries(&paths::expand(directory, case.world)?);
    if entries.len() > MAX_ENTRIES {
        return None;
    }
    let mut endings: Vec<&str> = entries
        .iter()
        .filter(|entry| !entry.is_directory)
        .filter_map(|entry| Some(entry.name.rsplit_once('.')?.1))
        .filter(|other| is_plain(other))
        .collect();
    endings.sort_unstable();
    endings.dedup();
    if endings.contains(&ending) {
        return None;
    }
    let near = |other: &&str| is_same_format(ending, other) || is_slip(ending, other);
    let mut found = endings.into_iter().filter(near);
    let (Some(meant), None) = (found.next(), found.next()) else { return None };
    let start = word.value.len() - ending.len();
    let value = format!("{}{meant}", word.value.get(..start)?);
    let edit = case.replace_part(word, &word.value, &value)?;
    let because = format!("no file here ends in .{ending}");
    Some(Proposal::certain(edit, because).at_distance(100))
}

fn is_plain(ending: &str) -> bool {
    !ending.is_empty() && ending.bytes().all(|b| b.is_ascii_alphanumeric())
}

/// Returns whether the two extensions belong to the same format.
fn is_same_format(a: &str, b: &str) -> bool {
    const FORMATS: &[(&str, u8)] = table!("file_formats");
    let format = |ending: &str| FORMATS.iter().find(|(known, _)| *known == ending).map(|(_, format)| format);
    a.eq_ignore_ascii_case(b) || format(a).is_some() && format(a) == format(b)
}

/// Returns whether the difference is a neighbouring key or a swap. Extensions are short, so the first letter
/// must match.
fn is_slip(typed: &str, meant: &str) -> bool {
    typed.len() >= 3
        && meant.len() >= 3
        && typed.chars().next() == meant.chars().next()
        && spell::has_same_digits(typed, meant)
        && spell::distance(typed, meant, 100).is_some()
}

#[cfg(test)]
mod tests {
    use super::super::repair::tests::{fixes, world};

    #[test]
    fn endings() {
        let mut world = world();
        for name in ["page.html", "table.csv", "dir/a.yaml", "a.mp3"] {
            world.files.insert(name.to_owned(), String::new());
        }
        let first = |shell: &str, text: &str, status, said: &str| {
            fixes(shell, text, status, Some(said), &world).first().cloned()
        };
        let zsh = |word: &str| format!("zsh: no matches found: {word}\n");
        assert_eq!(first("zsh", "ls *.htm", 1, &zsh("*.htm")).as_deref(), Some("ls *.html"));
        assert_eq!(first("zsh", "cat dir/*.yml", 1, &zsh("dir/*.yml")).as_deref(), Some("cat dir/*.yaml"));
        let fish = "fish: No matches for wildcard '*.cvs'. See `help wildcards-globbing`.\nwc -l *.cvs\n      ^~~~^\n";
        assert_eq!(first("fish", "wc -l *.cvs", 124, fish).as_deref(), Some("wc -l *.csv"));
        assert_eq!(first("zsh", "ls *.zip", 1, &zsh("*.zip")), None);
        assert_eq!(first("zsh", "ls *.mp4", 1, &zsh("*.mp4")), None, "another format");
    }
}
