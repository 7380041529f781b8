//! Shell lines of the chat.

use super::capture::{Capture, Captures};
use super::console::Console;
use crate::act::Confirmed;
use crate::config::{GuardLevel, Settings};
use crate::confirm::{Agreed, Confirm, Effect, Event, Requirement};
use crate::error::{Error, ErrorKind};
use crate::request::Request;
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
    /// It ended; whether its output now waits for the next question.
    Ended { status: Option<i32>, waits: bool },
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
    Ok(Ran::Ended {
        status: outcome.status,
        waits: capture(text, &outcome, &console, captures, &caller, settings),
    })
}

/// Adds the output to the captures; returns whether it waits now. What a program prints that prints secrets is not
/// captured.
fn capture(
    text: &str,
    outcome: &Outcome,
    console: &Console,
    captures: &mut Captures,
    caller: &std::sync::Arc<crate::caller::Caller>,
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
    caller: &crate::caller::Caller,
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
