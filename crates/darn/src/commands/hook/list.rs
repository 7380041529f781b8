//! The list that `darn` and its key show.

use std::process::ExitCode;

use engine::Suggestion;

use super::request::Call;
use crate::act::{self, Confirmed, Script};
use crate::audit::What;
use crate::commands::feedback::Rating;
use crate::config::Settings;
use crate::mend::{self, Request};
use crate::ui::proposed::{Outcome, Proposed};
use crate::ui::{self, list, style::Style, tty::Tty};

pub fn run(call: &Call) -> ExitCode {
    let settings = call.settings();
    let known = super::known(call, &settings);
    // earlier answers of a model; no new request
    #[cfg(feature = "llm")]
    let remembered = super::model::remembered(&known.0, &known.1, &settings);
    let (request, answer) = known;
    let is_unseen = answer.wants_output && request.output.is_none();
    let diagnosis = answer.failure.map(|_| answer.diagnosis).unwrap_or_default();
    let because = diagnosis.because.clone();
    #[cfg(feature = "llm")]
    let diagnosis = llm::vet::merge(diagnosis, None, remembered);
    let suggestions = super::sorted(diagnosis.suggestions);
    if suggestions.is_empty() {
        let text = ui::one_line(&call.request.text);
        ui::note(&format!("darn: no suggestion for: {text}"));
        if let Some(because) = because {
            ui::note(&format!("hint: {}", ui::one_line(&because)));
        }
        if is_unseen && !crate::relay::is_ours() {
            ui::note("hint: its output is not available here; run `darn shell` to record it");
        }
        return ExitCode::from(1);
    }
    let dialect = call.request.caller.dialect;
    let entries = suggestions.iter().map(|suggestion| Proposed::new(suggestion, dialect)).collect();
    let failed = format!("{}  {}", call.request.status, ui::one_line(&call.request.text));
    let mut tty = match Tty::open() {
        Ok(tty) => tty,
        Err(error) => {
            ui::note(&format!("darn: {error}"));
            return ExitCode::from(1);
        }
    };
    let style = Style::of(&tty, call.request.caller.columns);
    let list = list::List::new(failed, entries, settings.suggest.limit, &settings.guard.confirm_word);
    let desk = Desk { call, settings: &settings, request: &request, suggestions: &suggestions };
    let outcome = list::show(&mut tty, list, style, &desk);
    let style = Style::of(&tty, call.request.caller.columns); // it may have changed
    drop(tty); // restores the terminal before anything is handed over
    let mut confirmed = None;
    let handed = match outcome {
        Outcome::Left => return ExitCode::from(1),
        Outcome::Edit(text) => Script::new(&text).map(|script| act::hand_back(&script)),
        Outcome::Run(text, agreed) => {
            confirmed = suggestions.iter().find(|suggestion| suggestion.text == text);
            Script::new(&text).map(|script| act::hand_over(&Confirmed::new(script, agreed), dialect, &style))
        }
    };
    let Ok(Ok(())) = handed else { return ExitCode::from(1) };
    if let Some(suggestion) = confirmed {
        super::record(What::Confirmed, suggestion, call);
    }
    ExitCode::SUCCESS
}

/// Answers the list's requests.
struct Desk<'a> {
    call: &'a Call,
    settings: &'a Settings,
    request: &'a Request,
    suggestions: &'a [Suggestion],
}

impl list::Desk for Desk<'_> {
    fn explain(&self) -> Vec<String> {
        let explained = mend::explain(self.request, &crate::rules::user_rules(self.settings));
        explained.map(|(_, known)| std::iter::once(known.what).chain(known.why).collect()).unwrap_or_default()
    }

    fn rate(&self, text: &str, rating: Rating) {
        if let Some(suggestion) = self.suggestions.iter().find(|suggestion| suggestion.text == text) {
            super::record(rating.event(), suggestion, self.call);
        }
    }
}
