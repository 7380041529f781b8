//! `darn hook SHELL WHAT STATUS TEXT`: the interface of the integration scripts; not for people.
//!
//! TEXT is the failed command line as typed, STATUS its exit status.
//!
//! | WHAT | terminal | stdout | status |
//! |---|---|---|---|
//! | `failed` | the hint is drawn on stderr, on a line of its own | `COUNT FLAG [plain] [asks]`, then from the second line on the text for the accept key; nothing if there is nothing to say; where the user was asked, what `list` says | 0 |
//! | `list` | the list is shown on the terminal and read from it | `run` or `edit`, then from the second line on the text; or `steps`; nothing if the user left | 0, 1 |
//! | `lines` | – | one suggestion a line, for pipes | 0, 1 |
//!
//! COUNT is the number of suggestions (0: a cause without a command was drawn). FLAG is one word:
//! - `drawn`: the hint is on the screen;
//! - `pending`: whole lines wait to be read by the shell (a pasted script, typed ahead), so nothing
//!   was drawn and no text follows. The script owes the hint and asks again at the first prompt
//!   without such input;
//! - `-`: nothing was drawn: there is no terminal, or a handler of the user has spoken. The script lends no key
//!   to a text that is not on the screen.
//!
//! `steps`: several commands, each to be run only where the one before has succeeded. The second line is the
//! whole, for the history; then each has two lines: what is to be printed before it runs, which is fit for the
//! terminal, and its text. None of them has a newline in it.
//!
//! `plain` (to zsh only): the user wants no ghost text. `asks`: a model may know more; the script lends its
//! key for that (COUNT 0: nothing else is known, and that was drawn unless FLAG is `-`, or the user was asked
//! and there is nothing to run, or darn does not comment on the failure).
//!
//! The text may have several lines and no other control character than newline and tab; it is
//! absent where every suggestion needs a confirmation. At most [`crate::act::MAX_BYTES`]: what is
//! longer is not offered, and a longer TEXT is not looked at.
//!
//! Environment, set for this one call and never exported:
//! - `DARN_COLUMNS`: width of the terminal; else the terminal is asked.
//! - `DARN_ALIASES`: `name=value` lines; `DARN_FUNCTIONS`: names, one a line (status 127 only);
//!   `DARN_HISTORY`: recent command lines, newest last (bash sends them as `history` prints them
//!   with a time format of U+001E: a number, U+001E, the text).
//! - `DARN_TAKEN`: how often the accept key has taken a suggestion since the last call.
//! - `DARN_MODEL`: not empty where the script has a key that asks a model.
//! - `DARN_KEYS`: `none` where the shell lends no key: the hint then names `darn`; `vi` where it
//!   lends none that begins with Escape; else all that the configuration names.
//! - `DARN_HANDLER`: not empty where the user's own command-not-found handler has spoken: no hint
//!   for an unknown command then, one voice is enough.
//!
//! # A model
//!
//! | call | stdout | status |
//! |---|---|---|
//! | `darn hook SHELL model STATUS TEXT` | `PID FIFO`, then a line that says who is asked | 0; else no model was asked |
//! | `darn hook SHELL wish TEXT` | `edit` or `none`, then a line to be shown above the prompt or an empty one, then the text of the line; after `none` what is to be inserted into it, if anything | 0 |
//! | `darn hook SHELL want TEXT` | the text | 0; else it was said why |
//!
//! `model` returns at once; PID is the process that asks. It opens FIFO once the script has, and the name is
//! then removed. When it has an answer, it writes `COUNT [plain]`, the hint line with its attributes, the
//! text for the accept key as `failed` does, and NUL. It ends when the shell does, or when the script closes
//! the FIFO. fish cannot wait on a descriptor: it is sent SIGURG first and then opens the FIFO.
//!
//! `wish` and `want`: TEXT describes the command, or is its beginning. `wish` is for a key: it uses the
//! prompt's line while it waits, asks for a request if TEXT is empty, and prints nothing itself. `want` is
//! for `darn ask`.
//!
//! # The Enter guard
//!
//! `darn hook SHELL WHAT TEXT`: TEXT is the line that was entered and has not run, with the earlier lines of
//! the same command. The scripts call this only if their own filter, which never misses what the policy would
//! flag, says that the line must be judged (`policy::Policy::triggers`).
//!
//! | WHAT | when | stdout | status |
//! |---|---|---|---|
//! | `judge` | at Enter, before the line runs | `LEVEL FINGERPRINT [waiting]`, then lines to show | 0; else it was not judged |
//! | `warn` | just before the line runs, where nothing can stop it | the same, LEVEL at most `warn` | 0 |
//! | `ask` | after the LEVEL `confirm` | `run`; `edit`, then from the second line on the safer form; `back`; `waiting` | 0; else nothing was asked |
//!
//! LEVEL is `allow`, `warn`, `confirm` or `deny`; the current settings, not those at the shell's start, may
//! lower it. FINGERPRINT identifies the reasons and the words they are about: if the user has agreed to the
//! first lines of a command, its next line is asked about only if the fingerprint changed. `waiting`: keys
//! were typed before anything was drawn; they were not meant as an answer and go to the shell, so the script
//! takes the line off the editor without running it. The lines to show are safe for the terminal: those of
//! `warn` say what will run, those of `deny` why nothing does.
//!
//! `judge` and `warn` end within half a second for any line; a script waits for twice that. No answer, an
//! unknown answer and any other status all mean: not judged. The script then asks by itself if the line has
//! one of the destructive words, else lets it run.
//!
//! Environment: `DARN_COLUMNS`; `DARN_ALIASES`, of those whose names are in the line;
//! `DARN_FUNCTIONS`, here their definitions, the same way; `DARN_VARIABLES`, a line for each variable
//! that the line, these aliases and these functions name: `- NAME` where it is unset, `+ NAME` where
//! it is not empty, `= NAME VALUE` where it is empty or may be a path: values of other kinds may be
//! secrets, and are not told.

use std::ffi::OsString;
use std::io::Write as _;
use std::process::ExitCode;

use engine::{Answer, Failure, FailureKind, Suggestion};
use shell::relay::recorder::Printed;
use shell::relay::session::Session;
use syntax::Dialect;

use crate::act::Script;
use crate::audit::{self, Event, What as Happened};
use crate::config::Settings;
use crate::mend::{self, Request};
use crate::ui::{self, hint, style::Style};

#[cfg(feature = "llm")]
mod dialogue;
pub mod elsewhere;
mod guard;
mod list;
#[cfg(feature = "llm")]
mod model;
pub mod request;
#[cfg(feature = "llm")]
mod wish;

use request::{Call, Source, What};

/// Runs the hook. On any error the user's prompt stays as it is: no message, no panic.
pub fn run(arguments: &[OsString]) -> ExitCode {
    crate::dirs::act_for_hook();
    std::panic::set_hook(Box::new(|panic| crate::log::note(&format!("panic: {panic}"))));
    std::panic::catch_unwind(|| answer(arguments)).unwrap_or(ExitCode::from(70))
}

/// Runs a hook inside the relay, in a copy of the relay.
pub fn inside(arguments: &[OsString], session: &Session, declined: u32) {
    crate::dirs::act_for_hook();
    std::panic::set_hook(Box::new(|panic| crate::log::note(&format!("panic: {panic}"))));
    let Some(mut call) = Call::parse(arguments) else { return };
    let last =
        session.recorder.finished().next().filter(|printed| printed.status == Some(call.request.status));
    call.printed = Source::Known(last.and_then(Printed::known));
    call.is_inside = true;
    call.declined = declined;
    if call.what == What::Failed {
        failed(&call);
    }
}

fn answer(arguments: &[OsString]) -> ExitCode {
    if let Some(status) = guard::run(arguments) {
        return status;
    }
    #[cfg(feature = "llm")]
    if let Some(status) = model::run(arguments).or_else(|| wish::run(arguments)) {
        return status;
    }
    let Some(call) = Call::parse(arguments) else { return ExitCode::from(2) };
    match call.what {
        What::Failed => failed(&call),
        What::List => list::run(&call),
        What::Lines => lines(&call),
        What::Model => ExitCode::from(2),
    }
}

fn failed(call: &Call) -> ExitCode {
    let settings = call.settings();
    if !settings.suggest.enabled || call.request.text.len() > crate::act::MAX_BYTES {
        return ExitCode::SUCCESS;
    }
    let terminal = std::io::stderr();
    let style = Style::of(&terminal, call.request.caller.columns);
    if style.is_terminal && ui::tty::has_lines_waiting(&terminal) {
        ui::print("1 pending\n");
        return ExitCode::SUCCESS;
    }
    let (request, answer) = known(call, &settings);
    let Some(failure) = answer.failure else { return silent(call, &request, &settings) };
    let program = failure.culprit_command().and_then(|command| command.program_name());
    if failure.confidence < settings.suggest.min_confidence || settings.suggest.is_silenced(program) {
        return silent(call, &request, &settings);
    }
    let (suggestions, because) = (sorted(answer.diagnosis.suggestions), answer.diagnosis.because);
    let first = suggestions.first();
    let keys = call.keys(&settings);
    let status = shown_status(&failure);
    let line = match first {
        Some(first) => Some(hint::line(first, suggestions.len(), status, &keys, &style)),
        None => {
            because.filter(|_| settings.suggest.causes).map(|because| hint::cause(&because, status, &style))
        }
    };
    #[cfg(feature = "llm")]
    let is_private = settings.llm.enabled && crate::capture::is_private(&request, &settings);
    #[cfg(feature = "llm")]
    let may_offer = settings.llm.offers(failure.confidence) && !is_private;
    #[cfg(feature = "llm")]
    if line.is_none() && call.is_inside && may_offer && call.declined < dialogue::MAX_DECLINED {
        let is_answered = dialogue::hold(&settings, call);
        if !is_answered && call.has_model_key {
            ui::print("0 - asks\n"); // after a no, the user may change their mind
        }
        return ExitCode::SUCCESS;
    }
    #[cfg(feature = "llm")]
    let line = line.or_else(|| {
        may_offer.then(|| style.dim(&ui::offer::offer(settings.llm.name(), status, &keys, &style)))
    });
    #[cfg(feature = "llm")]
    let is_asked = settings.llm.enabled && call.has_model_key && !is_private;
    #[cfg(not(feature = "llm"))]
    let is_asked = false;
    let asks = if is_asked { " asks" } else { "" };
    let Some(line) = line.or_else(|| is_asked.then(String::new)) else { return ExitCode::SUCCESS };
    let is_said = call.has_handler && failure.kind == FailureKind::CommandNotFound;
    let is_drawn = style.is_terminal && !line.is_empty() && !is_said;
    if is_drawn {
        hint::draw(&line, &style);
    }
    let flag = if is_drawn { "drawn" } else { "-" };
    let is_plain = call.request.caller.dialect == Dialect::Zsh && !settings.suggest.ghost_text;
    let plain = if is_plain { " plain" } else { "" };
    let mut out = format!("{} {flag}{plain}{asks}\n", suggestions.len()).into_bytes();
    write_free(first, &mut out);
    let mut stdout = std::io::stdout().lock();
    let _ = stdout.write_all(&out).and_then(|()| stdout.flush());
    if let Some(first) = first {
        record(Happened::Proposed, first, call);
    }
    crate::taken::note(call.taken);
    ExitCode::SUCCESS
}

/// Does not comment on the failure; a model may still be asked about it.
fn silent(call: &Call, request: &Request, settings: &Settings) -> ExitCode {
    #[cfg(feature = "llm")]
    if settings.llm.enabled
        && call.has_model_key
        && !crate::capture::is_private(request, settings)
        && mend::may_be_asked_about(request)
    {
        ui::print("0 - asks\n");
    }
    #[cfg(not(feature = "llm"))]
    let _ = (call, request, settings);
    ExitCode::SUCCESS
}

/// Returns the status of the culprit, which may differ from that of the line: `true; gti; true`.
fn shown_status(failure: &Failure) -> i32 {
    match (failure.record.status, failure.kind) {
        (0, FailureKind::CommandNotFound) => 127,
        (status, _) => status,
    }
}

/// Writes the text for the accept key, if one key may run it.
fn write_free(first: Option<&Suggestion>, out: &mut Vec<u8>) {
    let free = first.filter(|first| first.verdict.is_free()).and_then(|first| Script::new(&first.text).ok());
    if let Some(text) = free {
        let _ = text.write(out);
    }
}

/// Sorts the suggestions that can be handed over, those that need no confirmation first.
fn sorted(mut suggestions: Vec<Suggestion>) -> Vec<Suggestion> {
    suggestions.retain(|suggestion| Script::new(&suggestion.text).is_ok());
    // a dangerous suggestion is never first if a milder one exists
    suggestions.sort_by_key(|suggestion| !suggestion.verdict.is_free());
    suggestions
}

/// Records what happened to a suggestion in the audit log, unless a leading blank marks the line as private.
fn record(what: Happened, suggestion: &Suggestion, call: &Call) {
    if call.request.text.starts_with([' ', '\t']) {
        return;
    }
    audit::record(&Event {
        what,
        command: &suggestion.text,
        caller: &call.request.caller,
        verdict: &suggestion.verdict,
        origin: &suggestion.origin.to_string(),
        failed: Some(&call.request.text),
        task: None,
    });
}

/// Finds what to offer.
fn look(call: &Call, settings: &Settings) -> Option<(Failure, Vec<Suggestion>, Option<String>)> {
    let (_, answer) = known(call, settings);
    Some((answer.failure?, sorted(answer.diagnosis.suggestions), answer.diagnosis.because))
}

/// Returns what is known about the failed command, and the answer of the rules.
fn known(call: &Call, settings: &Settings) -> (Request, Answer) {
    let rules = crate::rules::user_rules(settings);
    let is_at_hand = call.is_output_at_hand();
    let output = if is_at_hand { call.printed(settings) } else { None };
    let mut request = Request { output, ..call.request.clone() };
    let waiting = if call.what == What::Failed { mend::Waiting::Prompt } else { mend::Waiting::Asker };
    let mut answer = mend::mend(&request, &rules, waiting);
    if answer.wants_output
        && !is_at_hand
        && let Some(output) = call.printed(settings)
    {
        request.output = Some(output);
        answer = mend::mend(&request, &rules, waiting);
    }
    (request, answer)
}

fn lines(call: &Call) -> ExitCode {
    let suggestions = look(call, &call.settings()).map(|(_, suggestions, _)| suggestions).unwrap_or_default();
    let lines: Vec<_> =
        suggestions.iter().map(|s| ui::neutral(&s.text).replace('\n', "\\n") + "\n").collect();
    ui::print(&lines.concat());
    ExitCode::from(u8::from(lines.is_empty()))
}
