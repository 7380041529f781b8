//! Timeouts.

use super::prelude::*;

pub fn find(case: &Case<'_>) -> Option<Finding> {
    if case.status() == 124 && wraps(case) {
        return Some(Finding::said("`timeout` stopped the command at its time limit"));
    }
    let texts = ["onnection timed out", "ETIMEDOUT", "peration timed out", "i/o timeout", "timed out after"];
    if !case.printed_any(&texts) && !ended(case, "curl", &[28]) {
        return None;
    }
    if let Some(found) = super::no_route::offline(case) {
        return Some(found);
    }
    let host = hosts(case).first().map_or_else(|| "the remote host".to_owned(), |host| quoted(host));
    Some(Finding::said(format!("{host} did not answer in time")).and(
        "the connection was not refused: a firewall drops packets, the host is down, or the address is wrong",
    ))
}

/// Returns whether `timeout` wraps the command, or is the command.
fn wraps(case: &Case<'_>) -> bool {
    let in_front = |command: &syntax::Command| command.words.iter().any(|word| word.value == "timeout");
    program(case) == Some("timeout") || case.commands().any(in_front)
}
