//! The suggestions for a failure, for a user who asks.

use engine::Suggestion;

use super::failed::fit;
use super::{Output, Service};
use crate::request::{Request, Waiting};

/// What the list shows.
#[derive(Debug)]
pub struct Listed {
    /// The request with the command's output.
    pub request: Request,
    /// Those that can be handed over, best first.
    pub suggestions: Vec<Suggestion>,
    /// The cause, if known.
    pub because: Option<String>,
    /// The command's output would help and is not known.
    pub is_unseen: bool,
}

impl Service<'_> {
    /// Finds everything to offer, earlier answers of a model included; no new request is sent.
    pub fn list(&self, request: &Request, output: &Output<'_>) -> Listed {
        let (request, answer) = self.mend_with(request, output, Waiting::Asker);
        #[cfg(feature = "llm")]
        let remembered = self.remembered(&request, &answer);
        let is_unseen = answer.wants_output && request.output.is_none();
        let diagnosis = answer.failure.map(|_| answer.diagnosis).unwrap_or_default();
        let because = diagnosis.because.clone();
        #[cfg(feature = "llm")]
        let diagnosis = llm::vet::merge(diagnosis, None, remembered);
        Listed { request, suggestions: fit(diagnosis.suggestions), because, is_unseen }
    }

    /// Finds the suggestions of the rules.
    pub fn lines(&self, request: &Request, output: &Output<'_>) -> Vec<Suggestion> {
        let (_, answer) = self.mend_with(request, output, Waiting::Asker);
        fit(answer.failure.map(|_| answer.diagnosis.suggestions).unwrap_or_default())
    }
}
