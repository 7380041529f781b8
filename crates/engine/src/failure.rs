//! Is a finished command a failure, which kind, which command of the line broke, how sure.

use syntax::{Command, Script};

use crate::record::CommandRecord;

/// What kind of failure it is; the names are those of `darn fix --format json`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum FailureKind {
    CommandNotFound,
    PermissionDenied,
    SyntaxError,
    FileNotFound,
    InvalidOption,
    UnknownSubcommand,
    Usage,
    State,
    Network,
    MissingDependency,
    Interrupted,
    Generic,
}

impl FailureKind {
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::CommandNotFound => "command_not_found",
            Self::PermissionDenied => "permission_denied",
            Self::SyntaxError => "syntax_error",
            Self::FileNotFound => "file_not_found",
            Self::InvalidOption => "invalid_option",
            Self::UnknownSubcommand => "unknown_subcommand",
            Self::Usage => "usage",
            Self::State => "state",
            Self::Network => "network",
            Self::MissingDependency => "missing_dependency",
            Self::Interrupted => "interrupted",
            Self::Generic => "generic",
        }
    }
}

/// How sure it is that something failed, and what.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Confidence {
    /// Neither exit status nor text says clearly.
    Low,
    /// Exit status or pattern.
    Medium,
    /// Exit status and pattern agree.
    High,
}

impl Confidence {
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Low => "low",
            Self::Medium => "medium",
            Self::High => "high",
        }
    }
}

/// A record that needs help.
#[derive(Debug, Clone)]
pub struct Failure {
    pub record: CommandRecord,
    pub script: Script,
    /// Index into [`Script::commands`] of the command that most likely broke.
    pub culprit: Option<usize>,
    pub kind: FailureKind,
    pub confidence: Confidence,
}

impl Failure {
    /// Judges a record; `None` where nothing needs help: success, interruption, a program's
    /// ordinary "no".
    #[must_use]
    pub fn of(record: &CommandRecord) -> Option<Self> {
        if record.status == 0 {
            return None;
        }
        let script = Script::parse(&record.text, record.dialect);
        Some(Self { record: record.clone(), script, culprit: None, kind: FailureKind::Generic, confidence: Confidence::Medium })
    }

    /// Captured output, or the empty text.
    #[must_use]
    pub fn output(&self) -> &str {
        self.record.output.as_ref().map_or("", |output| output.text())
    }

    #[must_use]
    pub fn culprit_command(&self) -> Option<&Command> {
        self.script.commands.get(self.culprit?)
    }
}
