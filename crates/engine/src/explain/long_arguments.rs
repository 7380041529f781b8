//! "Argument list too long": the kernel's limit (execve(2), Limits on size of arguments).

use super::prelude::*;

const MOST: u64 = 6 * 1024 * 1024;
const LEAST: u64 = 128 * 1024;

pub fn find(case: &Case<'_>) -> Option<Finding> {
    if !case.printed_any(&["Argument list too long", "argument list too long", "E2BIG"]) {
        return None;
    }
    let stack = limits::soft("Max stack size", case.world);
    let all = stack.map_or(MOST, |bytes| (bytes / 4).clamp(LEAST, MOST));
    let what = format!(
        "too long for one command: the kernel allows {} of arguments and environment, {} per argument",
        size::bytes(all),
        size::bytes(LEAST)
    );
    let found = if stack.is_some() { Finding::read(what) } else { Finding::said(what) };
    let globs = case.commands().any(|command| command.words.iter().any(|word| word.glob));
    let piecewise = "`xargs`, or `find … -exec … {} +`, passes the names in batches";
    Some(if globs {
        found.and(format!("the shell puts every matching name on the command line; {piecewise}"))
    } else {
        found.and(format!("large data belongs in a file or a pipe; {piecewise}"))
    })
}
