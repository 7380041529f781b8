//! "Text file busy": a running program cannot be overwritten.

use super::prelude::*;

const TEXTS: &[&str] = &["Text file busy", "ETXTBSY", "text file busy"];

pub fn find(case: &Case<'_>) -> Option<Finding> {
    if !case.printed_any(TEXTS) {
        return None;
    }
    let (path, holders) = paths(case, TEXTS).into_iter().find_map(|path| {
        let holders = case.world.holders(&path);
        (!holders.is_empty()).then_some((path, holders))
    })?;
    Some(
        Finding::read(format!("{path} is in use: {}", processes::named(&holders)))
            .and("a running program cannot be overwritten; put the new file beside it, then rename it over"),
    )
}
