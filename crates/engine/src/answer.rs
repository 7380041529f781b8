//! What darn has to say of a finished command.

use crate::diagnosis::{Applicability, Diagnosis};
use crate::failure::{Confidence, Failure};
use crate::record::CommandRecord;
use crate::rules::{RuleSet, diagnose};
use crate::world::World;

/// A judged command.
#[derive(Debug, Clone, Default)]
pub struct Answer {
    /// `None`: nothing failed that needs help.
    pub failure: Option<Failure>,
    pub diagnosis: Diagnosis,
}

impl Answer {
    /// Judges the command and finds what would mend it. The findings of a compiler, a test runner
    /// and the like are a failure only where a rule knew the text.
    #[must_use]
    pub fn of(record: &CommandRecord, world: &dyn World, rules: &RuleSet) -> Self {
        let Some(mut failure) = Failure::of(record, world) else { return Self::default() };
        let diagnosis = diagnose(&failure, world, rules);
        let is_known = !failure.reported || !diagnosis.suggestions.is_empty() || diagnosis.because.is_some();
        if diagnosis.suggestions.first().is_some_and(|first| first.applicability == Applicability::Certain) {
            // words and facts say what was wrong, whatever status and text leave open
            failure.confidence = failure.confidence.max(Confidence::Medium);
        }
        Self { failure: is_known.then_some(failure), diagnosis }
    }
}
