//! The hint after a failure: drawn on standard error; the reply says what the shell may offer now.

use protocol::Shown;

use super::failure::Failure;
use super::{record, send};
use crate::commands::prelude::*;
use crate::service::failed::{Failed, Hint, Reaction, Subject};
use crate::ui::hint;

pub fn run(failure: &Failure) -> ExitCode {
    let settings = failure.settings();
    let service = Service::new(&settings, context::today());
    if !service.comments_on(&failure.request) {
        return send(&HookReply::SILENT);
    }
    let style = Style::of_stderr(&failure.request.caller);
    if style.is_terminal && ui::tty::is_typed_ahead() {
        return send(&flags(1, Shown::Pending, false));
    }
    let reaction = failure.with_output(&settings, Moment::Prompt, |output| {
        let Failure { request, has_model_key, has_handler, declined, .. } = failure;
        let (has_model_key, has_handler, declined) = (*has_model_key, *has_handler, *declined);
        service.failed(&Failed { request, output, has_model_key, has_handler, declined })
    });
    match reaction {
        Reaction::Silent { asks: false } => send(&HookReply::SILENT),
        Reaction::Silent { asks: true } => send(&flags(0, Shown::Hidden, true)),
        Reaction::Hint(hint) => show(hint, failure, &settings, &style),
        #[cfg(feature = "llm")]
        Reaction::Dialogue => {
            let is_answered = super::dialogue::hold(&settings, failure);
            // after a no, the user may change their mind
            let asks = !is_answered && failure.has_model_key;
            send(&if asks { flags(0, Shown::Hidden, true) } else { HookReply::SILENT })
        }
        #[cfg(not(feature = "llm"))]
        Reaction::Dialogue => send(&HookReply::SILENT),
    }
}

fn show(hint: Hint, failure: &Failure, settings: &Settings, style: &Style) -> ExitCode {
    let line = line(&hint, failure, settings, style).filter(|_| style.is_terminal && !hint.is_hidden);
    if let Some(line) = &line {
        hint::draw(line, style);
    }
    let code = send(&HookReply::Hint(protocol::Hint {
        count: hint.suggestions.len(),
        shown: if line.is_some() { Shown::Drawn } else { Shown::Hidden },
        is_plain: hint.is_plain,
        asks: hint.asks,
        text: hint.text,
    }));
    if let Some(first) = hint.suggestions.first() {
        record(EventKind::Proposed, first, &failure.request);
    }
    crate::taken::note(failure.taken);
    code
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
