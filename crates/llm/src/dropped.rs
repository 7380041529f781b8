//! Proposed commands that are not offered, and why.

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
    /// The shell cannot parse it: what is wrong, and where.
    Syntax(String),
    /// There is no such program.
    Missing(String),
    /// It is what failed.
    Same,
    /// It is not what it looks like.
    Deceptive(String),
    /// The policy denies it.
    Denied(String),
}

impl Dropped {
    /// May the model know better, if it is told?
    #[must_use]
    pub const fn is_worth_asking_again(&self) -> bool {
        matches!(self.because, Fault::Syntax(_) | Fault::Missing(_) | Fault::Same)
    }
}

/// What the model is told.
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
