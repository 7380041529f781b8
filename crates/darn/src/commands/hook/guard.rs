//! The Enter guard: judges a line before it runs, and asks the user about a dangerous one.

use protocol::{GuardAnswer, GuardedLine, Judgement};

use super::send;
use crate::act::{self, Confirmed};
use crate::audit::{self, Event};
use crate::commands::prelude::*;
use crate::service::judge::Guarded;
use crate::ui::{question, tty, verdict};

/// What the script asks for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum GuardRequest {
    /// The verdict, of a line that cannot be stopped any more.
    Warn,
    /// The verdict.
    Judge,
    /// The user's answer to it.
    Confirm,
}

pub fn run(question: GuardRequest, line: &GuardedLine, caller: Caller) -> ExitCode {
    let caller = Arc::new(Caller { aliases: line.aliases.clone(), ..caller });
    let settings = config::for_hook(&caller);
    let service = Service::new(&settings, context::today());
    let Some(guarded) = service.guard(line, &caller, question == GuardRequest::Warn) else {
        return send(&HookReply::UNJUDGED);
    };
    let text = String::from_utf8_lossy(&line.text);
    if question == GuardRequest::Confirm {
        confirm(&text, &guarded.verdict, &caller, &settings)
    } else {
        judge(&text, guarded, &caller)
    }
}

fn judge(text: &str, guarded: Guarded, caller: &Caller) -> ExitCode {
    let style = Style::of_stderr(caller);
    let Guarded { verdict, fingerprint, remedy } = guarded;
    let code = send(&HookReply::Judgement(Judgement {
        level: verdict.level,
        fingerprint,
        is_waiting: style.is_terminal && tty::is_typed_ahead(),
        lines: match verdict.level {
            Level::Allow | Level::Confirm => Vec::new(),
            Level::Warn => vec![verdict::coloured_warning(&verdict, &style)],
            Level::Deny => verdict::refusal(text, &verdict, remedy.as_deref(), &style),
        },
    }));
    match verdict.level {
        Level::Allow | Level::Confirm => {} // recorded with its answer
        Level::Warn => record(EventKind::Judged, text, &verdict, caller),
        Level::Deny => record(EventKind::Refused, text, &verdict, caller),
    }
    code
}

fn confirm(text: &str, verdict: &Verdict, caller: &Caller, settings: &Settings) -> ExitCode {
    let mut tty = match tty::Tty::open() {
        Ok(tty) => tty,
        Err(error) if error.kind() == std::io::ErrorKind::WouldBlock => {
            return send(&HookReply::GuardAnswer(GuardAnswer::Waiting));
        }
        Err(_) => return send(&HookReply::UNJUDGED),
    };
    let style = Style::for_stream(&tty, caller);
    let answer = question::ask(&mut tty, text, verdict, settings.policy.confirm_word(), style);
    drop(tty); // restores the terminal before anything is handed over
    let what =
        if matches!(answer, question::Decision::Run(_)) { EventKind::Confirmed } else { EventKind::Refused };
    let answer = match answer {
        question::Decision::Run(agreed) => act::release(Confirmed::new((), agreed)),
        question::Decision::Instead(text) => match SafeText::new(&text) {
            Ok(text) => GuardAnswer::Edit(text),
            Err(_) => return send(&HookReply::UNJUDGED),
        },
        question::Decision::Back => GuardAnswer::Back,
        question::Decision::Drop => GuardAnswer::Drop,
    };
    let code = send(&HookReply::GuardAnswer(answer));
    record(what, text, verdict, caller);
    code
}

/// Records the event, unless a leading blank makes the line private: the shell does not remember it either.
fn record(what: EventKind, command: &str, verdict: &Verdict, caller: &Caller) {
    if !command.starts_with([' ', '\t']) {
        audit::record(&Event { what, command, caller, verdict, origin: "guard", failed: None, task: None });
    }
}
