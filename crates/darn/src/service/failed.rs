//! The reaction to a failure at the prompt: what is shown, whether a model is offered, and what the accept key
//! gets.

use engine::{Failure, FailureKind, Suggestion};
use protocol::{MAX_BYTES, SafeText};
use syntax::Dialect;

use super::mend::may_be_asked_about;
use super::{Output, Service};
use crate::request::{Request, Waiting};

/// A failure, as a hook reports it.
pub struct Failed<'a> {
    pub request: &'a Request,
    pub output: Output<'a>,
    /// The shell has a key that asks a model.
    pub has_model_key: bool,
    /// The user's own command-not-found handler has printed a message.
    pub has_handler: bool,
    /// The number of questions declined in a row; `None`: the user cannot be asked now.
    pub declined: Option<u32>,
}

/// What the shell gets.
#[derive(Debug)]
pub enum Reaction {
    /// darn does not comment on the failure. `asks`: the key that asks a model is lent all the same.
    Silent {
        asks: bool,
    },
    /// Ask the user whether to ask a model.
    Dialogue,
    Hint(Hint),
}

#[derive(Debug)]
pub struct Hint {
    /// What is shown; `None`: nothing, only the key that asks a model is lent.
    pub subject: Option<Subject>,
    /// The exit status to show.
    pub status: i32,
    /// Best first.
    pub suggestions: Vec<Suggestion>,
    /// The text for the accept key.
    pub text: Option<SafeText>,
    /// Nothing is drawn: the user's own handler has spoken.
    pub is_hidden: bool,
    /// The user wants no ghost text.
    pub is_plain: bool,
    /// The key that asks a model is lent.
    pub asks: bool,
}

/// What a hint is about.
#[derive(Debug, Clone, PartialEq)]
pub enum Subject {
    /// The first suggestion.
    Suggestion,
    Cause(String),
    /// The offer to ask a model.
    Offer,
}

/// Number of declined questions in a row after which darn stops asking.
pub const MAX_DECLINED: u32 = 2;

impl Service<'_> {
    /// Returns whether failures of this kind get any comment at all; costs nothing.
    pub const fn comments_on(&self, request: &Request) -> bool {
        self.settings.suggest.enabled && request.text.len() <= MAX_BYTES
    }

    /// Decides what to do about a failure.
    pub fn failed(&self, failed: &Failed<'_>) -> Reaction {
        if !self.comments_on(failed.request) {
            return Reaction::Silent { asks: false };
        }
        let (request, answer) = self.mend_with(failed.request, &failed.output, Waiting::Prompt);
        let Some(failure) = answer.failure.filter(|failure| self.is_worth_a_hint(failure)) else {
            return self.silent(failed, &request);
        };
        let suggestions = fit(answer.diagnosis.suggestions);
        let because = answer.diagnosis.because.filter(|_| self.settings.suggest.causes);
        let known =
            if suggestions.is_empty() { because.map(Subject::Cause) } else { Some(Subject::Suggestion) };
        let offer = self.offer(&request, &failure, failed);
        if known.is_none() && offer.by_dialogue {
            return Reaction::Dialogue;
        }
        let subject = known.or_else(|| offer.by_hint.then_some(Subject::Offer));
        if subject.is_none() && !offer.by_key {
            return Reaction::Silent { asks: false };
        }
        Reaction::Hint(Hint {
            subject,
            status: shown_status(&failure),
            text: text_for_key(&suggestions),
            suggestions,
            is_hidden: failed.has_handler && failure.kind == FailureKind::CommandNotFound,
            is_plain: self.is_plain(request.caller.dialect),
            asks: offer.by_key,
        })
    }

    fn is_worth_a_hint(&self, failure: &Failure) -> bool {
        let suggest = &self.settings.suggest;
        let program = failure.culprit_command().and_then(|command| command.program_name());
        failure.confidence >= suggest.min_confidence && !suggest.is_silenced(program)
    }

    /// Returns whether the user wants no ghost text; only zsh has it.
    pub fn is_plain(&self, dialect: Dialect) -> bool {
        dialect == Dialect::Zsh && !self.settings.suggest.ghost_text
    }

    /// Does not comment on the failure; a model may still be asked about it.
    fn silent(&self, failed: &Failed<'_>, request: &Request) -> Reaction {
        let asks = failed.has_model_key && self.may_send(request) && may_be_asked_about(request);
        Reaction::Silent { asks }
    }

    fn offer(&self, request: &Request, failure: &Failure, failed: &Failed<'_>) -> Offer {
        if !self.may_send(request) {
            return Offer::default();
        }
        let is_offered = self.settings.llm.offers(failure.confidence);
        Offer {
            by_dialogue: is_offered && failed.declined.is_some_and(|declined| declined < MAX_DECLINED),
            by_hint: is_offered,
            by_key: failed.has_model_key,
        }
    }

    /// Returns whether a model may be asked about this command at all.
    fn may_send(&self, request: &Request) -> bool {
        cfg!(feature = "llm")
            && self.settings.llm.enabled
            && !crate::capture::is_private(request, self.settings)
    }
}

/// How a model is offered.
#[derive(Debug, Default)]
struct Offer {
    by_dialogue: bool,
    by_hint: bool,
    by_key: bool,
}

/// Returns the status of the culprit, which may differ from that of the line: `true; gti; true`.
fn shown_status(failure: &Failure) -> i32 {
    match (failure.record.status, failure.kind) {
        (0, FailureKind::CommandNotFound) => 127,
        (status, _) => status,
    }
}

/// Returns the text for the accept key: the first suggestion, if one key may accept it.
pub fn text_for_key(suggestions: &[Suggestion]) -> Option<SafeText> {
    let first = suggestions.first().filter(|first| first.verdict.is_free())?;
    SafeText::new(&first.text).ok()
}

/// Keeps the suggestions that can be handed over, those that need no confirmation first.
pub fn fit(mut suggestions: Vec<Suggestion>) -> Vec<Suggestion> {
    suggestions.retain(|suggestion| SafeText::new(&suggestion.text).is_ok());
    // a dangerous suggestion is never first if a milder one exists
    suggestions.sort_by_key(|suggestion| !suggestion.verdict.is_free());
    suggestions
}

#[cfg(test)]
mod tests;
