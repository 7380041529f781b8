//! Kinds of failures.

/// Kind of a failure; the names are those of `darn fix --format json`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, serde::Deserialize)]
#[serde(rename_all = "snake_case")]
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

    /// The kind of this name.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.name() == name)
    }

    const ALL: [Self; 12] = [
        Self::CommandNotFound,
        Self::PermissionDenied,
        Self::SyntaxError,
        Self::FileNotFound,
        Self::InvalidOption,
        Self::UnknownSubcommand,
        Self::Usage,
        Self::State,
        Self::Network,
        Self::MissingDependency,
        Self::Interrupted,
        Self::Generic,
    ];
}
