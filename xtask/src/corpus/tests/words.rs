//! No suggestion contains an option or subcommand that the program does not have.

use facts::FakeWorld;
use facts::vocabulary::{self, Vocabulary};
use syntax::{Command, Script};

use crate::corpus::{Page, paths, programs};

/// Minimum number of suggested options and subcommands looked up; with fewer, the test would prove nothing.
const CHECKED: usize = 200;

#[test]
fn suggestions_name_only_words_that_exist() {
    let programs = programs().unwrap();
    let (mut checked, mut strange) = (0, Vec::new());
    for path in paths().unwrap() {
        for section in Page::read(&path).unwrap().sections {
            let world: FakeWorld = toml::from_str(&section.world).unwrap();
            for suggestion in section.answer(&programs).unwrap().suggestions {
                let script = Script::parse(&suggestion, section.shell.parse().unwrap());
                for command in &script.commands {
                    let Some(words) = command.program_name().and_then(|name| vocabulary::find(name, &world))
                    else {
                        continue;
                    };
                    for word in new_words(command, &words, &section.command, &world) {
                        checked += 1;
                        if let Some(word) = word {
                            strange.push(format!("{}: {suggestion}: {word}", section.title));
                        }
                    }
                }
            }
        }
    }
    println!("{checked} suggested options and subcommands");
    assert!(strange.is_empty(), "not in the vocabulary:\n{}", strange.join("\n"));
    assert!(checked >= CHECKED, "{checked} looked up");
}

/// Returns the options and subcommands that the user did not type, with `None` for each that exists.
fn new_words(
    command: &Command,
    words: &Vocabulary<'_>,
    typed: &str,
    world: &FakeWorld,
) -> Vec<Option<String>> {
    let walk = words.walk_command(command).unwrap_or_default();
    let was_typed = |word: &str| typed.split([' ', '\n', '=', '"', '\'']).any(|part| part == word);
    let mut found: Vec<Option<String>> = Vec::new();
    if let Some(word) = walk.unknown.and_then(|at| command.words.get(at)) {
        let is_strange = words.is_complete() && !word.dynamic && !was_typed(&word.value);
        found.push(is_strange.then(|| word.value.clone()));
    }
    let subcommands = walk.words.iter().filter_map(|at| command.words.get(*at));
    found.extend(subcommands.filter(|word| !was_typed(&word.value)).map(|_| None));
    for at in vocabulary::arguments(command, world).options {
        let Some(word) = command.words.get(at) else { continue };
        let name = word.value.split('=').next().unwrap_or_default();
        if word.dynamic || was_typed(name) {
            continue;
        }
        let length = walk.words.iter().filter(|subcommand| **subcommand < at).count();
        let path = walk.path.get(..length).unwrap_or_default();
        let is_known = words.option(path, name).is_some() || is_cluster(name, path, words);
        found.push((!is_known).then(|| name.to_owned()));
    }
    found
}

/// Returns whether the word is a cluster of known letters, up to one with a value: `-la`, `-n5`.
fn is_cluster(name: &str, path: &[&str], words: &Vocabulary<'_>) -> bool {
    let Some(letters) = name.strip_prefix('-').filter(|rest| !rest.starts_with('-')) else { return false };
    for letter in letters.chars() {
        match words.option(path, &format!("-{letter}")) {
            Some(option) if option.takes_value || option.may_attach => return true,
            Some(_) => {}
            None => return false,
        }
    }
    true
}
