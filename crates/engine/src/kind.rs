//! Kinds of failures. Shared with the build script, which packs the rules.

/// Kind of a failure; the names are those of `darn fix --format json`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, serde::Deserialize, serde::Serialize)]
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

/// The names of all kinds.
const NAMES: [(FailureKind, &str); 12] = [
    (FailureKind::CommandNotFound, "command_not_found"),
    (FailureKind::PermissionDenied, "permission_denied"),
    (FailureKind::SyntaxError, "syntax_error"),
    (FailureKind::FileNotFound, "file_not_found"),
    (FailureKind::InvalidOption, "invalid_option"),
    (FailureKind::UnknownSubcommand, "unknown_subcommand"),
    (FailureKind::Usage, "usage"),
    (FailureKind::State, "state"),
    (FailureKind::Network, "network"),
    (FailureKind::MissingDependency, "missing_dependency"),
    (FailureKind::Interrupted, "interrupted"),
    (FailureKind::Generic, "generic"),
];

impl FailureKind {
    pub fn name(self) -> &'static str {
        NAMES.iter().find(|(kind, _)| *kind == self).map_or("", |(_, name)| name)
    }

    /// The kind of this name.
    pub fn named(name: &str) -> Option<Self> {
        NAMES.iter().find(|(_, known)| *known == name).map(|(kind, _)| *kind)
    }
}
