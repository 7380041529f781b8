//! Overwritten files: redirections, `tee`, `truncate`, the targets of copies.

use super::edit::edited;
use super::proposed::overwritten;
use super::started::persistence;
use crate::prelude::*;

pub fn check(context: &mut Context<'_>, at: &Invocation<'_>) {
    match at.program {
        "tee" | "sponge" => {
            let append = has(at, &['a'], &["append"]);
            let stream = context.files.input.clone();
            for field in operands_with(at, &[]) {
                let path = Field { span: Some(at.span), ..field.clone() };
                context.write(path, stream.clone(), append, at.span);
            }
        }
        "sed" | "gsed" | "perl" if has(at, &['i'], &["in-place"]) => edited(context, at),
        "truncate" => {
            for field in operands_with(at, &["-s", "-r", "--size", "--reference"]) {
                overwrite(context, field, false, at.span);
            }
        }
        _ => {
            // whatever `-o` means to a program, a device after it is written
            for path in values(at, &["-o", "--output", "-out", "--out", "-O"]) {
                let field = Field::plain(path);
                if path.starts_with("/dev/") && context.env.place(&field) == Place::Device {
                    overwrite(context, &field, false, at.span);
                }
            }
        }
    }
}

/// Names of the history files of shells and clients.
const HISTORY: &[&str] = table!("history_files");

/// Returns whether the file is the history of a shell or client.
pub fn is_history(text: &str) -> bool {
    text.rsplit('/').next().is_some_and(|file| HISTORY.contains(&file))
}

/// Judges a file opened for writing unknown content.
pub fn overwrite(context: &mut Context<'_>, path: &Field, append: bool, span: Span) {
    overwrite_with(context, path, &Stream::default(), append, span);
    if !append {
        overwritten(context, path, span);
    }
}

/// Judges a written file.
pub fn overwrite_with(context: &mut Context<'_>, path: &Field, stream: &Stream, append: bool, span: Span) {
    let text = path.text.as_str();
    let name = display(text);
    if persistence(context, text, stream, append, span) {
        return;
    }
    if stream.taint.endless && context.env.place(path) != Place::Device && !text.starts_with("/dev/") {
        let because = format!("Grows `{name}` until the disk is full.");
        context.find("availability/full-disk", Level::Warn, because, span);
    }
    if path.taint.printed && !append && (text == "*" || text.ends_with("/*")) {
        context.find("files/overwrite", Level::Warn, "Overwrites each of these files.", span);
        return;
    }
    let (level, because) = match context.env.place(path) {
        Place::Device => (Level::Confirm, format!("Overwrites the device `{name}`: its data is lost.")),
        Place::Root | Place::System | Place::Home | Place::Temporary => return,
        Place::BelowSystem => {
            let directory = text.trim_start_matches('/').split('/').next().unwrap_or("");
            match directory {
                "proc" if text.ends_with("sysrq-trigger") => {
                    (Level::Confirm, "Tells the kernel to reboot, crash or kill immediately.".to_owned())
                }
                "proc" | "sys" => (Level::Warn, format!("Changes the running kernel's setting `{name}`.")),
                "run" => return,
                "var" if append => return,
                "var" => (Level::Warn, format!("Empties `{name}`, which the system wrote.")),
                _ if append => (Level::Warn, format!("Appends to `{name}`, a system file.")),
                "usr" if text.starts_with("/usr/local/") => return,
                _ => (Level::Warn, format!("Overwrites `{name}`, a system file.")),
            }
        }
        Place::BelowHome if !append && is_key(text) => (Level::Warn, format!("Overwrites the key `{name}`.")),
        Place::Repository if !append && !text.ends_with("/config") && !text.ends_with("/index") => {
            (Level::Warn, format!("Overwrites `{name}`, which git maintains."))
        }
        Place::Elsewhere if text.starts_with("//./") || text.contains("/PhysicalDrive") => {
            (Level::Confirm, format!("Overwrites the device `{name}`."))
        }
        _ => return,
    };
    context.find("files/overwrite", level, because, span);
}

/// Returns whether it is a private key, or a file with passwords.
fn is_key(text: &str) -> bool {
    let kept = ["/.ssh/id_", "/.gnupg/", "/.aws/credentials", "/.password-store/"];
    kept.iter().any(|part| text.contains(part)) && !text.ends_with(".pub")
}
