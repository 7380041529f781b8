//! What is a secret on this machine: the built-in tables, the user's own (`secrets/*.toml` in the
//! configuration directory), and the values of variables whose names say so.

use std::path::PathBuf;
use std::sync::OnceLock;

use engine::redact::{Redactor, Tables, secret_kind};
use engine::rules::RuleError;

use crate::dirs;

/// A file of secrets longer than this is none.
const MAX_BYTES: u64 = 1 << 20;

/// A redactor that knows the secrets of the environment. Not for hooks: it reads every variable.
#[must_use]
pub fn redactor() -> Redactor {
    let mut redactor = plain_redactor();
    for (name, value) in std::env::vars_os() {
        if let (Some(name), Some(value)) = (name.to_str(), value.to_str())
            && let Some(kind) = secret_kind(name)
        {
            redactor.know(kind, value);
        }
    }
    redactor
}

/// A redactor with the tables only.
#[must_use]
pub fn plain_redactor() -> Redactor {
    Redactor::new(tables().0.clone())
}

/// The tables, and what is wrong in the user's files; what is right in them applies. Without files:
/// one failed open.
pub fn tables() -> &'static (Tables, Vec<RuleError>) {
    static TABLES: OnceLock<(Tables, Vec<RuleError>)> = OnceLock::new();
    TABLES.get_or_init(|| {
        let (mut tables, mut errors) = (Tables::default(), Vec::new());
        for path in files() {
            let name = path.display().to_string();
            match crate::files::read(&path, MAX_BYTES) {
                Ok(Some(bytes)) => errors.extend(tables.add(&name, &String::from_utf8_lossy(&bytes))),
                Ok(None) => {}
                Err(error) => {
                    let message = format!("cannot be read: {}", crate::files::reason(&error));
                    errors.push(RuleError { file: name, line: 0, message });
                }
            }
        }
        (tables, errors)
    })
}

/// The user's files, sorted by name.
#[must_use]
pub fn files() -> Vec<PathBuf> {
    let directory = dirs::config().map(|directory| directory.join("secrets"));
    directory.map(|directory| crate::files::data_files(&directory)).unwrap_or_default()
}
