//! Symbolic links that are dangling or circular.

use super::prelude::*;

const LOOP: &[&str] = &["Too many levels of symbolic links", "ELOOP", "too many levels of symbolic links"];
const MISSING: &[&str] = &["No such file or directory", "ENOENT", "no such file or directory", "not found"];
/// Maximum number of links followed, as in the kernel.
const MAX_STEPS: usize = 40;

pub fn find(case: &Case<'_>) -> Option<Finding> {
    if case.printed_any(LOOP) || case.output.is_none() {
        let found = paths(case, LOOP).iter().find_map(|path| circle(case, path));
        if found.is_some() || case.output.is_some() {
            return found;
        }
    }
    let is_missing = case.output.is_none() || case.printed_any(MISSING);
    is_missing.then(|| paths(case, MISSING).iter().find_map(|path| dangling(case, path)))?
}

fn circle(case: &Case<'_>, path: &str) -> Option<Finding> {
    let start = steps(path).find(|step| case.world.link(step).is_some())?;
    let mut chain = vec![start.to_owned()];
    while chain.len() < MAX_STEPS {
        let next = target(case, chain.last()?)?;
        let is_closed = chain.contains(&next);
        chain.push(next);
        if is_closed {
            chain.truncate(6);
            return Some(Finding::read(format!("the links form a loop: {}", chain.join(" -> "))));
        }
    }
    None
}

/// Finds a dangling link on the way to the path.
pub fn dangling(case: &Case<'_>, path: &str) -> Option<Finding> {
    let link = steps(path).find(|step| case.world.link(step).is_some() && !case.world.kind(step).exists())?;
    let target = case.world.link(link)?;
    Some(Finding::read(format!("{} is a link to {}, which does not exist", quoted(link), quoted(&target))))
}

/// Returns the absolute target of a link.
fn target(case: &Case<'_>, link: &str) -> Option<String> {
    let text = case.world.link(link)?;
    let directory = link.rsplit_once('/').map_or("", |(directory, _)| directory);
    Some(if text.starts_with('/') {
        absolute(case, &text)
    } else {
        absolute(case, &format!("{directory}/{text}"))
    })
}
