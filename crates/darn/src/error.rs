//! Errors as shown to the user: one line for the problem, one for the remedy.

use std::process::ExitCode;

/// Kind of error; determines the exit status (CONTRACT §2).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ErrorKind {
    /// Nothing to offer, or a negative answer: 1.
    Negative,
    /// Wrong arguments: 2.
    Usage,
    /// Broken configuration: 3.
    Config,
    /// A remote service failed or refused: 4.
    Remote,
    /// An internal error: 70.
    Internal,
    /// The user pressed Ctrl-C: 130, as of a command that SIGINT has ended.
    Cancelled,
}

/// An error shown to the user.
#[derive(Debug)]
pub struct Error {
    pub kind: ErrorKind,
    pub source: anyhow::Error,
    pub hints: Vec<String>,
}

impl Error {
    pub fn new(kind: ErrorKind, what: impl Into<String>) -> Self {
        Self { kind, source: anyhow::Error::msg(what.into()), hints: Vec::new() }
    }

    pub fn hinted(mut self, hint: impl Into<String>) -> Self {
        self.hints.push(hint.into());
        self
    }

    pub fn exit_code(&self) -> ExitCode {
        ExitCode::from(match self.kind {
            ErrorKind::Negative => 1,
            ErrorKind::Usage => 2,
            ErrorKind::Config => 3,
            ErrorKind::Remote => 4,
            ErrorKind::Internal => 70,
            ErrorKind::Cancelled => 130,
        })
    }
}

impl From<anyhow::Error> for Error {
    fn from(source: anyhow::Error) -> Self {
        Self { kind: ErrorKind::Internal, source, hints: Vec::new() }
    }
}

impl From<std::io::Error> for Error {
    fn from(source: std::io::Error) -> Self {
        Self { kind: ErrorKind::Internal, source: source.into(), hints: Vec::new() }
    }
}
