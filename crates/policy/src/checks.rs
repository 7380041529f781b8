//! Effects of programs on files, processes and other machines: one file for each kind of effect.

use syntax::Span;

use super::code::Code;
use super::field::{Field, Invocation, Taint};
use super::level::Level;
use super::shell::{Shell, Value};
use super::{Coverage, catalogue, lists};

mod abandon;
mod carry;
mod code;
mod copy;
mod delete;
mod device;
mod discard;
mod edit;
mod environment;
mod execute;
pub mod find;
mod foreign;
mod forks;
mod installers;
mod kill;
mod network;
mod options;
mod overwrite;
mod permissions;
mod printed;
mod proposed;
mod secrets;
mod send;
mod started;

pub use carry::mounted;
pub use delete::{How, delete};
pub use environment::environment;
pub use execute::execute;
pub use foreign::cloned;
pub use forks::repeated_forks;
pub use overwrite::{overwrite, overwrite_with};
pub use printed::printed;
pub use proposed::overwritten;
pub use secrets::prints_secrets;
pub use send::send;
pub use started::{is_trusted, named};

/// A check for one kind of effect of a command.
type Check = fn(&mut Shell<'_>, &Invocation<'_>);

/// All checks of single commands; each returns at once for other programs.
const CHECKS: &[Check] = &[
    abandon::check,
    delete::check,
    execute::check,
    device::check,
    discard::check,
    find::check,
    foreign::check,
    copy::check,
    permissions::check,
    kill::check,
    network::check,
    carry::check,
    options::check,
    overwrite::check,
    proposed::check,
    super::windows::check,
];

/// Judges one command: settings, checks, catalogue.
pub fn run(shell: &mut Shell<'_>, at: &Invocation<'_>) {
    let settings = &shell.policy.lists;
    if let Some(reason) = settings.blocked(at, shell.directory.as_deref()) {
        shell.reasons.push(reason);
    }
    if !settings.allowed(at, shell.directory.as_deref()) {
        let is_denied = |shell: &Shell<'_>| shell.reasons.iter().filter(|r| r.level == Level::Deny).count();
        let before = is_denied(shell);
        judge(shell, at);
        if is_denied(shell) > before {
            shell.entry = lists::entry(at);
        }
        return;
    }
    let (reasons, targets) = (std::mem::take(&mut shell.reasons), shell.targets.clone());
    let (instead, milder) = (shell.instead.clone(), shell.milder.clone());
    judge(shell, at);
    let denied = std::mem::replace(&mut shell.reasons, reasons);
    if !settings.allows_to_the_letter(at, shell.directory.as_deref()) {
        shell.reasons.extend(denied.into_iter().filter(|reason| reason.level == Level::Deny));
    }
    (shell.targets, shell.instead, shell.milder) = (targets, instead, milder);
}

fn judge(shell: &mut Shell<'_>, at: &Invocation<'_>) {
    for check in CHECKS {
        check(shell, at);
    }
    catalogue(shell, at);
}

/// Judges the words of an interpreter's command: its own and those of the script that it runs (`python
/// manage.py flush`).
pub fn words(shell: &mut Shell<'_>, at: &Invocation<'_>) {
    let (lists, directory) = (&shell.policy.lists, shell.directory.as_deref());
    let blocked = lists.blocked(at, directory);
    if !lists.allowed(at, directory) {
        catalogue(shell, at);
        carry::check(shell, at);
    }
    shell.reasons.extend(blocked);
}

fn catalogue(shell: &mut Shell<'_>, at: &Invocation<'_>) {
    if at.arguments.len() > catalogue::MAX_WORDS && shell.policy.catalogue().knows(at.program) {
        shell.coverage = Coverage::Partial;
    }
    for hit in shell.policy.catalogue().hits(at) {
        let level = proposed::level(shell, hit.level);
        shell.find(&hit.rule, level, hit.because, hit.span);
        for target in hit.targets {
            shell.target(target);
        }
        if let Some(instead) = hit.instead {
            shell.milder.get_or_insert(instead);
        }
    }
}

/// Judges a wrapper that was removed: its own options can be dangerous too.
pub fn wrapper(shell: &mut Shell<'_>, at: &Invocation<'_>) {
    options::check(shell, at);
    network::check(shell, at);
    carry::check(shell, at);
    foreign::check(shell, at);
    super::windows::check(shell, at);
    for hit in shell.policy.catalogue().hits(at) {
        let level = proposed::level(shell, hit.level);
        shell.find(&hit.rule, level, hit.because, hit.span);
    }
}

/// Judges the effects of code in another language.
pub fn code(shell: &mut Shell<'_>, code: &Code, span: Span) {
    code::check(shell, code, span);
}

/// Judges a descriptor opened to another machine for reading and writing: `exec 3<>/dev/tcp/…`.
pub fn network_descriptor(shell: &mut Shell<'_>, path: &Field, span: Span) {
    if super::flow::is_network(&path.text) {
        shell.find(
            "network/reverse-shell",
            Level::Warn,
            "Opens a connection to another machine for commands to read and write.",
            span,
        );
    }
}

/// Returns whether an option is given: `-r`, also within `-rf`; `--recursive`, also abbreviated.
pub fn has(at: &Invocation<'_>, letters: &[char], long: &[&str]) -> bool {
    let end = at.arguments.iter().position(|field| field.text == "--").unwrap_or(at.arguments.len());
    at.arguments.iter().take(end).any(|field| is_option(&field.text, letters, long))
}

fn is_option(text: &str, letters: &[char], long: &[&str]) -> bool {
    if let Some(name) = text.strip_prefix("--") {
        let name = name.split('=').next().unwrap_or(name);
        return !name.is_empty()
            && long.iter().any(|long| *long == name || name.len() >= 3 && long.starts_with(name));
    }
    text.strip_prefix('-').is_some_and(|cluster| cluster.chars().any(|letter| letters.contains(&letter)))
}

/// Returns the non-option words, and all words after `--`.
pub fn operands<'f>(at: &Invocation<'f>) -> Vec<&'f Field> {
    operands_with(at, &[])
}

/// Does the same if some options take the next word.
pub fn operands_with<'f>(at: &Invocation<'f>, valued: &[&str]) -> Vec<&'f Field> {
    let mut list = Vec::new();
    let mut ended = false;
    let mut fields = at.arguments.iter();
    while let Some(field) = fields.next() {
        let text = field.text.as_str();
        if !ended && text == "--" {
            ended = true;
        } else if !ended && text.starts_with('-') && text.len() > 1 {
            if valued.contains(&text) {
                fields.next();
            }
        } else {
            list.push(field);
        }
    }
    list
}

/// Returns the value of an option: the next word, after `=`, or (one letter) in the same word.
pub fn value<'f>(at: &Invocation<'f>, options: &[&str]) -> Option<&'f str> {
    values(at, options).into_iter().next()
}

pub fn values<'f>(at: &Invocation<'f>, options: &[&str]) -> Vec<&'f str> {
    let mut list = Vec::new();
    for (place, field) in at.arguments.iter().enumerate() {
        let text = field.text.as_str();
        for option in options {
            if text == *option {
                list.extend(at.arguments.get(place + 1).map(|next| next.text.as_str()));
            } else if let Some(rest) = text.strip_prefix(option) {
                if let Some(value) = rest.strip_prefix('=') {
                    list.push(value);
                } else if option.len() == 2 && !option.starts_with("--") && !rest.is_empty() {
                    list.push(rest);
                }
            } else if is_cluster_with(text, option) {
                list.extend(at.arguments.get(place + 1).map(|next| next.text.as_str()));
            }
        }
    }
    list
}

/// Matches `-fsSLo`: a cluster of letters whose last one takes the next word.
fn is_cluster_with(text: &str, option: &str) -> bool {
    option.len() == 2
        && (3..8).contains(&text.len())
        && text.starts_with('-')
        && text.bytes().skip(1).all(|byte| byte.is_ascii_alphabetic())
        && text.chars().next_back() == option.chars().next_back()
}

/// Returns the possible values of a variable as plain texts.
pub fn texts(values: &[Value]) -> impl Iterator<Item = (&str, Taint)> {
    values.iter().flat_map(|value| &value.items).map(|item| (item.text.as_str(), item.taint))
}
