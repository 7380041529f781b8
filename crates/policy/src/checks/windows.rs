//! Programs of Windows that are dangerous by what they are applied to: paths, what they read. Those that are
//! dangerous by their words alone are in `data/rules/windows.toml`.

use super::delete::{How, delete as delete_path};
use crate::prelude::*;
use crate::windows::{is_delete, program};

/// Words with which diskpart loses what is on a disk.
const DISKPART: &[&str] =
    &["clean", "format", "delete", "convert", "create", "shrink", "offline", "inactive"];

/// Judges a program of Windows; returns at once for all others.
pub fn check(context: &mut Context<'_>, at: &Invocation<'_>) {
    let lower = at.program.to_ascii_lowercase();
    let has = |option: &str| at.arguments.iter().any(|field| field.text.eq_ignore_ascii_case(option));
    match program(&lower) {
        name if is_delete(name) && (has("/s") || has("/q")) => delete(context, name, at),
        "diskpart" => diskpart(context, at),
        "icacls" | "cacls" | "xcacls" | "takeown" if at.arguments.len() > 1 => change_owner(context, at),
        "attrib" if has("/s") => change_owner(context, at),
        _ => {}
    }
}

/// The owner, the permissions or the attributes of files change.
fn change_owner(context: &mut Context<'_>, at: &Invocation<'_>) {
    let mut operands = at.arguments.iter().filter(|field| !field.text.starts_with(['/', '-', '+']));
    if operands.any(|field| context.env.place_of(&field.text, field.text.contains('*')) <= Place::BelowSystem)
    {
        let because = "Changes the permissions or attributes of files of the system.";
        context.find("files/permissions", Level::Confirm, because, at.span);
    }
}

/// Judges the script that diskpart reads.
fn diskpart(context: &mut Context<'_>, at: &Invocation<'_>) {
    let stream = match at.arguments {
        [.., file] => context.read(&file.text.replace('\\', "/")),
        [] => context.files.input.clone(),
    };
    let text = stream.text.as_deref().unwrap_or("").to_ascii_lowercase();
    let mut first_words = text.lines().filter_map(|line| line.split_whitespace().next());
    if first_words.any(|word| DISKPART.contains(&word)) {
        let because = "Changes the partitions of a disk: its data is lost.";
        context.find("device/format", Level::Confirm, because, at.span);
    }
}

/// `del`, `rd` and their other names, as `cmd.exe` runs them.
pub fn delete(context: &mut Context<'_>, name: &str, at: &Invocation<'_>) {
    let is_file = name.starts_with(['d', 'e']);
    // `/s`, `/s/q`, `/a:h`
    let is_option = |text: &str| {
        text.starts_with('/') && text.split('/').all(|part| part.len() < 2 || part.contains(':'))
    };
    let is_deep = |text: &str| is_option(text) && text.split('/').any(|part| part.eq_ignore_ascii_case("s"));
    let deep = at.arguments.iter().any(|field| is_deep(&field.text));
    let mut env = context.env.clone();
    env.dialect = Dialect::PowerShell;
    let mut context = context.with_env(&env);
    for field in at.arguments.iter().filter(|field| !is_option(&field.text)) {
        let last = field.text.rsplit(['\\', '/']).next().unwrap_or("");
        // `del /s C:\*.tmp`: only files of that kind
        let some = is_file && last.contains('.') && last.contains('*') && last != "*.*";
        let how = if deep && !some { How::Recursive } else { How::Files };
        let glob = is_file || field.text.contains(['*', '?']);
        delete_path(&mut context, &Field { glob, ..field.clone() }, how, at);
    }
}

/// Files or directories are moved, or get another name.
pub fn moved(context: &mut Context<'_>, sources: &[Field], span: Span) {
    if sources.iter().any(|source| context.env.place(source) <= Place::BelowSystem) {
        let because = "Takes a part of the system or a home directory away from its place.";
        context.find("files/move-away", Level::Confirm, because, span);
    }
}
