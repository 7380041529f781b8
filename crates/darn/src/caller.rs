//! The calling shell: its directory, environment and session data.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use protocol::Session;
use syntax::Dialect;

/// The calling shell, as far as it is known. A resident darn serves many callers at a time, so no code asks
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
    /// Creates a caller that reports nothing.
    #[must_use]
    pub const fn unknown(dialect: Dialect) -> Self {
        Self {
            dialect,
            directory: PathBuf::new(),
            variables: BTreeMap::new(),
            aliases: String::new(),
            functions: String::new(),
            history: String::new(),
            columns: None,
        }
    }

    /// Creates a caller from the directory and environment of this process.
    #[must_use]
    pub fn of_process(dialect: Dialect) -> Self {
        let text = |(name, value): (std::ffi::OsString, std::ffi::OsString)| {
            Some((name.into_string().ok()?, value.into_string().ok()?))
        };
        Self {
            directory: std::env::current_dir().unwrap_or_default(),
            variables: std::env::vars_os().filter_map(text).collect(),
            ..Self::unknown(dialect)
        }
    }

    /// Adds what the shell reports about its session.
    #[must_use]
    pub fn in_session(self, session: Session) -> Self {
        let Session { aliases, functions, history } = session;
        Self { aliases, functions, history, ..self }
    }

    /// Cuts the history after the failed command: its `!!` refers to what came before it, not to what was
    /// entered since to ask about it.
    #[must_use]
    pub fn until(mut self, failed: &str) -> Self {
        let end = up_to(&self.history, failed).len();
        self.history.truncate(end);
        self
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

fn up_to<'h>(history: &'h str, text: &str) -> &'h str {
    let mut end = history.len();
    for line in history.split_inclusive('\n').rev() {
        if line.trim_end_matches('\n') == text {
            return history.get(..end).unwrap_or_default();
        }
        end -= line.len();
    }
    history
}

#[cfg(test)]
mod tests {
    use super::up_to;

    #[test]
    fn history_ends_with_the_failure() {
        assert_eq!(up_to("a\nsudo !!\nb\nsudo !!\ndarn\nx", "sudo !!"), "a\nsudo !!\nb\nsudo !!\n");
        assert_eq!(up_to("a\nb", "b"), "a\nb");
        assert_eq!(up_to("a\nb", "c"), "a\nb");
        assert_eq!(up_to("", "c"), "");
    }
}
