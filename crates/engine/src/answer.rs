//! What darn has to say of a finished command.

use crate::diagnosis::{Applicability, Diagnosis};
use crate::failure::{Confidence, Failure, FailureKind};
use crate::rules::{RuleSet, diagnose};
use facts::record::CommandRecord;
use facts::world::World;

/// A judged command.
#[derive(Debug, Clone, Default)]
pub struct Answer {
    /// `None`: nothing failed that needs help.
    pub failure: Option<Failure>,
    pub diagnosis: Diagnosis,
    /// The output was not captured, and rules that read it might know better.
    pub wants_output: bool,
}

impl Answer {
    /// Judges the command and finds what would mend it. The findings of a compiler, a test runner
    /// and the like are a failure only where a rule knew the text, or where the program refused
    /// its command line.
    #[must_use]
    pub fn of(record: &CommandRecord, world: &dyn World, rules: &RuleSet) -> Self {
        let Some(mut failure) = Failure::of(record, world) else {
            return Self { failure: Failure::unmended(record, world), ..Self::default() };
        };
        let diagnosis = diagnose(&failure, world, rules);
        let wants_output = wants_output(&failure, &diagnosis);
        let is_known = !diagnosis.suggestions.is_empty() || diagnosis.because.is_some();
        if !is_known && !failure.is_refusal(world) {
            return Self { failure: None, diagnosis, wants_output };
        }
        failure.confidence = failure.confidence.max(confidence(&failure, &diagnosis));
        failure.kind = failure.settled_kind(&diagnosis, world);
        if failure.kind == FailureKind::Generic && diagnosis.fact.is_some_and(|id| STATES.contains(&id)) {
            failure.kind = FailureKind::State;
        }
        Self { failure: Some(failure), diagnosis, wants_output }
    }
}

/// Causes that the facts alone tell, without the output: the command is right, the state of things is
/// not.
const STATES: [&str; 2] = ["port-in-use", "not-a-repository"];

/// How sure the failure is, now that rules and facts have been asked: for programs whose status alone
/// says little, such as interpreters and servers.
fn confidence(failure: &Failure, diagnosis: &Diagnosis) -> Confidence {
    let is_read = failure.record.output.is_some();
    let is_certain =
        diagnosis.suggestions.first().is_some_and(|first| first.applicability == Applicability::Certain);
    match diagnosis.fact {
        Some("port-in-use") if is_read => Confidence::High,
        Some("port-in-use") => Confidence::Medium,
        // the code is in the line itself: text and status are about the line
        _ if is_read && failure.kind != FailureKind::Generic && failure.is_given_code() => Confidence::High,
        // words and facts say what was wrong, whatever status and text leave open
        _ if is_certain => Confidence::Medium,
        _ => Confidence::Low,
    }
}

/// Of a program that the shell could not start all is known; of any other one the output may tell
/// more: there are rules for every program that read it.
fn wants_output(failure: &Failure, diagnosis: &Diagnosis) -> bool {
    let is_certain =
        diagnosis.suggestions.first().is_some_and(|first| first.applicability == Applicability::Certain);
    failure.record.output.is_none() && failure.kind != FailureKind::CommandNotFound && !is_certain
}
