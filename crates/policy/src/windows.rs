//! Programs of Windows that are dangerous by what they are done to: paths, what they read. Those
//! that are dangerous by their words alone are in `data/policy/windows.toml`.

use syntax::{Dialect, Span};

use super::checks::{self, How};
use super::field::{Field, Invocation};
use super::level::Level;
use super::paths::Place;
use super::shell::Shell;

pub mod names;

/// Words with which diskpart loses what is on a disk.
const DISKPART: &[&str] =
    &["clean", "format", "delete", "convert", "create", "shrink", "offline", "inactive"];

/// Judges a program of Windows; returns at once for all others.
pub fn check(shell: &mut Shell<'_>, at: &Invocation<'_>) {
    let lower = at.program.to_ascii_lowercase();
    let has = |option: &str| at.arguments.iter().any(|field| field.text.eq_ignore_ascii_case(option));
    match program(&lower) {
        name if is_delete(name) && (has("/s") || has("/q")) => delete(shell, name, at),
        "diskpart" => diskpart(shell, at),
        "icacls" | "cacls" | "xcacls" | "takeown" if at.arguments.len() > 1 => change_owner(shell, at),
        "attrib" if has("/s") => change_owner(shell, at),
        _ => {}
    }
}

/// The owner, the permissions or the attributes of files change.
fn change_owner(shell: &mut Shell<'_>, at: &Invocation<'_>) {
    let mut operands = at.arguments.iter().filter(|field| !field.text.starts_with(['/', '-', '+']));
    if operands.any(|field| shell.place_of(&field.text, field.text.contains('*')) <= Place::BelowSystem) {
        let because = "Changes the permissions or attributes of files of the system.";
        shell.find("files/permissions", Level::Confirm, because, at.span);
    }
}

/// Judges the script that diskpart reads.
fn diskpart(shell: &mut Shell<'_>, at: &Invocation<'_>) {
    let stream = match at.arguments {
        [.., file] => shell.read(&file.text.replace('\\', "/")),
        [] => shell.input.clone(),
    };
    let text = stream.text.as_deref().unwrap_or("").to_ascii_lowercase();
    let mut first_words = text.lines().filter_map(|line| line.split_whitespace().next());
    if first_words.any(|word| DISKPART.contains(&word)) {
        let because = "Changes the partitions of a disk: its data is lost.";
        shell.find("device/format", Level::Confirm, because, at.span);
    }
}

/// `del`, `rd` and their other names, as `cmd.exe` runs them.
pub fn delete(shell: &mut Shell<'_>, name: &str, at: &Invocation<'_>) {
    let is_file = name.starts_with(['d', 'e']);
    // `/s`, `/s/q`, `/a:h`
    let is_option = |text: &str| {
        text.starts_with('/') && text.split('/').all(|part| part.len() < 2 || part.contains(':'))
    };
    let is_deep = |text: &str| is_option(text) && text.split('/').any(|part| part.eq_ignore_ascii_case("s"));
    let deep = at.arguments.iter().any(|field| is_deep(&field.text));
    let outer = std::mem::replace(&mut shell.dialect, Dialect::PowerShell);
    for field in at.arguments.iter().filter(|field| !is_option(&field.text)) {
        let last = field.text.rsplit(['\\', '/']).next().unwrap_or("");
        // `del /s C:\*.tmp`: only files of that kind
        let some = is_file && last.contains('.') && last.contains('*') && last != "*.*";
        let how = if deep && !some { How::Recursive } else { How::Files };
        let glob = is_file || field.text.contains(['*', '?']);
        checks::delete(shell, &Field { glob, ..field.clone() }, how, at);
    }
    shell.dialect = outer;
}

/// Files or directories are moved, or get another name.
pub fn moved(shell: &mut Shell<'_>, sources: &[Field], span: Span) {
    if sources.iter().any(|source| shell.place(source) <= Place::BelowSystem) {
        let because = "Takes a part of the system or a home directory away from its place.";
        shell.find("files/move-away", Level::Confirm, because, span);
    }
}

pub fn is_delete(name: &str) -> bool {
    matches!(name, "del" | "erase" | "rd" | "rmdir")
}

/// The name of a program without its ending.
pub fn program(name: &str) -> &str {
    [".exe", ".com", ".bat", ".cmd"].iter().find_map(|end| name.strip_suffix(end)).unwrap_or(name)
}

/// The words of a command line of Windows; quotes are taken off.
pub fn words(text: &str) -> Vec<String> {
    let (mut words, mut word) = (Vec::new(), None::<String>);
    let mut quoted = false;
    for letter in text.chars() {
        match letter {
            '"' => {
                quoted = !quoted;
                word.get_or_insert_default();
            }
            letter if letter.is_whitespace() && !quoted => words.extend(word.take()),
            letter => word.get_or_insert_default().push(letter),
        }
    }
    words.extend(word);
    words
}
