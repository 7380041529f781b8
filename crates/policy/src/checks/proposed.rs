//! Additional confirmations for proposed lines: whatever loses something that exists. A user who types `rm
//! -rf docs` has thought about it; a user who is offered the line has not.
//!
//! Applies only in the strict profile, see [`Policy::assess_strict`](crate::Policy::assess_strict).

use super::delete::{How, is_rebuilt};
use crate::prelude::*;

/// Words and options of programs that lose something but are not in the catalogue, because a user who types
/// them means them.
const LOSES: &[(&str, (Words, Words))] = table!("losing_words");

pub fn check(context: &mut Context<'_>, at: &Invocation<'_>) {
    if !context.env.is_strict {
        return;
    }
    match at.program {
        "kill" if !only_looks(at) => {
            let is_kill =
                |text: &str| matches!(text.trim_start_matches("-SIG"), "-9" | "-KILL" | "KILL" | "9");
            let forced = at.texts().any(is_kill);
            let level = if forced { Level::Confirm } else { Level::Warn };
            context.find("processes/kill", level, "Kills the process; its unsaved data is lost.", at.span);
        }
        "fuser" if has(at, &['k'], &["kill"]) => {
            context.find("processes/kill", Level::Confirm, "Kills the processes that use it.", at.span);
        }
        name if programs::is(name, Role::Ends) && name != "fuser" && !only_looks(at) => {
            context.find("processes/kill", Level::Confirm, "Kills every process of that name.", at.span);
        }
        name if programs::is(name, Role::Empties)
            && name != "truncate"
            && operands(at).into_iter().any(|field| may_be(context.env, field, PathKind::exists)) =>
        {
            let because = format!("Data that {} overwrites cannot be restored.", at.program);
            context.find("files/shred", Level::Confirm, because, at.span);
        }
        name if programs::is(name, Role::Attributes) && has(at, &['R'], &["recursive"]) => {
            let changed = operands(at).into_iter().find(|field| may_be(context.env, field, PathKind::exists));
            if let Some(field) = changed {
                let (path, because) = (field.text.clone(), "Changes it and everything below it.");
                context.target(Target::Attributes { path });
                context.find("files/permissions", Level::Confirm, because, at.span);
            }
        }
        _ => {}
    }
    let words: Vec<&str> = operands(at).into_iter().take(2).map(|field| field.text.as_str()).collect();
    let loses = LOSES.iter().any(|(program, (named, options))| {
        at.program == *program
            && (named.is_empty() || words.iter().any(|word| named.contains(word)))
            && (options.is_empty() || has_word(at, options))
    });
    if loses {
        let because = "Removes something, or discards unfinished work.";
        context.find("proposed/removes", Level::Confirm, because, at.span);
    }
}

/// `kill -0`, `killall -l`
fn only_looks(at: &Invocation<'_>) -> bool {
    has_word(at, &["-l", "-L", "-0", "--list"])
}

/// Returns the level for a rule of the catalogue: a warning is only enough for a line that the user chose.
pub fn level(env: &Env<'_>, level: Level) -> Level {
    if env.is_strict && level == Level::Warn { Level::Confirm } else { level }
}

/// Judges a deletion that the other checks allow.
pub fn deleted(context: &mut Context<'_>, field: &Field, how: How, span: Span) {
    let wanted = if how == How::Files {
        |kind| kind != PathKind::Missing && kind != PathKind::Directory
    } else {
        PathKind::exists
    };
    if !context.env.is_strict || how == How::Asking || !may_be(context.env, field, wanted) {
        return;
    }
    let path = display(&field.text);
    let level = if is_rebuilt(context.env, &field.text) { Level::Warn } else { Level::Confirm };
    let recursive = how == How::Recursive;
    let below = if recursive { " and everything below it" } else { "" };
    let because = format!("Deletes `{path}`{below}.");
    context.target(Target::Delete { path: field.text.clone(), recursive, glob: field.glob });
    context.find("files/delete", level, because, span);
}

/// Judges a file that is overwritten or edited in place.
pub fn overwritten(context: &mut Context<'_>, field: &Field, span: Span) {
    if context.env.is_strict && may_be(context.env, field, PathKind::is_file) {
        let because = format!("Overwrites the existing `{}`.", display(&field.text));
        context.find("files/overwrite", Level::Confirm, because, span);
    }
}

/// Returns whether the file may exist; true if that cannot be looked up.
fn may_be(env: &Env<'_>, field: &Field, wanted: fn(PathKind) -> bool) -> bool {
    if env.is_elsewhere || field.glob || field.text.contains(UNKNOWN) {
        return true;
    }
    env.path_here(&field.text).is_none_or(|path| wanted(env.world.kind(&path)))
}
