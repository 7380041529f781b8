//! Permissions of files: `chmod`, `chown`, `chgrp`, `setfacl`.

use crate::paths;
use crate::prelude::*;

pub fn check(context: &mut Context<'_>, at: &Invocation<'_>) {
    if matches!(at.program, "install" | "ginstall") {
        if value(at, &["-m", "--mode"]).is_some_and(|mode| !mode.starts_with("--") && is_special(mode)) {
            let because = "Gives anyone who runs the copy its owner's rights.";
            context.find("files/permissions", Level::Warn, because, at.span);
        }
        return;
    }
    let is_mode = matches!(at.program, "chmod" | "gchmod");
    if !programs::is(at.program, Role::Attributes) {
        return;
    }
    let recursive = has(at, &['R'], &["recursive"]);
    let reference = at.texts().any(|text| text.starts_with("--reference"));
    let is_removed = |text: &str| {
        let rights = text.strip_prefix('-').filter(|rights| is_mode && !rights.is_empty());
        rights.is_some_and(|rights| rights.bytes().all(|byte| b"rwxXst".contains(&byte)))
    };
    let valued: &[&str] = if at.program == "setfacl" { &["-m", "-x"] } else { &["--reference", "--from"] };
    let mut operands = operands_with(at, valued);
    if let Some(removed) = at.arguments.iter().find(|field| is_removed(&field.text)) {
        operands.insert(0, removed);
    }
    // `-w`, `-x`: a mode, not an option
    let mode = if reference || operands.is_empty() { None } else { Some(operands.remove(0)) };
    // `chmod -R /` lacks a mode, but the target is everything
    let targets: Vec<&Field> = if operands.is_empty() { mode.into_iter().collect() } else { operands };
    let mode = mode.map_or("", |field| field.text.as_str());
    let opens = is_mode && opens_to_all(mode);
    let special = is_mode && is_special(mode);
    for field in targets {
        let place = context.env.place(field);
        let path = display(&field.text);
        let what = if is_mode { "mode" } else { "owner" };
        let (level, because) = match place {
            Place::Root | Place::System if recursive => (
                Level::Deny,
                format!("Changes the {what} of `{path}` and everything below it: this breaks the system."),
            ),
            Place::Home if recursive => (
                if is_mode { Level::Confirm } else { Level::Warn },
                format!("Changes the {what} of everything in `{path}`."),
            ),
            Place::MaybeRoot if recursive => (
                Level::Warn,
                format!("If the variable is empty, changes the {what} of every file on the machine."),
            ),
            Place::BelowSystem if recursive => (
                if is_mode || sensitive(&field.text) { Level::Confirm } else { Level::Warn },
                format!("Changes the {what} of the system path `{path}` and everything below it."),
            ),
            Place::Device => (Level::Confirm, format!("Changes the {what} of the device `{path}`.")),
            Place::Root | Place::System | Place::BelowSystem if opens || mode == "000" || mode == "0" => {
                (Level::Confirm, format!("Lets everyone change `{path}`, or no one."))
            }
            Place::BelowSystem if is_mode && mode.starts_with('-') => {
                (Level::Confirm, format!("Removes the system's rights to `{path}`."))
            }
            Place::Root | Place::System if is_mode || !at.program.starts_with("setfacl") => {
                (Level::Warn, format!("Changes the {what} of `{path}`."))
            }
            Place::BelowSystem if sensitive(&field.text) => {
                (Level::Confirm, format!("Changes who can read or write `{path}`."))
            }
            _ if special && place != Place::Unknown => {
                (Level::Warn, format!("Gives anyone who runs `{path}` its owner's rights."))
            }
            Place::Home if opens => (Level::Confirm, format!("Lets everyone change `{path}`.")),
            Place::Everything if recursive && is_mode && !adds_read(mode) => {
                (Level::Warn, format!("Changes the {what} of all files and directories here alike."))
            }
            Place::Everything if recursive => continue,
            _ if opens && recursive => {
                (Level::Warn, format!("Lets everyone change `{path}` and everything below it."))
            }
            _ if opens => (Level::Warn, format!("Lets everyone change `{path}`.")),
            _ if is_mode && is_key(&field.text) && loosens_key(mode) => {
                (Level::Warn, format!("Lets others read the key `{path}`."))
            }
            _ => continue,
        };
        if recursive {
            context.target(Target::Attributes { path: field.text.clone() });
        }
        context.find("files/permissions", level, because, field.span.unwrap_or(at.span));
    }
}

/// Returns whether others may write: `777`, `666`, `o+w`, `a+rwx`, `ugo=rwx`.
fn opens_to_all(mode: &str) -> bool {
    if !mode.is_empty() && mode.bytes().all(|byte| byte.is_ascii_digit()) {
        return mode.bytes().next_back().is_some_and(|last| (last - b'0') & 2 != 0);
    }
    mode.split(',').any(|clause| {
        let Some(at) = clause.find(['+', '=']) else { return false };
        let (who, what) = clause.split_at(at);
        what.contains('w') && who.contains(['o', 'a'])
            || who.is_empty()
                && what.starts_with('=')
                && ['r', 'w', 'x'].iter().all(|right| what.contains(*right))
    })
}

/// Set-user-ID.
fn is_special(mode: &str) -> bool {
    if mode.bytes().all(|byte| byte.is_ascii_digit()) {
        return mode.len() == 4 && mode.bytes().next().is_some_and(|first| (first - b'0') & 4 != 0);
    }
    mode.split(',').any(|clause| {
        // for the group alone, on a directory: how files are shared
        clause.split_once(['+', '=']).is_some_and(|(who, what)| what.contains('s') && who != "g")
    })
}

/// Returns whether it is a usual clean-up of a tree: `a+rX`, `u+rwX,go+rX`.
fn adds_read(mode: &str) -> bool {
    !mode.is_empty() && mode.contains(['+', '=']) && !opens_to_all(mode) && !mode.contains('-')
        || mode.starts_with("u") && !mode.contains('o')
}

fn sensitive(text: &str) -> bool {
    let parts = ["shadow", "sudoers", "passwd", "ssh_host", "/etc/ssl/private", "/etc/ssh"];
    parts.iter().any(|part| text.contains(part))
}

fn is_key(text: &str) -> bool {
    text.contains("/.ssh/")
        && !paths::components(text).last().is_some_and(|name| {
            name.ends_with(".pub") || matches!(*name, "config" | "known_hosts" | "authorized_keys")
        })
        || text.ends_with(".pem")
        || text.ends_with(".key")
}

fn loosens_key(mode: &str) -> bool {
    if !mode.is_empty() && mode.bytes().all(|byte| byte.is_ascii_digit()) {
        return mode.bytes().rev().take(2).any(|digit| digit != b'0');
    }
    mode.contains("+r") && !mode.starts_with('u') || mode.contains("o=r") || mode.contains("a=r")
}
