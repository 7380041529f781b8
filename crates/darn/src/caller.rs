//! The calling shell: its directory, environment and session data.

use std::collections::BTreeMap;
use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use protocol::Session;
use syntax::Dialect;

use crate::env;

/// The calling shell, as far as it is known. A resident darn serves many callers at a time, so no code asks
/// the process for its directory or environment.
#[derive(Debug, Clone)]
#[must_use]
pub struct Caller {
    pub dialect: Dialect,
    /// The working directory, absolute; empty if unknown.
    pub directory: PathBuf,
    /// The environment.
    pub variables: Arc<BTreeMap<String, OsString>>,
    /// The terminal, unless it is unknown.
    pub terminal: Option<Terminal>,
    /// `name=value` lines.
    pub aliases: String,
    /// Names of functions, separated by blanks or line feeds.
    pub functions: String,
    /// Recent command lines, one per line, newest last.
    pub history: String,
    /// Directory in which the failed line was entered; empty if unknown.
    pub entered_in: String,
    /// Width of the terminal as the shell reports it.
    pub columns: Option<usize>,
}

/// A terminal device.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Terminal {
    /// As ttyname(3) returns it.
    pub name: String,
    /// 0: unknown.
    pub columns: u16,
}

impl Caller {
    /// Creates a caller that reports nothing.
    pub fn unknown(dialect: Dialect) -> Self {
        Self {
            dialect,
            directory: PathBuf::new(),
            variables: Arc::default(),
            terminal: None,
            aliases: String::new(),
            functions: String::new(),
            history: String::new(),
            entered_in: String::new(),
            columns: None,
        }
    }

    /// Returns the same caller for a command line of another shell.
    pub fn speaking(&self, dialect: Dialect) -> Self {
        Self { dialect, ..self.clone() }
    }

    /// Returns the same caller in an unknown directory.
    pub fn nowhere(&self) -> Self {
        Self { directory: PathBuf::new(), ..self.clone() }
    }

    /// Adds what the shell reports about its session.
    pub fn in_session(self, session: Session) -> Self {
        let Session { aliases, functions, history, entered_in } = session;
        Self { aliases, functions, history, entered_in, ..self }
    }

    /// Cuts the history after the failed command: its `!!` refers to what came before it, not to what was
    /// entered since to ask about it.
    pub fn until(mut self, failed: &str) -> Self {
        let end = up_to(&self.history, failed).len();
        self.history.truncate(end);
        self
    }

    /// Returns the value of an environment variable; one that is empty or not UTF-8 counts as absent.
    pub fn variable(&self, name: &str) -> Option<&str> {
        self.raw(name)?.to_str()
    }

    /// Returns the bytes of an environment variable; an empty one counts as absent.
    pub fn raw(&self, name: &str) -> Option<&OsStr> {
        self.variables.get(name).map(OsString::as_os_str).filter(|value| !value.is_empty())
    }

    /// Returns an environment variable as text, with replacements for what is not UTF-8.
    pub fn text(&self, name: &str) -> Option<String> {
        self.raw(name).map(|value| value.to_string_lossy().into_owned())
    }

    /// Returns the words with which the integration script describes its shell: name, version, process id.
    pub fn session(&self) -> Vec<&str> {
        self.variable(env::SESSION).map(|session| session.split(' ').collect()).unwrap_or_default()
    }

    /// Resolves a path against the caller's directory.
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
