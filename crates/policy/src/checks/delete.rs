//! Deleting files: `rm`, `unlink`, `shred` …

use crate::prelude::*;

/// How files are deleted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum How {
    /// Files only; directories are refused.
    Files,
    /// With everything below.
    Recursive,
    /// The program asks before each file.
    Asking,
}

pub fn check(context: &mut Context<'_>, at: &Invocation<'_>) {
    let how = match at.program {
        "rm" | "grm" => {
            if has(at, &[], &["no-preserve-root"]) {
                context.find("files/delete", Level::Deny, "Lets rm delete even `/`.", at.span);
            }
            if has(at, &['i'], &["interactive"]) && !has_word(at, &["--interactive=never"]) {
                How::Asking
            } else if has(at, &['r', 'R'], &["recursive"]) {
                // asks once, unless a later option says no
                let asks = has(at, &['I'], &[]) && !has(at, &['f'], &["force"]);
                if asks { How::Asking } else { How::Recursive }
            } else {
                How::Files
            }
        }
        "unlink" | "truncate" => How::Files,
        name if programs::is(name, Role::DeletesTrees) => How::Recursive,
        name if programs::is(name, Role::Empties) => {
            wiped(context, at);
            return;
        }
        _ => return,
    };
    if at.program == "truncate" {
        emptied(context, at);
    }
    if at.program == "trash" || at.program == "truncate" {
        return;
    }
    for field in operands(at) {
        if !context.budget.step_within() {
            return;
        }
        delete(context, field, how, at);
    }
}

/// `truncate -s 0`: as good as deleted, unless it is a log.
fn emptied(context: &mut Context<'_>, at: &Invocation<'_>) {
    if value(at, &["-s", "--size"]) != Some("0") {
        return;
    }
    for field in operands_with(at, &["-s", "--size"]) {
        let is_log =
            field.text.contains("log") || field.text.ends_with(".out") || field.text.ends_with(".err");
        let place = context.env.place(field);
        if !is_log && (field.glob || place == Place::BelowHome || field.text.contains(crate::UNKNOWN)) {
            let because = "Empties the files: their contents are lost.";
            context.find("files/overwrite", Level::Warn, because, at.span);
        }
    }
}

/// Overwritten before deletion: it cannot be undeleted.
fn wiped(context: &mut Context<'_>, at: &Invocation<'_>) {
    for field in operands(at) {
        if !context.budget.step_within() {
            return;
        }
        let place = context.env.place(field);
        let level = match place {
            Place::Device | Place::Root | Place::System | Place::BelowSystem | Place::Home => Level::Confirm,
            Place::Temporary => Level::Allow,
            _ if at.program == "srm" && !has(at, &['r', 'R', 'f'], &["recursive", "force"]) => Level::Allow,
            _ => Level::Warn,
        };
        let because = format!("Data that {} overwrites cannot be restored.", at.program);
        context.find("files/shred", level, because, at.span);
    }
}

/// Directories that a build or a download recreates, wherever they are.
const REBUILT: &[&str] = table!("rebuilt_directories");

/// Directories recreated if they are the last part of a longer path.
const BUILT: &[&str] = table!("build_directories");

pub fn is_rebuilt(env: &Env<'_>, text: &str) -> bool {
    let home = env.world.home().unwrap_or("");
    let below = text.strip_prefix(home).unwrap_or(text).trim_end_matches(['/', '*']);
    let parts: Vec<&str> = below.split(['/', '\\']).filter(|part| !part.is_empty()).collect();
    let last = parts.last().copied().unwrap_or("");
    parts.iter().any(|part| REBUILT.contains(part)) || parts.len() > 1 && BUILT.contains(&last)
}

/// Judges the deletion of one path.
pub fn delete(context: &mut Context<'_>, field: &Field, how: How, at: &Invocation<'_>) {
    // a loop over a pattern visits every matching file
    let glob = field.glob || field.taint.printed && field.text.contains('*');
    let place = context.env.place_of(&field.text, glob);
    let path = display(&field.text);
    let recursive = how != How::Files;
    let rebuilt = || place >= Place::BelowHome && is_rebuilt(context.env, &field.text);
    let (level, because) = match place {
        Place::Root if recursive => (Level::Deny, format!("Deletes `{path}`, the entire file system.")),
        Place::System if recursive => (Level::Deny, format!("Deletes `{path}`, a part of the system.")),
        Place::Home if recursive => (Level::Deny, format!("Deletes `{path}`, a whole home directory.")),
        Place::Root | Place::System | Place::Home if field.glob => {
            (Level::Confirm, format!("Deletes every file that matches `{path}`."))
        }
        Place::BelowSystem if recursive => {
            (Level::Confirm, format!("Deletes the system path `{path}` and everything below it."))
        }
        Place::BelowSystem => below_system(&field.text, &path),
        Place::Device => (Level::Confirm, format!("Deletes the device file `{path}`.")),
        Place::Repository => (Level::Confirm, format!("Deletes `{path}`, part of the repository's history.")),
        Place::Everything if recursive => {
            (Level::Confirm, "Deletes everything in this directory.".to_owned())
        }
        Place::Everything if field.glob => (Level::Warn, "Deletes every file in this directory.".to_owned()),
        Place::MaybeRoot if recursive => {
            (Level::Warn, "If the variable is empty, this is `/`; `${name:?}` would stop instead.".to_owned())
        }
        Place::BelowHome if recursive && !rebuilt() => {
            (Level::Confirm, format!("Deletes `{path}` and everything below it."))
        }
        Place::BelowHome if field.glob && !rebuilt() => {
            (Level::Warn, format!("Deletes every file that matches `{path}`."))
        }
        Place::Elsewhere if recursive && !rebuilt() => {
            (Level::Confirm, format!("Deletes `{path}` and everything below it."))
        }
        Place::Unknown | Place::Project
            if recursive
                && field.taint.printed
                && field.text.contains([crate::UNKNOWN, '*'])
                && !field.text.contains('/') =>
        {
            (Level::Warn, "Cannot tell in advance what this deletes.".to_owned())
        }
        Place::Project if recursive && holds_repository(context.env, field) => {
            (Level::Confirm, format!("Deletes the git repository `{path}` and its history."))
        }
        _ if recursive && (field.taint.network || field.taint.decoded) => {
            (Level::Confirm, "Lets another machine or decoded text decide what to delete.".to_owned())
        }
        _ => (Level::Allow, String::new()),
    };
    if super::overwrite::is_history(&field.text) {
        let because = "Erases the command history.";
        context.find("history/erase", Level::Warn, because, field.span.unwrap_or(at.span));
    }
    let level = if how == How::Asking { level.min(Level::Warn) } else { level };
    if level > Level::Allow {
        context.target(Target::Delete { path: field.text.clone(), recursive, glob: field.glob });
        context.find("files/delete", level, because, field.span.unwrap_or(at.span));
    }
    if level < Level::Confirm {
        super::proposed::deleted(context, field, how, field.span.unwrap_or(at.span));
    }
}

/// Returns whether the directory contains a git repository.
fn holds_repository(env: &Env<'_>, field: &Field) -> bool {
    if field.glob || field.text.contains(crate::UNKNOWN) {
        return false;
    }
    let is_elsewhere = env.directory != env.world.directory();
    let directory = env.directory.as_deref().filter(|_| is_elsewhere).unwrap_or("");
    let path = facts::paths::join(directory, field.text.trim_end_matches('/'));
    // in a linked worktree it is a file
    matches!(env.world.kind(&format!("{path}/.git")), PathKind::Directory | PathKind::File)
}

/// Judges one file of the system.
fn below_system(text: &str, path: &str) -> (Level, String) {
    let directory = text.trim_start_matches('/').split('/').next().unwrap_or("");
    match directory {
        "run" | "proc" | "sys" => (Level::Allow, String::new()),
        "var"
            if text.starts_with("/var/run/")
                || text.starts_with("/var/cache/")
                || text.starts_with("/var/lock/") =>
        {
            (Level::Allow, String::new())
        }
        "var" => (Level::Warn, format!("Deletes `{path}`, which the system wrote.")),
        _ => (Level::Confirm, format!("Deletes `{path}`, a system file.")),
    }
}
