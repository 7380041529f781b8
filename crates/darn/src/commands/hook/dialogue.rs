//! The dialogue inside `darn shell`: offers to ask a model when darn has no suggestion.

use std::io::Write as _;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use engine::Suggestion;
use shell::relay::desk::{AGREED, ASK, ASKS, DECLINED};

use super::request::Call;
use crate::act::{self, Confirmed};
use crate::audit::What;
use crate::commands::asking;
use crate::config::Settings;
use crate::mend::{self, Request};
use crate::model::{self, Answered, Asker, Failed, Memory, consent};
use crate::ui::dialogue::choice::Choice;
use crate::ui::dialogue::{Answer, Dialogue, Ended, Waited};
use crate::ui::proposed::{Outcome, Proposed};
use crate::ui::{self, style::Style, text};

/// Extra time beyond the client's own deadline, whose error message is more precise.
const MORE: Duration = Duration::from_millis(500);

/// Number of declined questions in a row after which darn stops asking.
pub const MAX_DECLINED: u32 = 2;

/// How the dialogue ended.
enum End {
    Run(Confirmed<act::Script>, Box<Suggestion>),
    Edit(act::Script),
    /// Nothing to run; the line says why, if there is anything to say.
    Nothing(Option<String>),
}

/// Holds the dialogue, following the protocol of [`shell::relay::desk::Answerer`]; the answer has the form of
/// the list's. Returns whether there is one.
pub fn hold(settings: &Settings, call: &Call) -> bool {
    let terminal = std::io::stderr();
    let style = Style::of(&terminal, call.request.caller.columns);
    if !style.is_terminal {
        return false;
    }
    say(ASKS);
    let mut may = [0];
    let mut dialogue = Dialogue::new(call.request.caller.columns);
    let end = match rustix::io::read(std::io::stdin(), &mut may) {
        Ok(1) if may == [ASK] => converse(&mut dialogue, settings, call),
        _ => End::Nothing(None),
    };
    let Ended { answered, is_agreed } = dialogue.end();
    let is_last = is_agreed == Some(false) && call.declined + 1 == MAX_DECLINED;
    let told = match &end {
        End::Nothing(Some(why)) => Some(format!("{} {why}", style.pick("✗", "x"))),
        End::Nothing(None) if is_last => Some(no_more(settings, call)),
        _ => None,
    };
    if let Some(line) = told {
        let line = text::printable(&line, &style);
        ui::note(&text::wrap(&line, "", style.columns.saturating_sub(1)).join("\n"));
    }
    let reaction = is_agreed.map_or("", |is_agreed| if is_agreed { AGREED } else { DECLINED });
    say(format!("{answered}{reaction}\n").as_bytes());
    match end {
        End::Run(script, suggestion) => {
            let style = Style::of(std::io::stderr(), call.request.caller.columns);
            let is_handed_over = act::hand_over(&script, call.request.caller.dialect, &style).is_ok();
            if is_handed_over {
                super::record(What::Confirmed, &suggestion, call);
            }
            is_handed_over
        }
        End::Edit(script) => act::hand_back(&script).is_ok(),
        End::Nothing(_) => false,
    }
}

/// Says once how to get what is no longer offered.
fn no_more(settings: &Settings, call: &Call) -> String {
    let key = call.keys(settings).model.unwrap_or_else(|| "darn fix --llm".into());
    format!(
        "darn: no more questions in this session; {key} asks {}, and a new `darn shell` brings the box back",
        settings.llm.name()
    )
}

fn converse(dialogue: &mut Dialogue, settings: &Settings, call: &Call) -> End {
    let whom = settings.llm.name();
    if dialogue.ask(whom) != Answer::Yes {
        return End::Nothing(None);
    }
    let asking = format!("asking {}", ui::one_line(whom));
    let request = Request { output: call.printed(settings), ..call.request.clone() };
    let patience = settings.llm.timeout + MORE;
    let answered = loop {
        let work = ask(settings.clone(), request.clone());
        match dialogue.wait(&asking, patience, work) {
            Waited::Done(Err(Failed::Unknown(place))) => {
                if dialogue.agree(&asking::what_is_sent(&place, settings)) != Answer::Yes {
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
            Waited::Done(Err(failed)) => return End::Nothing(Some(told(&failed))),
            Waited::Late => {
                let seconds = settings.llm.timeout.as_secs();
                return End::Nothing(Some(format!(
                    "no answer within {seconds} s. Try again, or set a longer `llm.timeout`."
                )));
            }
            Waited::Left => return End::Nothing(None),
        }
    };
    choose(dialogue, answered, settings, call)
}

fn choose(dialogue: &mut Dialogue, answered: Answered, settings: &Settings, call: &Call) -> End {
    let nothing = answered.nothing();
    let mut suggestions = answered.suggestions;
    suggestions.retain(|suggestion| act::Script::new(&suggestion.text).is_ok());
    let Some(first) = suggestions.first() else { return End::Nothing(Some(nothing)) };
    super::record(What::Proposed, first, call);
    let dialect = call.request.caller.dialect;
    let proposed = suggestions.iter().map(|suggestion| Proposed::new(suggestion, dialect)).collect();
    let choice = Choice::new(proposed, &settings.guard.confirm_word);
    let ended = match dialogue.choose(choice) {
        Outcome::Run(text, agreed) => {
            let suggestion = suggestions.into_iter().find(|suggestion| suggestion.text == text);
            let script = act::Script::new(&text).ok();
            script
                .zip(suggestion)
                .map(|(script, suggestion)| End::Run(Confirmed::new(script, agreed), Box::new(suggestion)))
        }
        Outcome::Edit(text) => act::Script::new(&text).ok().map(End::Edit),
        Outcome::Left => None,
    };
    ended.unwrap_or(End::Nothing(None))
}

/// Asks the model on a thread; if it is abandoned, its connection ends with the process.
fn ask(settings: Settings, request: Request) -> impl FnOnce() -> Result<Answered, Failed> + Send + 'static {
    move || {
        let known = mend::mend(&request, &crate::rules::user_rules(&settings), mend::Waiting::Asker);
        let cancelled = AtomicBool::new(false);
        let memory = Memory::Counts;
        let mut asker = Asker { settings: &settings, cancelled: &cancelled, on_text: &mut |_| {}, memory };
        model::repair(&request, &known, &mut asker)
    }
}

/// Formats error and remedy as one line.
fn told(failed: &Failed) -> String {
    let (what, hint) = failed.told();
    if hint.is_empty() { what } else { format!("{what}. {hint}") }
}

fn say(bytes: &[u8]) {
    let mut stdout = std::io::stdout().lock();
    let _ = stdout.write_all(bytes).and_then(|()| stdout.flush());
}
