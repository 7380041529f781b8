//! The answer to a finished command.

use crate::diagnose::diagnose;
use crate::diagnosis::{Applicability, Diagnosis};
use crate::failure::{Confidence, Failure, FailureKind};
use crate::rules::RuleSet;
use facts::record::CommandRecord;
use facts::world::World;

/// A judged command.
#[derive(Debug, Clone, Default)]
pub struct Answer {
    /// `None`: nothing failed that needs help.
    pub failure: Option<Failure>,
    pub diagnosis: Diagnosis,
    /// The output was not captured, and a rule that reads it might help.
    pub wants_output: bool,
}

impl Answer {
    /// Judges the command and finds fixes. The findings of a compiler, a test runner or the like count as a
    /// failure only if a rule knows the text, or if the program rejected its command line.
    #[must_use]
    pub fn of(record: &CommandRecord, world: &dyn World, rules: &RuleSet) -> Self {
        let Some(mut failure) = Failure::of(record, world) else {
            return Self { failure: Failure::unmended(record, world), ..Self::default() };
        };
        let diagnosis = diagnose(&failure, world, rules);
        let wants_output = wants_output(&failure, &diagnosis);
        let kind = failure.settled_kind(&diagnosis, world);
        let is_background =
            diagnosis.is_background && matches!(kind, FailureKind::Generic | FailureKind::State);
        let is_known = !is_background && (!diagnosis.suggestions.is_empty() || diagnosis.because.is_some());
        if !is_known && !failure.is_refusal(world) {
            return Self { failure: None, diagnosis, wants_output };
        }
        failure.confidence = failure.confidence.max(confidence(&failure, &diagnosis));
        failure.kind = kind;
        if failure.kind == FailureKind::Generic && diagnosis.fact.is_some_and(|id| STATES.contains(&id)) {
            failure.kind = FailureKind::State;
        }
        Self { failure: Some(failure), diagnosis, wants_output }
    }
}

/// Causes that facts alone prove, without the output: the command is right, the state is not.
const STATES: [&str; 2] = ["port-in-use", "not-a-repository"];

/// Returns the confidence after rules and facts: for programs whose status alone says little, such as
/// interpreters and servers.
fn confidence(failure: &Failure, diagnosis: &Diagnosis) -> Confidence {
    let is_read = failure.record.output.is_some();
    let is_certain =
        diagnosis.suggestions.first().is_some_and(|first| first.applicability == Applicability::Certain);
    match diagnosis.fact {
        Some("port-in-use") if is_read => Confidence::High,
        Some("port-in-use") => Confidence::Medium,
        // the code is in the line itself, so text and status are about the line
        _ if is_read && failure.kind != FailureKind::Generic && failure.is_given_code() => Confidence::High,
        // words and facts show the mistake, even if status and text are inconclusive
        _ if is_certain => Confidence::Medium,
        _ => Confidence::Low,
    }
}

/// Returns whether captured output could improve the answer: not for a program that could not be started, but
/// for every other one, as rules for any program read it.
fn wants_output(failure: &Failure, diagnosis: &Diagnosis) -> bool {
    let is_certain =
        diagnosis.suggestions.first().is_some_and(|first| first.applicability == Applicability::Certain);
    failure.record.output.is_none() && failure.kind != FailureKind::CommandNotFound && !is_certain
}
