//! "Permission denied" where root may: `sudo`, `doas` or `run0`, whichever there is.

use syntax::{Command, Dialect, Edit, Span};

use super::{Case, Fixer, Proposal};
use crate::diagnosis::Applicability;
use crate::paths;
use crate::world::PathKind;

pub const FIXER: Fixer = Fixer { id: "any/needs-privilege", about: "only root may do that", propose };

const DENIED: &[&str] = &[
    "ermission denied",
    "Operation not permitted",
    "must be superuser",
    "are you root",
    "be run as root",
    "must be root",
    "only root",
    "requires root",
    "EACCES",
    "need to be root",
    "superuser privileges",
    "nteractive authentication",
    "run under the root user",
    "unless you are root",
    "oot privileges",
];

fn propose(case: &Case<'_>) -> Vec<Proposal> {
    if case.world.is_root()
        || matches!(case.failure.record.status, 126 | 127)
        || !DENIED.iter().any(|text| case.printed(text))
    {
        return Vec::new();
    }
    // the other end refused, or the message is about something else than rights on this machine
    if ["publickey", "403", "remote:", "docker.sock", "UNPROTECTED", "Read-only file system", "password"]
        .iter()
        .any(|text| case.printed(text))
    {
        return Vec::new();
    }
    let Some(sudo) = ["sudo", "doas", "run0"].into_iter().find(|name| case.world.is_program(name)) else {
        return Vec::new();
    };
    let Some(command) = case.commands().into_iter().find(|command| {
        !command.is_privileged() && can_be_raised(case, command) && is_for_root(case, command)
    }) else {
        return Vec::new();
    };
    if let Some(proposals) = redirect(case, command, sudo) {
        return proposals;
    }
    if let Some(own) = own_file(case, command) {
        return own;
    }
    let at = command.words.first().map_or(command.span.start, |word| word.span.start);
    let start = command.assignments.first().map_or(at, |_| at);
    let edit = Edit::new().insert(start, format!("{sudo} "));
    vec![Proposal::new(FIXER.id, edit, "only root may do that", Applicability::Certain)]
}

/// Tools of a project work on the user's own files: as root they leave behind what the user can no
/// longer change. For them the place must be one that only root can write to.
fn is_for_root(case: &Case<'_>, command: &Command) -> bool {
    const TOOLS: &str = "git hg svn npm npx yarn pnpm bun pip pip3 pipx poetry uv cargo rustup go make cmake ninja gradle mvn gem bundle \
composer php python python3 node deno ruby perl docker podman kubectl helm terraform ansible ansible-playbook gh code vim nvim";
    let Some(name) = command.program_name() else { return false };
    if !TOOLS.split_ascii_whitespace().any(|tool| tool == name) {
        return true;
    }
    let home = case.world.home().unwrap_or("/home");
    command
        .arguments()
        .iter()
        .filter(|word| word.value.starts_with('/') && !word.value.starts_with(home))
        .any(|word| {
            let closed = |path: &str| case.world.kind(path).exists() && !case.world.is_writable(path);
            closed(&word.value) || closed(paths::split(&word.value).0)
        })
}

/// Builtins cannot be run by sudo; nor do test runners or scripts of the user want to be.
fn can_be_raised(case: &Case<'_>, command: &Command) -> bool {
    let Some(name) = command.program_name() else { return false };
    let builtin_only =
        crate::builtins::has(case.failure.record.dialect, name) && !case.world.is_program(name);
    !name.contains('/') && (!builtin_only || !command.redirects.is_empty())
}

/// `echo x > /etc/y`: the shell opens the file, so sudo must be in front of what writes it.
fn redirect(case: &Case<'_>, command: &Command, sudo: &str) -> Option<Vec<Proposal>> {
    let script = &case.failure.script;
    let redirect = command.redirects.iter().find(|redirect| {
        let target = redirect.target.as_ref();
        let denied = target.and_then(|word| paths::expand(&word.value, case.world)).is_some_and(|path| {
            let directory = paths::split(&path).0;
            !case.world.is_writable(&path)
                && (case.world.kind(&path).exists() || !case.world.is_writable(directory))
        });
        matches!(script.raw(redirect.operator), ">" | ">>" | "1>" | ">|") && denied
    })?;
    let target = redirect.target.as_ref()?;
    let path = paths::expand(&target.value, case.world)?;
    let raw = script.raw(target.span);
    if case.world.kind(&path).is_file() && case.world.is_own(&path) {
        let edit = Edit::new().insert(command.span.start, format!("chmod u+w {raw} && "));
        return Some(vec![Proposal::new(
            FIXER.id,
            edit,
            "the file is write-protected",
            Applicability::Certain,
        )]);
    }
    let append = if script.raw(redirect.operator) == ">>" { " -a" } else { "" };
    let edit = Edit::new()
        .replace(Span::new(redirect.operator.start, target.span.end), format!("| {sudo} tee{append} {raw}"));
    Some(vec![Proposal::new(FIXER.id, edit, "only root may write there", Applicability::Certain)])
}

/// A directory of the user's own project that root owns since an earlier sudo: take it back.
fn own_file(case: &Case<'_>, command: &Command) -> Option<Vec<Proposal>> {
    let script = &case.failure.script;
    let name = command.program_name()?;
    if !matches!(name, "touch" | "mkdir" | "cp" | "tee")
        || matches!(script.dialect, Dialect::Nu | Dialect::PowerShell)
    {
        return None;
    }
    let word = command.arguments().last()?;
    let path = paths::expand(&word.value, case.world)?;
    if path.starts_with('/') || path.starts_with("..") {
        return None;
    }
    let directory = paths::split(&path).0;
    let foreign = directory != "."
        && case.world.kind(directory) == PathKind::Directory
        && !case.world.is_own(directory)
        && case.world.is_own(".");
    if !foreign {
        return None;
    }
    let shown = syntax::quote(directory, script.dialect).into_owned();
    let edit = Edit::new().insert(command.span.start, format!("sudo chown -R $USER {shown} && "));
    Some(vec![Proposal::new(FIXER.id, edit, format!("{directory} belongs to root"), Applicability::Likely)])
}
