//! Status 127: no such program, and where the shell looked for it.

use super::prelude::*;

pub fn find(case: &Case<'_>) -> Option<Finding> {
    if case.failure.kind != FailureKind::CommandNotFound {
        return None;
    }
    let name = case.failure.culprit_command()?.program_name().filter(|name| !name.contains('/'))?;
    let dialect = case.failure.record.dialect;
    if builtins::has(dialect, name) || case.world.is_program(name) {
        return None;
    }
    let searched = case.world.variable("PATH").map(|path| {
        let directories = path.split(':').filter(|directory| !directory.is_empty()).count();
        format!("searched the {directories} directories of PATH, aliases, functions and builtins")
    });
    let here = case.world.kind(&format!("{}/{name}", case.failure.record.cwd));
    let here = here.is_file().then(|| format!("{} is in this directory, which is not on PATH", quoted(name)));
    let package = case.world.package_of(name).or_else(|| packages::find(name).map(str::to_owned));
    Some(
        Finding::said(format!("there is no command {} here", quoted(name)))
            .and_if(searched)
            .and_if(here)
            .and_if(package.map(|package| format!("package {package} has a program of this name"))),
    )
}
