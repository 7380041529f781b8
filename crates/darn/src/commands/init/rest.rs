//! The part of the Enter guard that a shell reads at its first line, with thousands of words. It is cached in
//! a file until the program or a policy file changes.

use std::fmt::Write as _;
use std::io::{BufRead as _, BufReader};
use std::os::unix::fs::MetadataExt as _;
use std::path::Path;

use shell::spec::{Rest, ShellSpec};
use shell::words::Word;

use crate::config::Settings;
use crate::{dirs, host, policy};

/// Returns the file, rebuilding it if it is out of date; if it cannot be written, the script contains
/// everything.
pub fn prepare(spec: &ShellSpec, settings: &Settings) -> Rest {
    let file = dirs::cache().map(|directory| directory.join(format!("guard.{}", spec.name)));
    let Some((file, name)) = file.and_then(|file| Some((file.clone(), file.to_str()?.to_owned()))) else {
        return Rest::Inside(words(settings));
    };
    let key = key(settings);
    if first_line(&file).is_some_and(|line| line == key) {
        return Rest::File(name);
    }
    let words = words(settings);
    match host::store(&file, &key, &spec.file(&words)) {
        Ok(()) => Rest::File(name),
        Err(_) => Rest::Inside(words),
    }
}

fn words(settings: &Settings) -> Vec<Word> {
    let triggers = policy::load(settings, crate::context::today()).policy.triggers().into_iter();
    triggers.map(|trigger| Word { word: trigger.word, with: trigger.with, beside: trigger.beside }).collect()
}

/// Returns the cache key as a comment: this program, the user's policy files, the blocked commands.
fn key(settings: &Settings) -> String {
    let mut key = String::from("# darn guard 1");
    let program = std::env::current_exe().ok();
    for file in program.into_iter().chain(policy::files()) {
        let _ = write!(key, " {}", state(&file));
    }
    for entry in settings.policy.block.iter().chain(&settings.policy.project_block) {
        let _ = write!(key, " {entry:?}");
    }
    key.replace('\n', " ") + "\n"
}

fn state(file: &Path) -> String {
    std::fs::metadata(file)
        .map(|data| format!("{file:?} {} {}.{}", data.len(), data.mtime(), data.mtime_nsec()))
        .unwrap_or_default()
}

fn first_line(file: &Path) -> Option<String> {
    let mut line = String::new();
    BufReader::new(std::fs::File::open(file).ok()?).read_line(&mut line).ok()?;
    Some(line)
}
