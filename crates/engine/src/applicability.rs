//! Confidence in a suggestion. Shared with the build script, which packs the rules.

/// Confidence in a suggestion.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Deserialize, serde::Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Applicability {
    /// The only possible meaning.
    Certain,
    Likely,
    /// The user must fill something in.
    HasPlaceholders,
}

impl Applicability {
    pub const fn name(self) -> &'static str {
        match self {
            Self::Certain => "certain",
            Self::Likely => "likely",
            Self::HasPlaceholders => "has_placeholders",
        }
    }
}
