//! Rules: from a failure to proposals.

use syntax::Edit;

use crate::diagnosis::{Applicability, Diagnosis, Origin, Suggestion, Verdict};
use crate::failure::Failure;
use crate::world::World;

pub mod fixers;

/// What a rule sees.
#[derive(Clone, Copy)]
pub struct Case<'a> {
    pub failure: &'a Failure,
    pub world: &'a dyn World,
}

impl std::fmt::Debug for Case<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Case").field("failure", &self.failure).finish_non_exhaustive()
    }
}

/// One way to mend a failure, before it is verified and ranked.
#[derive(Debug, Clone)]
pub struct Proposal {
    pub rule: String,
    pub edit: Edit,
    pub because: String,
    pub applicability: Applicability,
    /// Distance of a spelling correction in hundredths of an edit; 0 where nothing was guessed.
    pub distance: u32,
}

/// Finds what would mend the failure. Never fails, runs nothing.
#[must_use]
pub fn diagnose(failure: &Failure, world: &dyn World) -> Diagnosis {
    let case = Case { failure, world };
    let mut proposals: Vec<Proposal> = fixers::ALL.iter().flat_map(|fixer| (fixer.propose)(&case)).collect();
    proposals.sort_by_key(|p| (p.applicability, p.distance));
    let mut diagnosis = Diagnosis::default();
    for proposal in proposals {
        let text = proposal.edit.apply(&failure.record.text);
        if text == failure.record.text || diagnosis.suggestions.iter().any(|s| s.text == text) {
            continue;
        }
        diagnosis.suggestions.push(Suggestion {
            edit: proposal.edit,
            text,
            because: proposal.because,
            origin: Origin::Rule(proposal.rule),
            applicability: proposal.applicability,
            verdict: Verdict::allow(),
        });
    }
    diagnosis.suggestions.truncate(Diagnosis::MAX_SUGGESTIONS);
    diagnosis
}
