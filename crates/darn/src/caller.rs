//! The calling shell: its directory, environment and session data.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use syntax::Dialect;

/// The calling shell, as far as it is known. A resident darn serves many of them at a time, so nothing asks
/// the process for its directory or environment.
#[derive(Debug, Clone)]
pub struct Caller {
    pub dialect: Dialect,
    /// The working directory, absolute; empty if unknown.
    pub directory: PathBuf,
    /// The environment, without variables that are not UTF-8.
    pub variables: BTreeMap<String, String>,
    /// `name=value` lines.
    pub aliases: String,
    /// Names of functions, one per line.
    pub functions: String,
    /// Recent command lines, one per line, newest last.
    pub history: String,
    /// Width of the terminal.
    pub columns: Option<usize>,
}

impl Caller {
    /// Creates a caller from the directory and environment of this process.
    #[must_use]
    pub fn of_process(dialect: Dialect) -> Self {
        let text = |(name, value): (std::ffi::OsString, std::ffi::OsString)| {
            Some((name.into_string().ok()?, value.into_string().ok()?))
        };
        Self {
            dialect,
            directory: std::env::current_dir().unwrap_or_default(),
            variables: std::env::vars_os().filter_map(text).collect(),
            aliases: String::new(),
            functions: String::new(),
            history: String::new(),
            columns: None,
        }
    }

    /// Returns the value of an environment variable.
    #[must_use]
    pub fn variable(&self, name: &str) -> Option<&str> {
        self.variables.get(name).map(String::as_str)
    }

    /// Resolves a path against the caller's directory.
    #[must_use]
    pub fn path(&self, path: impl AsRef<Path>) -> PathBuf {
        self.directory.join(path)
    }
}
