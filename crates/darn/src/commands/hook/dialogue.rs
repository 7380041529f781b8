//! The dialogue inside `darn shell`: offers to ask a model when darn has no suggestion.

use protocol::dialogue::{Ending, Reaction};

use super::failure::Failure;
use super::{record, send};
use crate::act::{self, Confirmed};
use crate::commands::asking;
use crate::commands::prelude::*;
use crate::model::{Answered, Failed, consent};
use crate::service::failed::MAX_DECLINED;
use crate::ui::dialogue::choice::Choice;
use crate::ui::dialogue::{Consent, Dialogue, Ended, Waited};
use crate::ui::proposed::{Outcome, Proposed};
use crate::ui::text;

/// Extra time beyond the client's own deadline, whose error message is more precise.
const MORE: Duration = Duration::from_millis(500);

/// How the dialogue ended.
enum End {
    Run(Confirmed<SafeText>, Box<Suggestion>),
    Edit(SafeText),
    /// Nothing to run; the line says why, if there is anything to say.
    Nothing(Option<String>),
}

/// Holds the dialogue, as `protocol::dialogue` says, and replies with the choice. Returns whether there is one.
pub fn hold(settings: &Settings, failure: &Failure) -> bool {
    let caller = &failure.request.caller;
    let style = Style::of_stderr(caller);
    if !style.is_terminal {
        return false;
    }
    let is_allowed = Dialogue::is_allowed();
    let mut dialogue = Dialogue::new(style.clone());
    let end = if is_allowed { converse(&mut dialogue, settings, failure) } else { End::Nothing(None) };
    let Ended { answered, is_agreed } = dialogue.end();
    let is_last =
        is_agreed == Some(false) && failure.declined.is_some_and(|declined| declined + 1 == MAX_DECLINED);
    let message = match &end {
        End::Nothing(Some(why)) => Some(format!("{} {why}", style.pick("✗", "x"))),
        End::Nothing(None) if is_last => Some(no_more(settings, failure)),
        _ => None,
    };
    if let Some(line) = message {
        let line = text::printable(&line, &style);
        ui::note(&text::wrap(&line, "", style.columns.saturating_sub(1)).join("\n"));
    }
    let reaction = is_agreed.map(|is_agreed| if is_agreed { Reaction::Agreed } else { Reaction::Declined });
    ui::print_bytes(&Ending { answered, reaction }.encode());
    let (choice, confirmed) = match end {
        End::Run(text, suggestion) => {
            let style = Style::of_stderr(caller);
            (act::hand_over(text, caller.dialect, &style), Some(suggestion))
        }
        End::Edit(text) => (act::hand_back(text), None),
        End::Nothing(_) => return false,
    };
    send(&HookReply::Choice(choice));
    if let Some(suggestion) = confirmed {
        record(EventKind::Confirmed, &suggestion, &failure.request);
    }
    true
}

/// Says once how to get what is no longer offered.
fn no_more(settings: &Settings, failure: &Failure) -> String {
    let key = failure.keys(settings).model.unwrap_or_else(|| "darn fix --llm".into());
    format!(
        "darn: no more questions in this session; {key} asks {}, and a new `darn shell` brings the box back",
        settings.llm.name()
    )
}

fn converse(dialogue: &mut Dialogue, settings: &Settings, failure: &Failure) -> End {
    let whom = settings.llm.name();
    if dialogue.ask(whom) != Consent::Yes {
        return End::Nothing(None);
    }
    let asking = format!("asking {}", ui::one_line(whom));
    let service = Service::new(settings, context::today());
    let output =
        failure.with_output(settings, Moment::Prompt, |output| service.printed(&failure.request, &output));
    let request = Request { output, ..failure.request.clone() };
    let patience = settings.llm.timeout + MORE;
    let answered = loop {
        let work = ask(settings.clone(), request.clone());
        match dialogue.wait(&asking, patience, work) {
            Waited::Done(Err(Failed::Unknown(place))) => {
                if dialogue.agree(&asking::what_is_sent(&place, settings)) != Consent::Yes {
                    return End::Nothing(None);
                }
                if let Err(error) = consent::give(&place) {
                    return End::Nothing(Some(format!(
                        "no model was asked, because your consent could not be saved: {}",
                        crate::files::reason(&error)
                    )));
                }
            }
            Waited::Done(Ok(answered)) => break answered,
            Waited::Done(Err(failed)) => return End::Nothing(Some(describe(&failed))),
            Waited::Late => {
                let seconds = settings.llm.timeout.as_secs();
                return End::Nothing(Some(format!(
                    "no answer within {seconds} s. Try again, or set a longer `llm.timeout`."
                )));
            }
            Waited::Left => return End::Nothing(None),
        }
    };
    choose(dialogue, answered, settings, failure)
}

fn choose(dialogue: &mut Dialogue, answered: Answered, settings: &Settings, failure: &Failure) -> End {
    let nothing = answered.nothing();
    let mut suggestions = answered.suggestions;
    suggestions.retain(|suggestion| SafeText::new(&suggestion.text).is_ok());
    let Some(first) = suggestions.first() else { return End::Nothing(Some(nothing)) };
    record(EventKind::Proposed, first, &failure.request);
    let dialect = failure.request.caller.dialect;
    let proposed = suggestions.iter().map(|suggestion| Proposed::new(suggestion, dialect)).collect();
    let choice = Choice::new(proposed, settings.policy.confirm_word());
    let ended = match dialogue.choose(choice) {
        Outcome::Run(text, agreed) => {
            let suggestion = suggestions.into_iter().find(|suggestion| suggestion.text == text);
            let text = SafeText::new(&text).ok();
            text.zip(suggestion)
                .map(|(text, suggestion)| End::Run(Confirmed::new(text, agreed), Box::new(suggestion)))
        }
        Outcome::Edit(text) => SafeText::new(&text).ok().map(End::Edit),
        Outcome::Left => None,
    };
    ended.unwrap_or(End::Nothing(None))
}

/// Asks the model on a thread; if it is abandoned, its connection ends with the process.
fn ask(settings: Settings, request: Request) -> impl FnOnce() -> Result<Answered, Failed> + Send + 'static {
    move || Service::new(&settings, context::today()).repair(&request)
}

/// Formats error and remedy as one line.
fn describe(failed: &Failed) -> String {
    let (what, hint) = failed.told();
    if hint.is_empty() { what } else { format!("{what}. {hint}") }
}
