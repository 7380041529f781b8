//! Effects of code in another language on files, processes and other machines.

use syntax::Span;

use super::delete::{How, delete};
use super::{execute, overwrite, send};
use crate::code::Code;
use crate::field::{Field, Invocation, Taint};
use crate::level::Level;
use crate::paths::Place;
use crate::shell::{Shell, Stream};
use crate::verdict::Coverage;

pub fn check(shell: &mut Shell<'_>, code: &Code, span: Span) {
    if code.partial {
        shell.coverage = Coverage::Partial;
    }
    let at = Invocation { program: "code", arguments: &[], span };
    for path in &code.deletes {
        let field = field(shell, path, span);
        let how = if path.recursive { How::Recursive } else { How::Files };
        delete(shell, &field, how, &at);
        // code that deletes a whole tree by an absolute path is rarely read twice
        if path.recursive && shell.place(&field) == Place::Temporary {
            shell.find("files/delete", Level::Warn, "Deletes a directory and everything below it.", span);
        }
    }
    for path in &code.writes {
        let field = field(shell, path, span);
        overwrite(shell, &field, false, span);
    }
    for path in &code.attributes {
        let field = field(shell, path, span);
        if shell.place(&field) <= Place::BelowSystem {
            shell.find("files/permissions", Level::Confirm, "Changes modes or owners of system files.", span);
        }
    }
    let mut read = Stream::default();
    for path in &code.reads {
        let field = field(shell, path, span);
        read = read.tainted(shell.read(&field.text).taint);
    }
    if code.network {
        send(shell, &read, "", span);
    }
    for kill in &code.kills {
        if kill.pid == Some(-1) || kill.pid == Some(1) {
            shell.find(
                "processes/kill",
                Level::Confirm,
                "Kills every process, or the parent of all others.",
                span,
            );
        }
    }
    for exec in &code.executes {
        let mut taint = Taint { network: exec.network, decoded: exec.decoded, ..Taint::NONE };
        if exec.stdin {
            taint = taint.and(shell.input.taint);
        }
        if let Some(file) = &exec.file {
            taint = taint.and(shell.read(file).taint);
        }
        execute(shell, &Stream::unknown(taint), "a text", span);
    }
    for loss in &code.losses {
        shell.find("data/loss", loss.level, loss.because, span);
    }
    if code.reverse_shell {
        shell.find(
            "network/reverse-shell",
            Level::Confirm,
            "Gives another machine a shell on this one.",
            span,
        );
    }
    if code.fork_bomb {
        shell.find("availability/fork-bomb", Level::Confirm, "Starts itself endlessly.", span);
    }
}

/// Expands `~` in the path.
fn field(shell: &Shell<'_>, path: &crate::code::Path, span: Span) -> Field {
    let text = match (path.text.strip_prefix('~'), shell.world.home()) {
        (Some(rest), home) if rest.is_empty() || rest.starts_with('/') => {
            format!("{}{rest}", home.unwrap_or("/home/user"))
        }
        _ => path.text.clone(),
    };
    Field { text, glob: path.glob, taint: Taint::NONE, span: Some(span) }
}
