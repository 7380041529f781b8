//! The user's own rule files: `rules/*.toml` in the configuration directory.

use std::path::PathBuf;

use datafiles::DataError;
use engine::rules::RuleSet;
use policy::lists::Day;

use crate::config::Settings;

const FOLDER: &str = "rules";

/// Loads the user's rules and policy. Skips files with errors; `darn doctor`, `darn rules test` and `darn
/// policy test` report them.
pub fn user_rules(settings: &Settings, today: Day) -> RuleSet {
    let mut rules = load().0;
    rules.policy = crate::policy::load(settings, today).policy;
    rules
}

/// Loads the user's rules and the errors in their files. Without the directory, this costs one failed open.
pub fn load() -> (RuleSet, Vec<DataError>) {
    let mut set = RuleSet::default();
    let mut errors = Vec::new();
    for (path, text) in crate::files::texts_of_user(FOLDER) {
        let file = path.display().to_string();
        match text {
            Ok(text) => errors.extend(set.add(&file, &text)),
            Err(error) => errors.push(DataError { file, line: 0, message: error.to_string() }),
        }
    }
    (set, errors)
}

/// Returns the user's rule files, sorted by name.
pub fn files() -> Vec<PathBuf> {
    crate::files::of_user(FOLDER)
}
