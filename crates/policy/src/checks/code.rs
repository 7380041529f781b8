//! Effects of code in another language on files, processes and other machines.

use super::delete::{How, delete};
use super::execute::execute;
use super::overwrite::overwrite;
use super::send::send;
use crate::code::Code;
use crate::prelude::*;

pub fn check(context: &mut Context<'_>, code: &Code, span: Span) {
    if code.partial {
        context.budget.skip();
    }
    let at = Invocation { program: "code", arguments: &[], span };
    for path in &code.deletes {
        let field = field(context.env, path, span);
        let how = if path.recursive { How::Recursive } else { How::Files };
        delete(context, &field, how, &at);
        // code that deletes a whole tree by an absolute path is rarely read twice
        if path.recursive && context.env.place(&field) == Place::Temporary {
            context.find("files/delete", Level::Warn, "Deletes a directory and everything below it.", span);
        }
    }
    for path in &code.writes {
        let field = field(context.env, path, span);
        overwrite(context, &field, false, span);
    }
    for path in &code.attributes {
        let field = field(context.env, path, span);
        if context.env.place(&field) <= Place::BelowSystem {
            let because = "Changes modes or owners of system files.";
            context.find("files/permissions", Level::Confirm, because, span);
        }
    }
    let mut read = Stream::default();
    for path in &code.reads {
        let field = field(context.env, path, span);
        read = read.tainted(context.read(&field.text).taint);
    }
    if code.network {
        send(context, &read, "", span);
    }
    for kill in &code.kills {
        if kill.pid == Some(-1) || kill.pid == Some(1) {
            let because = "Kills every process, or the parent of all others.";
            context.find("processes/kill", Level::Confirm, because, span);
        }
    }
    for exec in &code.executes {
        let mut taint = Taint { stdin: false, ..exec.taint };
        if exec.taint.stdin {
            taint = taint.and(context.files.input.taint);
        }
        if let Some(file) = &exec.file {
            taint = taint.and(context.read(file).taint);
        }
        execute(context, &Stream::unknown(taint), "a text", span);
    }
    for loss in &code.losses {
        context.find("data/loss", loss.level, loss.because, span);
    }
    if code.reverse_shell {
        let because = "Gives another machine a shell on this one.";
        context.find("network/reverse-shell", Level::Confirm, because, span);
    }
    if code.fork_bomb {
        context.find("availability/fork-bomb", Level::Confirm, "Starts itself endlessly.", span);
    }
}

/// Expands `~` in the path.
fn field(env: &Env<'_>, path: &crate::code::Path, span: Span) -> Field {
    let text = match (path.text.strip_prefix('~'), env.world.home()) {
        (Some(rest), home) if rest.is_empty() || rest.starts_with('/') => {
            format!("{}{rest}", home.unwrap_or("/home/user"))
        }
        _ => path.text.clone(),
    };
    Field { text, glob: path.glob, taint: Taint::NONE, span: Some(span) }
}
