//! A program that the failed one runs, on this machine or another, and that is missing there.

use super::prelude::*;

/// What shells say of a command that they do not find.
const MESSAGES: &[&str] = table!("inner_command_messages");
/// Programs that start commands on the other machine.
const REMOTE: &[&str] = table!("remote_starters");

pub fn find(case: &Case<'_>) -> Option<Finding> {
    let own = program(case)?;
    let holes = find_holes(case, MESSAGES)?;
    let name = holes.get("name").filter(|name| name.len() < 80 && !name.contains(['/', ' ']))?;
    let is_remote = REMOTE.contains(&own) && case.is_command(own);
    if is_remote {
        let there = hosts(case).into_iter().next().unwrap_or_else(|| "the other machine".to_owned());
        return Some(
            Finding::said(format!("the remote host {there} has no command {}", quoted(name)))
                .and("it must be installed there, or be on the PATH of a shell without login"),
        );
    }
    if name == own || !case.is_command(own) || case.world.is_program(name) {
        return None;
    }
    let local = absolute(case, &format!("node_modules/.bin/{name}"));
    if case.world.kind(&absolute(case, "package.json")).exists() && !case.world.kind(&local).exists() {
        let has_modules = case.world.kind(&absolute(case, "node_modules")).exists();
        let found = Finding::said(format!(
            "{} ran {}, which is not installed in node_modules",
            quoted(own),
            quoted(name)
        ));
        return Some(found.and(if has_modules {
            "node_modules lacks it: the dependencies are not installed completely"
        } else {
            "node_modules does not exist: the dependencies are not installed yet"
        }));
    }
    Some(
        Finding::said(format!("{} ran {}, and there is no such command here", quoted(own), quoted(name)))
            .and_if(
                packages::find(name).map(|package| format!("package {package} has a program of this name")),
            ),
    )
}
