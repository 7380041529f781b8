//! Commands of the clients: shells, files.

use crate::code::outcome::{Code, Line, Path};
use programs::Sql;

/// Adds what one command of the client does.
pub(super) fn read(dialect: Sql, line: &str, found: &mut Code) {
    let (name, rest) = name_and_rest(dialect, line);
    let rest = rest.trim();
    // single letters are case-sensitive: MySQL's `\\P` and `\\p`
    let name = if name.len() > 1 { name.to_ascii_lowercase() } else { name.to_owned() };
    match (dialect, name.as_str()) {
        (Sql::Postgres, "!")
        | (Sql::MySql, "!" | "system" | "P" | "pager")
        | (Sql::Sqlite, "shell" | "system" | "sh")
        | (Sql::SqlServer, "!!" | "!")
        | (Sql::Oracle, "!" | "host" | "ho") => shell(rest, found),
        (Sql::Postgres, "copy") => copy(rest, found),
        (Sql::Postgres, "o" | "out" | "g" | "gx" | "w" | "write" | "watch")
        | (Sql::Sqlite, "output" | "once" | "o") => {
            output(rest, found);
        }
        (Sql::Postgres, "i" | "ir" | "include") | (Sql::MySql, "source" | ".") | (Sql::Sqlite, "read") => {
            file(rest, &mut found.reads);
        }
        (Sql::SqlServer, "r") => file(rest, &mut found.reads),
        (Sql::MySql, "tee" | "T")
        | (Sql::Sqlite, "backup" | "save" | "clone" | "log" | "trace")
        | (Sql::Oracle, "spool")
        | (Sql::SqlServer, "out") => file(rest, &mut found.writes),
        _ => {}
    }
    if dialect == Sql::Postgres {
        // backquotes are replaced by what the command prints, in any argument
        for command in rest.split('`').skip(1).step_by(2).take(16) {
            shell(command, found);
        }
    }
}

/// `\! ls` → `!`, `ls`; `.shell ls` → `shell`, `ls`.
fn name_and_rest(dialect: Sql, line: &str) -> (&str, &str) {
    let line = line.trim_start();
    for bang in ["\\!", ":!!", "!!", "!"] {
        if let Some(rest) = line.strip_prefix(bang) {
            return ("!", rest);
        }
    }
    let bare = line.strip_prefix(['\\', '.', ':']).unwrap_or(line);
    let end = bare.find(|letter: char| !letter.is_ascii_alphanumeric()).unwrap_or(bare.len());
    // `\Ps` needs no blank in MySQL
    let end = if dialect == Sql::MySql && line.starts_with('\\') {
        end.min(1).max(usize::from(end == 0))
    } else {
        end
    };
    bare.split_at_checked(end).unwrap_or((bare, ""))
}

fn shell(command: &str, found: &mut Code) {
    let command = command.trim().trim_end_matches(';');
    if !command.is_empty() {
        found.start(Line::Shell(command.to_owned()));
    }
}

/// `\copy … to program 'command'`.
fn copy(rest: &str, found: &mut Code) {
    let lower = rest.to_ascii_lowercase();
    if let Some(at) = lower.find(" program ")
        && let Some(tail) = rest.get(at + " program ".len()..)
    {
        let tail = tail.trim();
        let command =
            tail.strip_prefix('\'').and_then(|tail| tail.rsplit_once('\'')).map_or(tail, |(text, _)| text);
        shell(&command.replace("''", "'"), found);
    } else if let Some((_, target)) = lower.rsplit_once(" to ")
        && let Some(target) = rest.get(rest.len() - target.len()..)
    {
        file(target, &mut found.writes);
    }
}

/// A file, or a command behind `|`.
fn output(rest: &str, found: &mut Code) {
    match rest.trim_matches(['\'', '"']).strip_prefix('|') {
        Some(command) => shell(command, found),
        None => file(rest, &mut found.writes),
    }
}

fn file(rest: &str, list: &mut Vec<Path>) {
    let name = match rest.strip_prefix(['\'', '"']) {
        Some(quoted) => quoted.split(['\'', '"']).next(),
        None => rest.split_whitespace().find(|word| !word.starts_with('-')),
    };
    if let Some(name) = name.filter(|name| !name.is_empty() && !name.eq_ignore_ascii_case("stdout")) {
        list.push(Path::file(name.trim_end_matches(';')));
    }
}
