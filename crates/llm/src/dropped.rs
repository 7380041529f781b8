//! Proposed commands that are not offered, with the reason.

use std::fmt;

/// A command that is not offered.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Dropped {
    pub command: String,
    pub because: Fault,
}

/// Why a command is not offered.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Fault {
    /// The shell cannot parse it; the text describes and locates the error.
    Syntax(String),
    /// The program does not exist.
    Missing(String),
    /// It is the command that failed.
    Same,
    /// It looks like something else.
    Deceptive(String),
    /// The policy denies it.
    Denied(String),
}

impl Dropped {
    /// Returns whether the model may propose a better command if it is told the reason.
    pub const fn is_worth_asking_again(&self) -> bool {
        matches!(self.because, Fault::Syntax(_) | Fault::Missing(_) | Fault::Same)
    }
}

/// Formats the reason for the model.
impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Syntax(what) => write!(f, "the shell cannot parse it: {what}"),
            Self::Missing(program) => write!(f, "`{program}` is not installed here"),
            Self::Same => write!(f, "it is the command that failed"),
            Self::Deceptive(what) => write!(f, "it is not what it looks like: {what}"),
            Self::Denied(what) => write!(f, "it is too dangerous: {what}"),
        }
    }
}
