//! The program's own reason as the headline, where it marks a line as the error and the line has the shape of a
//! reason.

use super::complaint;
use super::kind;
use super::prelude::*;

/// Minimum number of words of a reason.
const WORDS: usize = 3;

pub fn find(case: &Case<'_>) -> Option<Finding> {
    let reason = complaint::reason(case)?;
    if case.status() == 0 || reason.split_whitespace().count() < WORDS {
        return None;
    }
    let general = kind::describe(case);
    let mut found = Finding::said(reason).and(general.what);
    found.why.extend(general.why.into_iter().filter(|line| !line.starts_with("it said: ")));
    Some(found)
}
