//! `darn hook SHELL WHAT …`: the front of the integration scripts; not for people. `protocol::process` says what
//! they send and read.

use std::ffi::OsStr;

use protocol::relay::PlacedRequest;
use protocol::{Call, FailedLine, HookRequest};
use shell::relay::recorder::Printed;
use shell::relay::session::Session;
use syntax::Dialect;

use super::prelude::*;
use crate::audit::{self, Event};

#[cfg(feature = "llm")]
mod dialogue;
pub mod elsewhere;
pub mod failure;
mod filed;
mod guard;
pub mod hint;
mod list;
#[cfg(feature = "llm")]
mod model;
mod others;
mod printed;
mod resident;
#[cfg(feature = "llm")]
mod wish;

use failure::{Failure, Printing};
use guard::GuardRequest;

/// Runs the hook. On any error the user's prompt stays as it is: no message, no panic.
pub fn run(arguments: &[OsString]) -> ExitCode {
    #[cfg(feature = "llm")]
    if let [what, nonce, rest @ ..] = arguments
        && what == crate::tasks::keeper::WORD
    {
        return crate::tasks::keeper::keep(&nonce.to_string_lossy(), rest);
    }
    prepare();
    std::panic::catch_unwind(|| answer(arguments)).unwrap_or_else(|_| send(&HookReply::UNJUDGED))
}

/// Answers a hook inside the relay, in a copy of the relay.
pub fn inside(call: &PlacedRequest, session: &Session, declined: u32) {
    prepare();
    let HookRequest { dialect, columns, call: Call::Failed(line) } = &call.request else { return };
    let caller = Caller {
        directory: call.directory.clone(),
        variables: Arc::new(context::variables(call.environment.iter().cloned())),
        columns: *columns,
        ..Caller::unknown(*dialect)
    };
    let mut failure = Failure::new(line.clone(), caller);
    let last =
        session.recorder.finished().next().filter(|printed| printed.status == Some(failure.request.status));
    failure.printing = Printing::Known(last.and_then(Printed::known));
    failure.declined = Some(declined);
    hint::run(&failure, &failure.settings());
}

fn prepare() {
    crate::dirs::act_for_hook();
    std::panic::set_hook(Box::new(|panic| crate::log::note(&format!("panic: {panic}"))));
}

fn answer(arguments: &[OsString]) -> ExitCode {
    let caller = context::caller(Dialect::Posix);
    if let [_, what, file] = arguments
        && what == filed::WORD
    {
        return match filed::take(Path::new(file), caller) {
            Some((line, caller)) if !line.text.is_empty() => failed(line, caller),
            Some(_) => send(&HookReply::SILENT), // a private line
            None => send(&HookReply::UNKNOWN),
        };
    }
    let variable = |name: &str| caller.raw(name).map(OsStr::to_owned);
    let Some(HookRequest { dialect, columns, call }) = HookRequest::from_process(arguments, variable) else {
        return send(&HookReply::UNKNOWN);
    };
    let caller = Caller { dialect, columns, ..caller };
    if dialect == Dialect::Bash {
        printed::delete(&caller);
    }
    match call {
        Call::Failed(line) => failed(line, caller),
        Call::List(line) => list::run(&Failure::new(line, caller)),
        Call::Lines(line) => list::print(&Failure::new(line, caller)),
        Call::Judge(line) => guard::run(GuardRequest::Judge, &line, caller),
        Call::Warn(line) => guard::run(GuardRequest::Warn, &line, caller),
        Call::Confirm(line) => guard::run(GuardRequest::Confirm, &line, caller),
        Call::Others(asked) => others::run(&asked.id, caller.in_session(asked.session)),
        #[cfg(feature = "llm")]
        Call::Model(line) => model::start(line, &caller),
        #[cfg(feature = "llm")]
        Call::AskModel { failed, fifo } => model::ask(&Failure::new(failed, caller), fifo),
        #[cfg(feature = "llm")]
        Call::Wish(wish) => wish::for_key(&wish.text, &in_session(wish.session, caller)),
        #[cfg(feature = "llm")]
        Call::Want(wish) => wish::for_command(&wish.text, &in_session(wish.session, caller)),
        #[cfg(not(feature = "llm"))]
        Call::Model(_) | Call::AskModel { .. } | Call::Wish(_) | Call::Want(_) => send(&HookReply::UNKNOWN),
    }
}

fn failed(line: FailedLine, caller: Caller) -> ExitCode {
    let Caller { dialect, columns, .. } = caller;
    let request = HookRequest { dialect, columns, call: Call::Failed(line.clone()) };
    if let Some(answered) = resident::answer(&request, &caller) {
        return answered;
    }
    let failure = Failure::new(line, caller);
    let settings = failure.settings();
    let code = hint::run(&failure, &settings);
    resident::start_if_wanted(&settings, &failure.request.caller);
    code
}

/// Describes a session in which no command has failed.
#[cfg(feature = "llm")]
fn in_session(session: protocol::Session, caller: Caller) -> Request {
    Request { text: String::new(), status: 0, output: None, caller: caller.in_session(session).into() }
}

/// Sends the reply to the script. The rest of the work, such as the audit log, comes after it: the shell waits.
fn send(reply: &HookReply) -> ExitCode {
    ui::print_bytes(&reply.encode());
    ExitCode::from(reply.status())
}

/// Records what happened to a suggestion in the audit log, unless a leading blank marks the line as private.
fn record(what: EventKind, suggestion: &Suggestion, request: &Request) {
    if request.text.starts_with([' ', '\t']) {
        return;
    }
    audit::record(&Event {
        what,
        command: &suggestion.text,
        caller: &request.caller,
        verdict: &suggestion.verdict,
        origin: &suggestion.origin.to_string(),
        failed: Some(&request.text),
        task: None,
    });
}
