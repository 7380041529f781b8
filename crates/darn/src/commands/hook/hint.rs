//! The hint after a failure: drawn on standard error; the reply says what the shell may offer now.

use protocol::Shown;

use super::failure::Failure;
use super::{record, send};
use crate::commands::prelude::*;
use crate::service::failed::{Failed, Hint, Reaction, Subject};
use crate::ui::hint;

/// What a hint needs to be shown, before anything is drawn.
pub struct Response {
    /// The lines of the hint, without the final newline.
    pub line: Option<String>,
    pub reply: HookReply,
    /// What the audit log calls proposed.
    pub proposed: Option<Suggestion>,
}

impl Response {
    const fn bare(reply: HookReply) -> Self {
        Self { line: None, reply, proposed: None }
    }

    /// darn does not comment.
    pub const fn silent() -> Self {
        Self::bare(HookReply::SILENT)
    }

    /// Whole lines wait to be read by the shell.
    pub const fn pending() -> Self {
        Self::bare(flags(1, Shown::Pending, false))
    }
}

pub fn run(failure: &Failure, settings: &Settings) -> ExitCode {
    let service = Service::new(settings, context::today());
    if !service.comments_on(&failure.request) {
        return send(&HookReply::SILENT);
    }
    let style = Style::of_stderr(&failure.request.caller);
    if style.is_terminal && ui::tty::is_typed_ahead() {
        return send(&Response::pending().reply);
    }
    match respond(failure, &service, settings, &style) {
        Some(response) => {
            if let Some(line) = &response.line {
                ui::draw(&hint::on_own_line(line, &style));
            }
            let code = send(&response.reply);
            note(failure, &response);
            code
        }
        #[cfg(feature = "llm")]
        None => {
            let is_answered = super::dialogue::hold(settings, failure);
            // after a no, the user may change their mind
            let asks = !is_answered && failure.has_model_key;
            send(&if asks { flags(0, Shown::Hidden, true) } else { HookReply::SILENT })
        }
        #[cfg(not(feature = "llm"))]
        None => send(&HookReply::SILENT),
    }
}

/// Decides what to show and to reply; draws and records nothing. `None`: hold the dialogue that offers a model.
pub fn respond(
    failure: &Failure,
    service: &Service<'_>,
    settings: &Settings,
    style: &Style,
) -> Option<Response> {
    let reaction = failure.with_output(settings, Moment::Prompt, |output| {
        let Failure { request, has_model_key, has_handler, declined, .. } = failure;
        let (has_model_key, has_handler, declined) = (*has_model_key, *has_handler, *declined);
        service.failed(&Failed { request, output, has_model_key, has_handler, declined })
    });
    Some(match reaction {
        Reaction::Silent { asks: false } => Response::bare(HookReply::SILENT),
        Reaction::Silent { asks: true } => Response::bare(flags(0, Shown::Hidden, true)),
        Reaction::Hint(hint) => show(hint, failure, settings, style),
        Reaction::Dialogue => return None,
    })
}

/// Records a response after it was sent, while no one waits.
pub fn note(failure: &Failure, response: &Response) {
    if let Some(first) = &response.proposed {
        record(EventKind::Proposed, first, &failure.request);
    }
    if matches!(response.reply, HookReply::Hint(_)) {
        crate::taken::note(failure.taken);
    }
}

fn show(hint: Hint, failure: &Failure, settings: &Settings, style: &Style) -> Response {
    let line = line(&hint, failure, settings, style).filter(|_| style.is_terminal && !hint.is_hidden);
    let reply = HookReply::Hint(protocol::Hint {
        count: hint.suggestions.len(),
        shown: if line.is_some() { Shown::Drawn } else { Shown::Hidden },
        is_plain: hint.is_plain,
        asks: hint.asks,
        text: hint.text,
    });
    Response { line, reply, proposed: hint.suggestions.into_iter().next() }
}

fn line(hint: &Hint, failure: &Failure, settings: &Settings, style: &Style) -> Option<String> {
    let (status, keys) = (hint.status, failure.keys(settings));
    Some(match hint.subject.as_ref()? {
        Subject::Suggestion => {
            hint::line(hint.suggestions.first()?, hint.suggestions.len(), status, &keys, style)
        }
        Subject::Cause(because) => hint::cause(because, status, style),
        #[cfg(feature = "llm")]
        Subject::Offer => style.dim(&ui::offer::offer(settings.llm.name(), status, &keys, style)),
        #[cfg(not(feature = "llm"))]
        Subject::Offer => return None,
    })
}

/// A reply without a text.
const fn flags(count: usize, shown: Shown, asks: bool) -> HookReply {
    HookReply::Hint(protocol::Hint { count, shown, is_plain: false, asks, text: None })
}
