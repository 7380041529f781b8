//! Paths in a command line.

use crate::world::World;

/// Expands `~` and `$HOME` at the start; `None` if the path contains other variables.
pub fn expand(path: &str, world: &dyn World) -> Option<String> {
    for prefix in ["~", "$HOME", "${HOME}"] {
        if let Some(rest) = path.strip_prefix(prefix)
            && (rest.is_empty() || rest.starts_with('/'))
        {
            return Some(format!("{}{rest}", world.home()?));
        }
    }
    (!path.contains(['$', '`', '*', '?']) && !path.starts_with('~')).then(|| path.to_owned())
}

/// Splits into directory and last part: `a/b` → (`a`, `b`), `/x` → (`/`, `x`), `x` → (`.`, `x`).
pub fn split(path: &str) -> (&str, &str) {
    let trimmed = if path.len() > 1 { path.trim_end_matches('/') } else { path };
    match trimmed.rsplit_once('/') {
        Some(("", name)) => ("/", name),
        Some((directory, name)) => (directory, name),
        None => (".", trimmed),
    }
}

/// Returns the components of a path, without `.` and with `..` applied.
pub fn components(path: &str) -> Vec<&str> {
    let mut parts: Vec<&str> = Vec::new();
    for part in path.split('/') {
        match part {
            "" | "." => {}
            ".." if path.starts_with('/') || parts.last().is_some_and(|last| *last != "..") => {
                parts.pop();
            }
            part => parts.push(part),
        }
    }
    parts
}

/// Quotes a path for the shell but leaves a leading `~/` unquoted.
pub fn quoted(path: &str, dialect: syntax::Dialect) -> String {
    match path.strip_prefix("~/") {
        Some("") => path.to_owned(),
        Some(rest) => format!("~/{}", syntax::quote(rest, dialect)),
        None => syntax::quote(path, dialect).into_owned(),
    }
}

/// Joins a directory and a name; `.` disappears.
pub fn join(directory: &str, name: &str) -> String {
    match directory {
        "" | "." => name.to_owned(),
        "/" => format!("/{name}"),
        _ => format!("{}/{name}", directory.trim_end_matches('/')),
    }
}
