//! The list that `darn` and its key show.

use super::failure::Failure;
use super::{record, send};
use crate::act::{self, Confirmed};
use crate::commands::feedback::Rating;
use crate::commands::prelude::*;
use crate::service::list::Listed;
use crate::ui::proposed::{Outcome, Proposed};
use crate::ui::{self, list, style::Style, tty::Tty};

pub fn run(failure: &Failure) -> ExitCode {
    let settings = failure.settings();
    let service = Service::new(&settings, context::today());
    let listed =
        failure.with_output(&settings, Moment::Later, |output| service.list(&failure.request, &output));
    if listed.suggestions.is_empty() {
        return nothing(&listed);
    }
    let request = &listed.request;
    let failed = format!("{}  {}", request.status, ui::one_line(&request.text));
    let shown = Shown { title: failed, suggestions: &listed.suggestions, limit: settings.suggest.limit.0 };
    choose(shown, &request.caller, &settings, &Desk { service: &service, listed: &listed }, |suggestion| {
        record(EventKind::Confirmed, suggestion, request);
    })
}

/// What the dialogue shows.
pub struct Shown<'a> {
    pub title: String,
    pub suggestions: &'a [Suggestion],
    /// Number of entries that are visible at first.
    pub limit: usize,
}

/// Shows the list and hands the choice over to the shell; `confirmed` is called after the reply.
pub fn choose(
    shown: Shown<'_>,
    caller: &Caller,
    settings: &Settings,
    desk: &dyn list::Desk,
    confirmed: impl FnOnce(&Suggestion),
) -> ExitCode {
    let Shown { title, suggestions, limit } = shown;
    let dialect = caller.dialect;
    let entries = suggestions.iter().map(|suggestion| Proposed::new(suggestion, dialect)).collect();
    let mut tty = match Tty::open() {
        Ok(tty) => tty,
        Err(error) => {
            ui::note(&format!("darn: {error}"));
            return send(&HookReply::NOTHING);
        }
    };
    let style = Style::for_stream(&tty, caller);
    let list = list::List::new(title, entries, limit, settings.policy.confirm_word());
    let outcome = list::show(&mut tty, list, style.clone(), desk);
    let style = style.resized(&tty); // it may have changed
    drop(tty); // restores the terminal before anything is handed over
    let mut chosen = None;
    let choice = match outcome {
        Outcome::Left => return send(&HookReply::NOTHING),
        Outcome::Edit(text) => SafeText::new(&text).map(act::hand_back),
        Outcome::Run(text, agreed) => {
            chosen = suggestions.iter().find(|suggestion| suggestion.text == text);
            SafeText::new(&text).map(|text| act::hand_over(Confirmed::new(text, agreed), dialect, &style))
        }
    };
    let Ok(choice) = choice else { return send(&HookReply::NOTHING) };
    let code = send(&HookReply::Choice(choice));
    if let Some(suggestion) = chosen {
        confirmed(suggestion);
    }
    code
}

fn nothing(listed: &Listed) -> ExitCode {
    let text = ui::one_line(&listed.request.text);
    ui::note(&format!("darn: no suggestion for: {text}"));
    if let Some(because) = &listed.because {
        ui::note(&format!("hint: {}", ui::one_line(because)));
    }
    if listed.is_unseen && !crate::relay::is_ours(&listed.request.caller) {
        ui::note("hint: its output is not available here; run `darn shell` to record it");
    }
    send(&HookReply::NOTHING)
}

/// Prints the suggestions for a pipe.
pub fn print(failure: &Failure) -> ExitCode {
    let settings = failure.settings();
    let service = Service::new(&settings, context::today());
    let suggestions =
        failure.with_output(&settings, Moment::Later, |output| service.lines(&failure.request, &output));
    let line = |suggestion: &Suggestion| ui::neutral(&suggestion.text).replace('\n', "\\n");
    send(&HookReply::Lines(suggestions.iter().map(line).collect()))
}

/// Answers the list's requests.
struct Desk<'a> {
    service: &'a Service<'a>,
    listed: &'a Listed,
}

impl list::Desk for Desk<'_> {
    fn explain(&self) -> Vec<String> {
        let explained = self.service.explain(&self.listed.request);
        explained.map(|(_, known)| std::iter::once(known.what).chain(known.why).collect()).unwrap_or_default()
    }

    fn rate(&self, text: &str, rating: Rating) {
        if let Some(suggestion) = self.listed.suggestions.iter().find(|suggestion| suggestion.text == text) {
            record(rating.event(), suggestion, &self.listed.request);
        }
    }
}
