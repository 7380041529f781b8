//! Selects the lines of a manual page that matter for a failure.

use super::prelude::*;
use super::{Quote, page};
use crate::diagnosis::Diagnosis;
use syntax::Script;

/// Maximum number of quotes; each has two or three lines.
const MAX_QUOTES: usize = 2;

/// Quotes the manual on the words in question, the status, or the synopsis.
pub fn find_quotes(case: &Case<'_>, cause: Option<&'static str>, diagnosis: &Diagnosis) -> Vec<Quote> {
    let Some(command) = case.failure.culprit_command() else { return Vec::new() };
    let right = corrected(case, diagnosis);
    let mut quotes: Vec<Quote> = match case.failure.kind {
        FailureKind::CommandNotFound | FailureKind::SyntaxError => Vec::new(),
        FailureKind::InvalidOption | FailureKind::Usage => options(case, command, right.as_ref()),
        FailureKind::UnknownSubcommand => right.iter().filter_map(|right| subcommand(case, right)).collect(),
        _ if cause == Some("unknown-word") => {
            let word = right.iter().filter(|right| path(case, right) != path(case, command));
            let of_word: Vec<Quote> = word.filter_map(|right| subcommand(case, right)).collect();
            if of_word.is_empty() { options(case, command, right.as_ref()) } else { of_word }
        }
        _ if cause.is_none() => status(case, command).into_iter().collect(),
        _ => Vec::new(),
    };
    quotes.truncate(MAX_QUOTES);
    quotes
}

/// Quotes the options in question, or else the status, or else the synopsis.
fn options(case: &Case<'_>, command: &Command, right: Option<&Command>) -> Vec<Quote> {
    let mut asked = right.map(|right| added(right, command)).unwrap_or_default();
    if asked.is_empty() {
        asked = mentioned(case, command);
    }
    let right = right.unwrap_or(command);
    let found: Vec<Quote> = asked.iter().filter_map(|name| option(case, right, name)).collect();
    if !found.is_empty() {
        return found;
    }
    let synopsis = || pages(case, command).find_map(|(source, text)| quote(source, page::synopsis(&text)));
    status(case, command).or_else(synopsis).into_iter().collect()
}

/// The known subcommands of a command.
fn path(case: &Case<'_>, command: &Command) -> String {
    vocabulary::walk(command, case.world).map(|walk| walk.path.join(" ")).unwrap_or_default()
}

/// Returns the failed command as the first suggestion corrects it.
fn corrected(case: &Case<'_>, diagnosis: &Diagnosis) -> Option<Command> {
    let text = &diagnosis.suggestions.first()?.text;
    let at = case.failure.culprit?;
    Script::parse(text, case.failure.record.dialect).commands.into_iter().nth(at)
}

/// Returns the options that only the corrected command has.
fn added(right: &Command, failed: &Command) -> Vec<String> {
    let has = |name: &str| failed.words.iter().any(|word| word.value.split('=').next() == Some(name));
    let options = right.arguments().iter().filter(|word| word.value.starts_with('-') && word.value.len() > 1);
    let names = options.filter_map(|word| word.value.split('=').next());
    names.filter(|name| !has(name)).map(str::to_owned).collect()
}

/// Returns the options of the command that the error message names, by name or letter; without output, the
/// option at the end of the line.
fn mentioned(case: &Case<'_>, command: &Command) -> Vec<String> {
    let Some(line) = complaint(case) else {
        let last = command.arguments().last().filter(|word| word.value.starts_with('-'));
        return last.map(|word| word.value.clone()).into_iter().collect();
    };
    let names = command.arguments().iter().filter(|word| word.value.starts_with('-') && word.value.len() > 1);
    let names = names.filter_map(|word| word.value.split('=').next());
    names
        .filter(|name| {
            line.contains(name) || line.ends_with(&format!("-- '{}'", name.trim_start_matches('-')))
        })
        .map(str::to_owned)
        .collect()
}

/// Manual pages about the command, that of its subcommand first: `git-commit(1)`.
fn pages<'a>(case: &'a Case<'_>, command: &Command) -> impl Iterator<Item = (String, String)> + use<'a> {
    let program = command.program_name().map(|name| name.rsplit('/').next().unwrap_or(name).to_owned());
    let path =
        vocabulary::walk(command, case.world).map(|walk| walk.path.join("-")).filter(|path| !path.is_empty());
    let names: Vec<String> = match (program, path) {
        (Some(program), Some(path)) => vec![format!("{program}-{path}"), program],
        (Some(program), None) => vec![program],
        (None, _) => Vec::new(),
    };
    names.into_iter().filter_map(|name| Some((format!("{name}'s manual"), case.world.manual(&name)?)))
}

fn quote(source: String, lines: Option<Vec<String>>) -> Option<Quote> {
    Some(Quote { source, lines: lines? })
}

fn option(case: &Case<'_>, command: &Command, name: &str) -> Option<Quote> {
    pages(case, command).find_map(|(source, text)| quote(source, page::option(&text, name)))
}

fn status(case: &Case<'_>, command: &Command) -> Option<Quote> {
    let status = case.status();
    pages(case, command).find_map(|(source, text)| quote(source, page::status(&text, status)))
}

/// Returns the description of the intended subcommand: the name line of its own page, or its item in the
/// program's.
fn subcommand(case: &Case<'_>, command: &Command) -> Option<Quote> {
    let word = vocabulary::walk(command, case.world)?.path.last()?.to_string();
    pages(case, command).find_map(|(source, text)| {
        let is_own = source.contains(&format!("-{word}'s"));
        quote(source, if is_own { page::name(&text) } else { page::command(&text, &word) })
    })
}
