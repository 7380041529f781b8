//! What a user is told when something goes wrong: one line what, one line what to do.

use std::process::ExitCode;

/// What kind of error it is; decides the exit status (CONTRACT §2).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ErrorKind {
    /// Nothing to offer, or a negative answer: 1.
    Negative,
    /// Wrong arguments: 2.
    Usage,
    /// Broken configuration: 3.
    Config,
    /// Somebody elsewhere did not answer as hoped: 4.
    Remote,
    /// Something that should not happen: 70.
    Internal,
}

/// An error at the edge of the program.
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

    #[must_use]
    pub fn hinted(mut self, hint: impl Into<String>) -> Self {
        self.hints.push(hint.into());
        self
    }

    #[must_use]
    pub fn exit_code(&self) -> ExitCode {
        ExitCode::from(match self.kind {
            ErrorKind::Negative => 1,
            ErrorKind::Usage => 2,
            ErrorKind::Config => 3,
            ErrorKind::Remote => 4,
            ErrorKind::Internal => 70,
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
