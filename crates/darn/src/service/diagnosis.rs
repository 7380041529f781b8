//! One diagnosis and one suggestion, for other programs.

use engine::{Answer, Applicability, Confidence, Diagnosis};
use policy::Level;

use super::Service;
use crate::request::Request;

#[derive(Debug, PartialEq)]
pub struct Diagnosed {
    pub message: String,
    pub suggestion: Option<String>,
    /// 0.0: no failure that needs help.
    pub confidence: f64,
    /// Why a model gave no answer.
    pub error: Option<String>,
}

/// Returns how sure a suggestion is, for other programs: 0.0 to 1.0.
pub const fn sureness(applicability: Applicability) -> f64 {
    match applicability {
        Applicability::Certain => 0.95,
        Applicability::Likely => 0.7,
        Applicability::HasPlaceholders => 0.4,
    }
}

impl Service<'_> {
    /// Diagnoses a failure, with a model if one is enabled and nothing is certain; `None` if the command is too
    /// long.
    pub fn diagnose(&self, request: &Request) -> Option<Diagnosed> {
        let (answer, explanation) = self.explain(request)?;
        let (diagnosis, error) = self.completed(request, &answer);
        let mut suggestions = diagnosis.suggestions.into_iter();
        let best = suggestions.find(|suggestion| suggestion.verdict.level < Level::Deny);
        let of_failure = answer.failure.as_ref().map(|failure| match failure.confidence {
            Confidence::High => 0.3,
            Confidence::Medium => 0.2,
            Confidence::Low => 0.1,
        });
        let because = best.as_ref().map(|best| best.because.clone()).filter(|text| !text.is_empty());
        Some(Diagnosed {
            message: because.or(diagnosis.because).unwrap_or(explanation.what),
            confidence: best.as_ref().map(|best| sureness(best.applicability)).or(of_failure).unwrap_or(0.0),
            suggestion: best.map(|best| best.text),
            error,
        })
    }

    /// Combines the rules' answer with a model's; also returns why the model gave no answer.
    #[cfg(feature = "llm")]
    fn completed(&self, request: &Request, answer: &Answer) -> (Diagnosis, Option<String>) {
        use super::completed::{is_certain, merged};
        let diagnosis = answer.diagnosis.clone();
        if is_certain(answer) || !self.settings.llm.enabled || answer.failure.is_none() {
            return (diagnosis, None);
        }
        match self.ask(request, answer, crate::model::Memory::Counts) {
            Ok(answered) => (merged(diagnosis, answered), None),
            Err(failed) => (diagnosis, Some(failed.told().0)),
        }
    }

    #[cfg(not(feature = "llm"))]
    #[expect(clippy::unused_self, reason = "asks no model without the feature `llm`")]
    fn completed(&self, _: &Request, answer: &Answer) -> (Diagnosis, Option<String>) {
        (answer.diagnosis.clone(), None)
    }
}
