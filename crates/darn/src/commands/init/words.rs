//! What the Enter guard looks for: thousands of words that every start of a shell needs, so they
//! are kept until the program or a policy file changes.

use std::fmt::Write as _;
use std::os::unix::fs::MetadataExt as _;
use std::path::Path;

use shell::words::Word;

use crate::config::Settings;
use crate::{dirs, host, policy};

pub fn of(settings: &Settings) -> Vec<Word> {
    let file = dirs::cache().map(|directory| directory.join("guard-words"));
    let key = key(settings);
    if let Some(text) = file.as_deref().and_then(|file| host::cached(file, &key)) {
        return text.lines().map(word).collect();
    }
    let triggers = policy::load(settings).policy.triggers().into_iter();
    let words: Vec<_> = triggers.map(|trigger| Word { word: trigger.word, with: trigger.with }).collect();
    if let Some(file) = file {
        // where that fails, the next start takes some milliseconds more
        let _ = host::store(&file, &key, &words.iter().map(line).collect::<String>());
    }
    words
}

/// What the words follow from: this program, the user's policy files, what the settings block.
fn key(settings: &Settings) -> String {
    let mut key = String::from("darn guard words 1");
    let program = std::env::current_exe().ok();
    for file in program.into_iter().chain(policy::files()) {
        let _ = write!(key, " {}", state(&file));
    }
    for entry in &settings.lists.block {
        let _ = write!(key, " {entry:?}");
    }
    key + "\n"
}

fn state(file: &Path) -> String {
    std::fs::metadata(file)
        .map(|data| format!("{file:?} {} {}.{}", data.len(), data.mtime(), data.mtime_nsec()))
        .unwrap_or_default()
}

fn line(word: &Word) -> String {
    let with: String = word.with.iter().map(|text| format!("\t{text}")).collect();
    format!("{}{with}\n", word.word)
}

fn word(line: &str) -> Word {
    let mut parts = line.split('\t').map(str::to_owned);
    Word { word: parts.next().unwrap_or_default(), with: parts.collect() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_come_back_from_their_lines() {
        for known in [
            Word { word: "rm".into(), with: Vec::new() },
            Word { word: "git".into(), with: vec!["push".into(), " -".into()] },
        ] {
            assert_eq!(word(line(&known).trim_end_matches('\n')), known);
        }
    }
}
