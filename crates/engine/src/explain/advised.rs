//! The sentence in which the output says what to do, where nothing else is offered.

use super::complaint;
use super::prelude::*;
use crate::rules::fixers::advice;

/// Returns the words `it advises: …`.
pub fn find(case: &Case<'_>) -> Option<String> {
    let line = advice::sentence(case).map(str::trim).filter(|line| !complaint::is_aside(line))?;
    // the reason itself is already told
    let is_told = complaint(case).is_some_and(|reason| complaint::whole(case, reason).contains(line));
    (!is_told).then(|| said(&complaint::whole(case, line)).replacen("it said", "it advises", 1))
}
