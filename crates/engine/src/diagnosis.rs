//! What went wrong, and the command lines that would mend it.

use syntax::Edit;

use crate::failure::FailureKind;
use policy::Verdict;

/// The answer to one failure.
#[derive(Debug, Clone, Default)]
pub struct Diagnosis {
    /// One line: what is wrong. Absent where it is not known.
    pub because: Option<String>,
    /// Best first; at most [`Diagnosis::MAX_SUGGESTIONS`].
    pub suggestions: Vec<Suggestion>,
    /// What the failure was, where that which mends it tells.
    pub kind: Option<FailureKind>,
    /// Id of the cause (`darn explain`) that a fact of this machine proves, where `because` is one.
    pub fact: Option<&'static str>,
}

impl Diagnosis {
    pub const MAX_SUGGESTIONS: usize = 9;
}

/// One proposed command line.
#[derive(Debug, Clone)]
pub struct Suggestion {
    /// The change to the failed text; empty where the whole line is new.
    pub edit: Edit,
    /// The complete command line; never run without confirmation.
    pub text: String,
    /// One line: why this one.
    pub because: String,
    pub origin: Origin,
    pub applicability: Applicability,
    /// What stands between this and running it.
    pub verdict: Verdict,
}

/// Where a suggestion comes from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Origin {
    Rule(String),
    /// A language model.
    Llm {
        provider: String,
        model: String,
    },
}

impl std::fmt::Display for Origin {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Rule(id) => write!(f, "rule:{id}"),
            Self::Llm { provider, model } => write!(f, "llm:{provider}/{model}"),
        }
    }
}

/// How sure a suggestion is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Deserialize, serde::Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Applicability {
    /// There is one thing this can mean.
    Certain,
    Likely,
    /// The user has to fill something in.
    HasPlaceholders,
}

impl Applicability {
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Certain => "certain",
            Self::Likely => "likely",
            Self::HasPlaceholders => "has_placeholders",
        }
    }
}
