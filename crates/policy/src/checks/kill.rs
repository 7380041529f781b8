//! Ending processes.

use programs::Language;

use crate::prelude::*;

/// Processes essential to the session or the machine.
const ESSENTIAL: &[&str] = table!("essential_processes");

pub fn check(context: &mut Context<'_>, at: &Invocation<'_>) {
    match at.program {
        "kill" => kill(context, at),
        "docker" | "podman" | "nerdctl" => containers(context, at),
        name if programs::is(name, Role::Ends) => by_name(context, at),
        _ => {}
    }
}

/// `docker stop $(docker ps -q)`: all containers.
fn containers(context: &mut Context<'_>, at: &Invocation<'_>) {
    let ends = at.find(&["stop", "kill", "rm", "restart", "pause"]).is_some_and(|place| place < 2);
    let created = at.arguments.iter().any(|field| field.taint.printed && field.text.contains(UNKNOWN));
    if ends && created {
        let because = "Cannot tell in advance which containers this stops.";
        context.find("processes/kill", Level::Warn, because, at.span);
    }
}

fn kill(context: &mut Context<'_>, at: &Invocation<'_>) {
    if has(at, &[], &["list", "table"]) || has_word(at, &["-l", "-L", "-0"]) {
        return;
    }
    let forced = has_word(at, &["-9", "-KILL", "-SIGKILL", "9", "KILL", "SIGKILL"]);
    let mut signal_named = false;
    let mut ended = false;
    let mut fields = at.arguments.iter().peekable();
    while let Some(field) = fields.next() {
        let text = field.text.as_str();
        if !ended && !signal_named && text.starts_with('-') && text != "--" {
            signal_named = true;
            if matches!(text, "-s" | "-n" | "--signal") {
                if fields.next().is_some_and(|signal| signal.text == "0") {
                    return;
                }
            } else if fields.peek().is_none() && text != "-1" {
                return;
            }
            // `kill -1` alone is a signal without a target
            continue;
        }
        if text == "--" {
            ended = true;
            continue;
        }
        let (level, because) = match text {
            "-1" => (Level::Confirm, "Kills every process you can signal, and so ends your session."),
            "1" => (Level::Confirm, "Kills process 1, the parent of all others."),
            "0" => (Level::Warn, "Kills every process of this group, including this shell."),
            text if text != "$$" && field.taint.printed && forced => {
                (Level::Warn, "Cannot tell in advance which processes this kills.")
            }
            _ => continue,
        };
        context.find("processes/kill", level, because, at.span);
    }
}

fn by_name(context: &mut Context<'_>, at: &Invocation<'_>) {
    if at.program == "killall5" {
        context.find("processes/kill", Level::Confirm, "Kills almost every process of the machine.", at.span);
        return;
    }
    if at.program == "fuser" {
        if has(at, &['k'], &["kill"]) && !has(at, &['i'], &["interactive"]) {
            let root = has_word(at, &["/", "/home", "/usr", "/var"]);
            let level = if root || has(at, &['m', 'c'], &["mount"]) { Level::Confirm } else { Level::Allow };
            let because = "Kills every process that uses a whole file system.";
            context.find("processes/kill", level, because, at.span);
        }
        return;
    }
    if let Some(user) = value(at, &["-u", "-U", "--user", "--euid", "--uid"]) {
        let operands =
            operands_with(at, &["-u", "-U", "--user", "--euid", "--uid", "-s", "--signal", "-t", "-g", "-P"]);
        if operands.iter().all(|field| field.text == user) {
            let because = format!("Kills every process of the user `{}`.", display(user));
            context.find("processes/kill", Level::Confirm, because, at.span);
            return;
        }
    }
    if has(at, &[], &["terminal", "session"]) && operands_with(at, &[]).is_empty() {
        context.find("processes/kill", Level::Warn, "Kills every process of a terminal or session.", at.span);
    }
    if has(at, &['l'], &["list"]) || has_word(at, &["-0", "-s0"]) {
        return;
    }
    let forced = has_word(at, &["-9", "-KILL", "-SIGKILL", "-s9"])
        || value(at, &["-s", "--signal"]).is_some_and(|signal| matches!(signal, "9" | "KILL" | "SIGKILL"));
    for field in operands_with(at, &["-u", "-U", "-s", "--signal", "-t", "-g", "-P", "-G"]) {
        let name = field.text.as_str();
        if matches!(name, "." | ".*" | "" | "*" | "[a-z]" | "^" | "$" | ".+" | "/") {
            let because = "Kills every process: the pattern matches all of them.";
            context.find("processes/kill", Level::Confirm, because, at.span);
        } else if ESSENTIAL.contains(&name.trim_start_matches('^').trim_end_matches('$')) {
            let because = format!("Kills `{name}`, which may take the session or machine down.");
            context.find("processes/kill", Level::Confirm, because, at.span);
        } else if has(at, &['f'], &["full"]) && is_runtime(name) {
            let because = format!("Kills many programs: `{name}` is in their command lines.");
            context.find("processes/kill", Level::Warn, because, at.span);
        } else if name.chars().count() <= 2 && at.program == "pkill" && !name.contains(UNKNOWN) {
            let because = format!("Kills many processes: `{name}` is in their names.");
            context.find("processes/kill", Level::Warn, because, at.span);
        } else if forced && field.taint.printed {
            let because = "Cannot tell in advance which processes this kills.";
            context.find("processes/kill", Level::Warn, because, at.span);
        }
    }
}

/// Returns whether many programs have this name in their command lines, because it runs them.
fn is_runtime(name: &str) -> bool {
    matches!(name, "java" | "go")
        || programs::find(name).is_some_and(|program| program.language.is_some_and(Language::is_scripting))
}
