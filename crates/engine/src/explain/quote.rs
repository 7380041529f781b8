//! Which lines of a manual page matter for a failure.

use syntax::{Command, Script};

use super::subject::complaint;
use super::{Finding, Quote, page};
use crate::diagnosis::Diagnosis;
use crate::failure::FailureKind;
use crate::rules::Case;
use crate::vocabulary;

/// Quotes at most; each has two or three lines.
const MAX_QUOTES: usize = 2;

/// What the manual says of the options in question, of the status, of the call.
pub fn of(case: &Case<'_>, found: Option<&Finding>, diagnosis: &Diagnosis) -> Vec<Quote> {
    let Some(command) = case.failure.culprit_command() else { return Vec::new() };
    let mut quotes = Vec::new();
    match case.failure.kind {
        FailureKind::UnknownSubcommand => {
            quotes.extend(corrected(case, diagnosis).and_then(|right| subcommand(case, &right)))
        }
        FailureKind::InvalidOption | FailureKind::Usage => {
            let right = corrected(case, diagnosis);
            let mut asked = right.as_ref().map(|right| added(right, command)).unwrap_or_default();
            if asked.is_empty() {
                asked = mentioned(case, command);
            }

            quotes.extend(
                asked.iter().filter_map(|name| option(case, right.as_ref().unwrap_or(command), name)),
            );
            if quotes.is_empty() {
                quotes.extend(status(case, command));
            }
            if quotes.is_empty() {
                quotes.extend(
                    pages(case, command).find_map(|(source, text)| quote(source, page::synopsis(&text))),
                );
            }
        }
        FailureKind::CommandNotFound | FailureKind::SyntaxError => {}
        _ if found.is_none() => quotes.extend(status(case, command)),
        _ => {}
    }
    quotes.truncate(MAX_QUOTES);
    quotes
}

/// The failed command as the first suggestion has it.
fn corrected(case: &Case<'_>, diagnosis: &Diagnosis) -> Option<Command> {
    let text = &diagnosis.suggestions.first()?.text;
    let at = case.failure.culprit?;
    Script::parse(text, case.failure.record.dialect).commands.into_iter().nth(at)
}

/// Options that the right command has and the failed one had not.
fn added(right: &Command, failed: &Command) -> Vec<String> {
    let has = |name: &str| failed.words.iter().any(|word| word.value.split('=').next() == Some(name));
    let options = right.arguments().iter().filter(|word| word.value.starts_with('-') && word.value.len() > 1);
    let names = options.filter_map(|word| word.value.split('=').next());
    names.filter(|name| !has(name)).map(str::to_owned).collect()
}

/// Options of the command that the complaint names, by their name or by their letter.
fn mentioned(case: &Case<'_>, command: &Command) -> Vec<String> {
    let line = complaint(case).unwrap_or("");
    let names = command.arguments().iter().filter(|word| word.value.starts_with('-') && word.value.len() > 1);
    let names = names.filter_map(|word| word.value.split('=').next());
    names
        .filter(|name| {
            line.contains(name) || line.ends_with(&format!("-- '{}'", name.trim_start_matches('-')))
        })
        .map(str::to_owned)
        .collect()
}

/// Manual pages about the command, the one of its subcommand first: `git-commit(1)`.
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
    let status = case.failure.record.status;
    pages(case, command).find_map(|(source, text)| quote(source, page::status(&text, status)))
}

/// What the subcommand that was meant does: the name line of its own page, or its item in the
/// program's.
fn subcommand(case: &Case<'_>, command: &Command) -> Option<Quote> {
    let word = vocabulary::walk(command, case.world)?.path.last()?.to_string();
    pages(case, command).find_map(|(source, text)| {
        let is_own = source.contains(&format!("-{word}'s"));
        quote(source, if is_own { page::name(&text) } else { page::command(&text, &word) })
    })
}
