//! Shell lines of the chat.

use std::sync::Arc;

use super::capture::{Capture, Captures};
use super::console::Console;
use crate::act::Confirmed;
use crate::caller::Caller;
use crate::config::{GuardLevel, Settings};
use crate::confirm::{Agreed, Confirm, Effect, Event, Requirement};
use crate::error::{Error, ErrorKind};
use crate::request::{Request, Waiting};
use crate::service::Service;
use crate::service::judge::{Line, only_warned};
use crate::tasks::person::Outcome;
use crate::tasks::step::Step;
use crate::tasks::workspace::Workspace;
use crate::ui::question::Decision;
use crate::ui::style::Style;
use crate::ui::tty::Tty;
use crate::ui::{self, question, verdict};

/// What became of a shell line.
#[derive(Debug)]
pub enum Ran {
    /// It ended; whether its output now waits for the next question, and what the rules offer for its failure.
    Ended { status: Option<i32>, waits: bool, fixes: Vec<Step> },
    /// The policy stopped it, or the person did; the text for the next line, if any.
    Stopped(Option<String>),
}

/// Runs a line that the user typed, if the policy allows it.
///
/// # Errors
/// The shell is lost.
pub fn run(
    text: &str,
    workspace: &mut Workspace,
    captures: &mut Captures,
    settings: &Settings,
    style: &Style,
) -> Result<Ran, Error> {
    let caller = workspace.caller();
    let service = Service::new(settings, crate::context::today());
    let agreed = match consent(text, &caller, &service, settings, style) {
        Ok(agreed) => agreed,
        Err(line) => return Ok(Ran::Stopped(line)),
    };
    let step = Step::new(0, text.to_owned(), "user".into(), &caller, &service);
    let mut console = Console::default();
    let outcome = workspace.run(&step, Confirmed::new(text, agreed), &mut console);
    let outcome = outcome.map_err(|error| {
        Error::new(ErrorKind::Internal, format!("the shell of the chat is lost: {error}"))
            .hinted("`/exit` leaves the chat; `darn chat` starts a new shell")
    })?;
    if console.is_open {
        ui::print("\n");
    }
    if let Some(note) = &outcome.note {
        ui::note(note);
    }
    let fixes = fixes(text, &outcome, &caller, &service, settings);
    let waits = capture(text, &outcome, &console, captures, &caller, settings);
    Ok(Ran::Ended { status: outcome.status, waits, fixes })
}

/// Returns the fixes of the rules for a failure, without those that the policy denies.
fn fixes(
    text: &str,
    outcome: &Outcome,
    caller: &Arc<Caller>,
    service: &Service<'_>,
    settings: &Settings,
) -> Vec<Step> {
    let Some(status) = outcome.status.filter(|status| *status != 0) else { return Vec::new() };
    let output = Some(outcome.output.clone().into_bytes());
    let request = Request { text: text.to_owned(), status, output, caller: caller.clone() };
    if settings.suggest.is_silenced(text.split_whitespace().next()) {
        return Vec::new();
    }
    let found = service.mend(&request, Waiting::Asker).diagnosis.suggestions;
    let steps = found.into_iter().map(|fix| Step {
        why: fix.because,
        ..Step::new(0, fix.text, fix.origin.to_string(), caller, service)
    });
    let offered =
        steps.filter(|step| step.requirement() != Requirement::Denied).take(settings.suggest.limit.0);
    offered.enumerate().map(|(at, step)| Step { number: at + 1, ..step }).collect()
}

/// Adds the output to the captures; returns whether it waits now. What a program prints that prints secrets is not
/// captured.
fn capture(
    text: &str,
    outcome: &Outcome,
    console: &Console,
    captures: &mut Captures,
    caller: &Arc<Caller>,
    settings: &Settings,
) -> bool {
    let status = outcome.status.unwrap_or(-1);
    let request = Request { text: text.to_owned(), status, output: None, caller: caller.clone() };
    if crate::capture::is_private(&request, settings) {
        return false;
    }
    let directory = caller.directory.clone();
    let capture = Capture::of_terminal(text, directory, status, outcome.output.as_bytes());
    captures.add(capture, console.is_full_screen)
}

/// Judges a line at the level of the Enter guard; returns the consent, or the text for the next line.
fn consent(
    text: &str,
    caller: &Caller,
    service: &Service<'_>,
    settings: &Settings,
    style: &Style,
) -> Result<Agreed, Option<String>> {
    let typed = || match Confirm::new(settings.policy.confirm_word()).handle(Event::Accept, Requirement::Key)
    {
        Some(Effect::Run(agreed)) => Ok(agreed),
        _ => Err(None),
    };
    if settings.policy.level == GuardLevel::Off {
        return typed();
    }
    let found = service.judge().judge(&Line::plain(text.as_bytes(), caller));
    if found.level == policy::Level::Allow {
        return typed();
    }
    if settings.policy.level == GuardLevel::Passive {
        ui::note(&verdict::coloured_warning(&only_warned(found), style));
        return typed();
    }
    if found.level == policy::Level::Deny {
        for line in verdict::refusal(text, &found, None, style) {
            ui::note(&line);
        }
        return Err(Some(text.to_owned()));
    }
    let Ok(mut tty) = Tty::open() else { return Err(Some(text.to_owned())) };
    match question::ask(&mut tty, text, &found, settings.policy.confirm_word(), style.clone()) {
        Decision::Run(agreed) => Ok(agreed),
        Decision::Instead(line) => Err(Some(line)),
        Decision::Back => Err(Some(text.to_owned())),
        Decision::Drop => Err(None),
    }
}
