//! Repairs a failed step without a model.

use std::sync::Arc;

use engine::Applicability;

use super::course::Proposal;
use super::person::Outcome;
use super::step::Step;
use crate::caller::Caller;
use crate::request::{Request, Waiting};
use crate::service::Service;

/// Finds a certain fix of the rules for a failed step.
pub fn certain(
    step: &Step,
    outcome: &Outcome,
    caller: &Arc<Caller>,
    service: &Service<'_>,
) -> Option<Proposal> {
    let request = Request {
        text: step.command.clone(),
        status: outcome.status?,
        output: Some(outcome.output.clone().into_bytes()),
        caller: caller.clone(),
    };
    let answer = service.mend(&request, Waiting::Asker);
    let first = answer.diagnosis.suggestions.into_iter().next()?;
    let is_certain = first.applicability == Applicability::Certain && first.text != step.command;
    is_certain.then(|| Proposal {
        command: first.text,
        why: first.because,
        expects: step.expects.clone(),
        origin: first.origin.to_string(),
    })
}
