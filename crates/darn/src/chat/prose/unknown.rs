//! Lines whose first word cannot be run.

use facts::vocabulary;
use programs::Role;

use super::Class;
use super::known::is_said;
use super::long::is_python;
use super::near::is_near_command;
use super::signs::Signs;
use super::typed::Typed;
use super::words::{FOREIGN, FUNCTION, OPENER, PRONOUN, TALK, is_plain};

pub fn classify(line: &Typed<'_>, signs: &Signs) -> Class {
    let (first, count) = (line.first(), line.words.len());
    if is_python(&line.words) {
        return Class::Doubtful;
    }
    if begins_as_shell(&line.words) && signs.weight() < 4 {
        return Class::Command;
    }
    // a command that was pasted with its prompt
    if let Some(rest) = line.text.strip_prefix("$ ") {
        let is_command = super::classify(rest, line.script.dialect, line.world) == Class::Command;
        return if is_command { Class::Doubtful } else { Class::Prose };
    }
    // `go test`, where there is no `go`
    if line.has_subcommand() && signs.weight() == 0 && !line.are_plain() {
        return Class::Command;
    }
    if count == 1 && is_thing(line) {
        return Class::Doubtful;
    }
    // the name of a program that is not here, or a request
    if count == 1 && is_plain(first) && ![TALK, FUNCTION, FOREIGN].iter().any(|list| list.has(first)) {
        let is_name = !OPENER.has(first) && is_near_command(line);
        return if is_name { Class::Command } else { Class::Doubtful };
    }
    // `where python`, where the shell has no `where`
    if count == 2 && programs::is(first, Role::LooksUp) && signs.weak == 0 {
        return Class::Doubtful;
    }
    let opens = opens_sentence(first);
    if programs::is(first, Role::Message) && !opens && !is_said(line) {
        return Class::Command;
    }
    let is_foreign = signs.foreign > 0 && !signs.is_shell;
    if opens || !is_name(first) || signs.asks || signs.is_broken || signs.is_pasted || is_foreign {
        return Class::Prose;
    }
    named(line, signs)
}

/// Classifies a line that begins with what may be the name of a program.
fn named(line: &Typed<'_>, signs: &Signs) -> Class {
    let (first, weight) = (line.first(), signs.weight());
    // `copy files`, `code review`, where there is no such program
    if line.is_spoken() && !signs.is_shell {
        let is_request = line.operands().any(|word| is_plain(word) && !line.exists(word));
        return match weight {
            0 if is_request => Class::Doubtful,
            0 => Class::Command,
            _ => Class::Prose,
        };
    }
    if first.contains('/') {
        // a path that is not there: the shell says so
        let is_program = first.starts_with(['.', '~']) && !is_said(line) && !signs.is_punctuated;
        return if weight < if is_program { 6 } else { 2 } { Class::Command } else { Class::Prose };
    }
    // `SELECT * FROM users`: programs have small letters
    let is_capital = first.len() > 1 && first.bytes().all(|byte| byte.is_ascii_uppercase());
    if signs.is_shell && weight < 3 && !is_capital {
        return Class::Command;
    }
    let fits = match weight {
        0 => true,
        1 if line.words.len() < 4 && signs.participles == 0 => true,
        // `grpe why notes.txt`
        1..=3 => line.operands().any(|word| line.exists(word)),
        _ => false,
    };
    if fits && is_near_command(line) { Class::Command } else { Class::Prose }
}

/// Returns whether sentences begin with the word.
fn opens_sentence(first: &str) -> bool {
    let lower = first.to_lowercase();
    let bare = lower.trim_end_matches(['?', '!', '.', ',', ':']);
    [OPENER, TALK, FUNCTION, FOREIGN].iter().any(|list| list.has(bare))
}

/// Returns whether a program may have this name.
fn is_name(first: &str) -> bool {
    let starts = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '/' | '~' | '_');
    first.is_ascii()
        && first.starts_with(starts)
        && !first.ends_with(['?', '!', ',', ':'])
        && !first.contains(['\'', '`'])
        && !first.contains("://")
}

/// Returns whether a word alone names something: a file, an address, a number, a server, what git can do.
fn is_thing(line: &Typed<'_>) -> bool {
    let first = line.first();
    let is_digit = |c: char| c.is_ascii_digit();
    let is_number = first.contains(is_digit) && first.chars().all(|c| is_digit(c) || matches!(c, '.' | ':'));
    let has_port = || first.rsplit_once(':').is_some_and(|(_, port)| port.parse::<u16>().is_ok());
    let is_subcommand = || vocabulary::built_in("git").is_some_and(|known| known.has(&[first]));
    line.exists(first)
        || first.contains("://")
        || is_number
        || has_port()
        || programs::is(first, Role::Serves)
        || is_plain(first) && is_subcommand()
}

/// `[[ … ]]`, `(( … ))`, `for x in …`, and the quick substitution of the history: `^foo^bar`.
fn begins_as_shell(words: &[&str]) -> bool {
    let first = words.first().copied().unwrap_or_default();
    let is_substitution = first.strip_prefix('^').is_some_and(|rest| rest.contains('^'));
    let is_loop = matches!(words, ["for", name, "in", ..] if !PRONOUN.has(name));
    is_substitution || is_loop || first.starts_with("((") || matches!(first, "[[" | "{" | "(" | "[" | "..")
}
