//! A program that was called without any argument and answers with its usage.

use super::prelude::*;

pub fn find(case: &Case<'_>) -> Option<Finding> {
    let command = case.failure.culprit_command()?;
    let name = program(case)?;
    let says = case.printed_any(&["usage: ", "Usage: ", "USAGE:", "usage:\n", "Usage:\n"]);
    if !says || !command.arguments().is_empty() || !command.redirects.is_empty() || case.is_unstarted() {
        return None;
    }
    let line = complaint(case).map(said);
    Some(
        Finding::said(format!("{} was called without any argument, and it needs one", quoted(name)))
            .and_if(line),
    )
}
