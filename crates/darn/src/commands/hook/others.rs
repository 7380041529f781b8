//! The list that `darn --session` shows: fixes for the failures of the user's other shells, to run in this one.

use syntax::{Dialect, Edit, quote};

use super::list::{self, Shown};
use super::{record, send};
use crate::commands::feedback::Rating;
use crate::commands::others::{self, OtherFailure};
use crate::commands::prelude::*;
use crate::request::Waiting;
use crate::service::failed::fit;

/// Entries of the list.
const MAX_ENTRIES: usize = 9;

pub fn run(id: &str, caller: Caller) -> ExitCode {
    let failures = match others::find(&caller, id) {
        Ok(failures) => failures,
        Err(error) => {
            ui::error(&error);
            return error.exit_code();
        }
    };
    let settings = config::for_hook(&caller);
    let service = Service::new(&settings, context::today());
    let share = (MAX_ENTRIES / failures.len().max(1)).max(1);
    let fixes = failures.iter().flat_map(|other| fixes(other, &caller, &service).into_iter().take(share));
    let (suggestions, requests): (Vec<Suggestion>, Vec<Request>) = fixes.unzip();
    if suggestions.is_empty() {
        return nothing(&failures);
    }
    let title = "failures in your other shells".to_owned();
    let shown = Shown { title, suggestions: &suggestions, limit: MAX_ENTRIES };
    let desk = Desk { service: &service, suggestions: &suggestions, requests: &requests };
    list::choose(shown, &caller, &settings, &desk, |suggestion| {
        desk.record(EventKind::Confirmed, &suggestion.text);
    })
}

/// Finds the fixes for one failure, each with that failure; a fix begins with a `cd` unless this shell is in that directory.
fn fixes(other: &OtherFailure, caller: &Caller, service: &Service<'_>) -> Vec<(Suggestion, Request)> {
    let Some(request) = other.to_request(caller) else { return Vec::new() };
    let answer = service.mend(&request, Waiting::Asker);
    let is_elsewhere = request.caller.directory != caller.directory;
    let suggestions = fit(answer.failure.map(|_| answer.diagnosis.suggestions).unwrap_or_default());
    let moved = suggestions.into_iter().map(|suggestion| Suggestion {
        // the verdict is the one that it has in its own directory
        edit: if is_elsewhere { Edit::default() } else { suggestion.edit },
        text: if is_elsewhere {
            moved_to(&request.caller.directory, &suggestion.text, caller.dialect)
        } else {
            suggestion.text
        },
        because: other.describe(),
        ..suggestion
    });
    moved.map(|suggestion| (suggestion, request.clone())).collect()
}

/// Prepends the change of directory, without which no part of the line may run.
fn moved_to(directory: &Path, text: &str, dialect: Dialect) -> String {
    let directory = directory.to_string_lossy();
    let directory = quote(&directory, dialect);
    let text = text.trim_end();
    // `cd a && b; c` would run `c` also where `cd` failed
    if !text.replace("&&", "").replace("||", ";").contains([';', '&', '\n']) {
        return format!("cd {directory} && {text}");
    }
    match dialect {
        Dialect::Fish => format!("cd {directory} && begin\n{text}\nend"),
        _ => format!("cd {directory} && {{\n{text}\n}}"),
    }
}

fn nothing(failures: &[OtherFailure]) -> ExitCode {
    for other in failures {
        ui::note(&format!("darn: no suggestion for {}", ui::one_line(&other.describe())));
        ui::note(&format!("hint: {}", ui::one_line(&other.failure.explanation)));
    }
    send(&HookReply::NOTHING)
}

/// Answers the list's requests.
struct Desk<'a> {
    service: &'a Service<'a>,
    suggestions: &'a [Suggestion],
    /// The failure that each suggestion mends.
    requests: &'a [Request],
}

impl Desk<'_> {
    fn record(&self, what: EventKind, text: &str) {
        let mut fixes = self.suggestions.iter().zip(self.requests);
        if let Some((suggestion, request)) = fixes.find(|(suggestion, _)| suggestion.text == text) {
            record(what, suggestion, request);
        }
    }
}

impl ui::list::Desk for Desk<'_> {
    fn explain(&self) -> Vec<String> {
        let mut told: Vec<String> = Vec::new();
        for request in self.requests {
            let explained = self.service.explain(request);
            let what = explained.map(|(_, known)| format!("{}: {}", request.text, known.what));
            told.extend(what.filter(|what| !told.contains(what)));
        }
        told
    }

    fn rate(&self, text: &str, rating: Rating) {
        self.record(rating.event(), text);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_part_of_the_line_runs_where_the_directory_is_missing() {
        let moved = |text| moved_to(Path::new("/a b"), text, Dialect::Bash);
        assert_eq!(moved("git status"), "cd '/a b' && git status");
        assert_eq!(moved("a && b | c"), "cd '/a b' && a && b | c");
        assert_eq!(moved("a; b"), "cd '/a b' && {\na; b\n}");
        assert_eq!(moved("a || b"), "cd '/a b' && {\na || b\n}");
        assert_eq!(moved("a &"), "cd '/a b' && {\na &\n}");
        assert_eq!(moved_to(Path::new("/a"), "a; b", Dialect::Fish), "cd /a && begin\na; b\nend");
    }
}
