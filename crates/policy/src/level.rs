//! How bad it is. Shared with the build script.

/// What stands between a command line and running it.
#[derive(
    Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Deserialize, serde::Serialize,
)]
#[serde(rename_all = "snake_case")]
pub enum Level {
    #[default]
    Allow,
    /// Worth a line of warning.
    Warn,
    /// Needs the word typed.
    Confirm,
    /// Never intended; refused.
    Deny,
}

impl Level {
    pub const ALL: [Self; 4] = [Self::Allow, Self::Warn, Self::Confirm, Self::Deny];

    /// True if the command runs only after the confirm word was typed, or never. Such suggestions stand
    /// behind milder ones.
    pub const fn is_dangerous(self) -> bool {
        matches!(self, Self::Confirm | Self::Deny)
    }

    pub const fn name(self) -> &'static str {
        match self {
            Self::Allow => "allow",
            Self::Warn => "warn",
            Self::Confirm => "confirm",
            Self::Deny => "deny",
        }
    }

    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|level| level.name() == name)
    }
}
