//! Files that run something later or grant access; names that will.

use super::overwrite::is_history;
use crate::paths;
use crate::prelude::*;

/// Files that run something later or grant access.
const STARTED: &[(&str, &str)] = table!("started_files");

/// The same by a part of the path; these deserve a look even if only a line is added.
const LETS_IN: &[(&str, &str)] = table!("entry_files");

/// Configuration files that can start programs: only the written text tells.
const READ: &[&str] = table!("configuration_files");

/// Programs that receive passwords, or are called without a thought.
const TRUSTED: &[&str] = table!("trusted_programs");

/// Judges a write to one of these files; returns whether it was one.
pub fn persistence(context: &mut Context<'_>, text: &str, stream: &Stream, append: bool, span: Span) -> bool {
    let name = display(text);
    let slashed = if text.starts_with('/') { text.to_owned() } else { format!("/{text}") };
    if let Some((_, why)) = LETS_IN.iter().find(|(part, _)| slashed.contains(part)) {
        context.find("persistence/file", Level::Confirm, format!("Changes `{name}`, which {why}."), span);
        return true;
    }
    if slashed.contains("/.git/hooks/") && !slashed.ends_with(".sample") {
        context.find("persistence/file", Level::Warn, format!("Makes git commands run `{name}`."), span);
        return true;
    }
    let file = text.rsplit('/').next().unwrap_or(text);
    if is_history(file) {
        if !append {
            context.find("history/erase", Level::Warn, "Erases the command history.", span);
        }
        return true;
    }
    if READ.contains(&file) && stream.text.as_deref().is_some_and(plants) {
        let because = format!("Makes `{name}` run something from another machine or from /tmp.");
        context.find("persistence/file", Level::Confirm, because, span);
        return true;
    }
    if file == ".envrc" {
        let because = format!("Makes `{name}` run something dangerous.");
        later(context, stream, Level::Warn, because, span);
        return false;
    }
    let in_own = slashed.contains("/.local/bin/") || slashed.contains("/bin/") && slashed.contains("/home/");
    if in_own && TRUSTED.contains(&file) {
        let because = format!("Makes `{name}` run instead of the system's `{file}`.");
        context.find("persistence/file", Level::Warn, because, span);
        return true;
    }
    let Some((_, why)) = STARTED.iter().find(|(started, _)| *started == file) else { return false };
    if !slashed.contains("/home/")
        && !slashed.contains("/root/")
        && context.env.world.home().is_none_or(|home| !slashed.starts_with(home))
        && text.contains('/')
        && !text.starts_with('~')
    {
        return false; // a copy in a project
    }
    let tainted = stream.taint.network || stream.taint.decoded;
    if !append {
        let of_a_shell = !matches!(file, ".vimrc" | ".inputrc" | ".gitconfig");
        let level = if tainted || of_a_shell { Level::Confirm } else { Level::Warn };
        context.find("persistence/file", level, format!("Overwrites `{name}`, which {why}."), span);
        return true;
    }
    let because = format!("Adds something dangerous to `{name}`, which {why}.");
    if tainted || stream.text.as_deref().is_some_and(plants) {
        context.find("persistence/file", Level::Confirm, because, span);
    } else {
        later(context, stream, Level::Allow, because, span);
    }
    true
}

/// The text will run as a shell's: a reason if it is judged worse than `above`.
fn later(context: &mut Context<'_>, stream: &Stream, above: Level, because: String, span: Span) {
    if let Some(text) = &stream.text {
        let (text, rule, level) = (text.to_string(), "persistence/file", Level::Confirm);
        context.steps.push(Step::Later { text, above, rule, level, because, span });
    }
}

/// Variables that start programs.
const STARTERS: &[&str] = &["PATH", "LD_PRELOAD", "PROMPT_COMMAND", "BASH_ENV", "ENV", "PYTHONSTARTUP"];

/// Returns whether a line starts a program from a world-writable place, pipes a download into a shell, or
/// replaces a program that asks for the password.
pub fn plants(text: &str) -> bool {
    text.lines().take(64).any(|line| {
        let line = line.trim();
        let has = |texts: &[&str]| texts.iter().any(|text| line.contains(text));
        let fetched = has(&["curl ", "wget ", "nc "]);
        let is_run = has(&["| sh", "|sh", "| bash", "|bash", "| zsh", "|zsh"]);
        let name = line.strip_prefix("export ").unwrap_or(line).split_once('=').map_or("", |(name, _)| name);
        // a variable that programs read, not one that starts them
        let is_value = !name.is_empty()
            && name.bytes().all(|b| b.is_ascii_uppercase() || b == b'_')
            && !STARTERS.contains(&name);
        let foreign =
            line.split(|c: char| c.is_whitespace() || "\"'`;|&=:(){}!,".contains(c)).any(paths::is_temporary);
        let stands_before =
            line.strip_prefix("alias ").and_then(|rest| rest.split_once('=')).is_some_and(|(name, body)| {
                let body = body.trim_matches(['"', '\'', ' ']);
                matches!(name, "sudo" | "su" | "doas" | "passwd" | "ssh") && body.contains('/')
            });
        fetched && is_run || foreign && !is_value || stands_before
    })
}

/// Judges the body of an alias, a function or a key binding with a common name: it will run.
pub fn named(context: &mut Context<'_>, what: &str, text: &str, span: Span) {
    let text = text.trim_start_matches([';', '&', '|', ' ', '\n']).to_owned();
    let because = format!("{what} will do something dangerous when used.");
    let (rule, level) = ("persistence/name", Level::Warn);
    context.steps.push(Step::Later { text, above: Level::Warn, rule, level, because, span });
}

/// Returns whether it is a name that users call without a thought.
pub fn is_trusted(name: &str) -> bool {
    TRUSTED.contains(&name)
}
