//! The final kind of a failure: from its fix, or else from the whole output.

use syntax::{Command, Script};

use super::FailureKind::{
    self, CommandNotFound, FileNotFound, Generic, InvalidOption, MissingDependency, PermissionDenied, State,
    SyntaxError, UnknownSubcommand, Usage,
};
use super::messages::find_kind;
use super::{Failure, builtin};
use crate::diagnosis::{Diagnosis, Origin};
use facts::world::World;

/// Returns the final kind; `None` keeps the first classification.
pub fn settled(failure: &Failure, diagnosis: &Diagnosis, world: &dyn World) -> Option<FailureKind> {
    let output = failure.output();
    let (first, stated) = (failure.kind, find_kind(output));
    if let Some(suggestion) = diagnosis.suggestions.first()
        && let Origin::Rule(id) = &suggestion.origin
    {
        let new = new_words(failure, &suggestion.text);
        if id == "git/unknown-name" {
            let is_path = new.iter().any(|word| world.kind(word.rsplit(':').next().unwrap_or(word)).exists());
            return Some(if is_path { FileNotFound } else { State });
        }
        if stated.is_none() && first == Generic && id.ends_with("/unknown-name") {
            return Some(State);
        }
        // a changed option is more specific than a usage text
        let is_option = !new.is_empty() && new.iter().all(|word| is_other_option(failure, word));
        if stated.is_none() && first == Usage && is_option {
            return Some(InvalidOption);
        }
    }
    // a missing command or a syntax error keeps its kind, whatever else the output shows
    let mended = diagnosis.kind.filter(|kind| match first {
        CommandNotFound => matches!(kind, UnknownSubcommand | MissingDependency),
        SyntaxError => *kind != FileNotFound,
        _ => *kind != FileNotFound || stated != Some(State),
    });
    if mended.is_some() {
        return mended;
    }
    let wraps = failure
        .culprit_command()
        .and_then(Command::program_name)
        .is_some_and(|name| programs::details(name).runs.iter().any(|wrapper| wrapper.verbs.is_empty()));
    let is_pattern = output.contains("no matches found: ") || output.contains("No matches for wildcard");
    match (first, stated) {
        (FileNotFound | PermissionDenied, Some(MissingDependency)) => Some(MissingDependency),
        // a program called by a make recipe
        (FileNotFound, Some(FileNotFound)) if output.contains("] Error 127") => Some(MissingDependency),
        (FileNotFound, Some(FileNotFound)) if failure.record.status == 127 && wraps => Some(CommandNotFound),
        (FileNotFound, Some(CommandNotFound)) if failure.record.status == 127 => Some(CommandNotFound),
        (SyntaxError, _) if is_pattern && diagnosis.suggestions.is_empty() => Some(FileNotFound),
        (Generic, None) => by_status(failure).or_else(|| builtin::complaint(failure)),
        (Generic, stated) => stated,
        _ => None,
    }
}

/// Returns the suggestion's words that replace others; empty if the number of words differs.
fn new_words(failure: &Failure, text: &str) -> Vec<String> {
    let values = |script: &Script| -> Vec<String> {
        script.commands.iter().flat_map(|command| &command.words).map(|word| word.value.clone()).collect()
    };
    let (old, new) = (values(&failure.script), values(&Script::parse(text, failure.record.dialect)));
    if old.len() == new.len() {
        new.into_iter().filter(|word| !old.contains(word)).collect()
    } else {
        Vec::new()
    }
}

/// Returns whether the word is another option, not an existing one with a value inserted.
fn is_other_option(failure: &Failure, word: &str) -> bool {
    let is_completed =
        |c: &Command| c.words.iter().any(|w| w.value.starts_with("--") && word.starts_with(&w.value));
    word.starts_with('-') && !failure.script.commands.iter().any(is_completed)
}

/// Returns the kind implied by the status alone, as for `curl -s`.
pub fn by_status(failure: &Failure) -> Option<FailureKind> {
    let is_silent = failure.output().trim().is_empty();
    let program = failure.culprit_command()?.program_name()?;
    match (program, failure.record.status) {
        ("curl", 3) if is_silent => Some(FailureKind::Usage),
        ("curl", 5 | 6 | 7 | 28 | 35 | 52 | 56 | 60) | ("wget", 4) if is_silent => Some(FailureKind::Network),
        ("curl", 23 | 26 | 37) | ("wget", 3) if is_silent => Some(FailureKind::FileNotFound),
        ("wget", 5) if is_silent => Some(FailureKind::Network),
        _ => None,
    }
}
