//! What went wrong, and the suggested command lines.

use syntax::Edit;

pub use crate::applicability::Applicability;
use crate::kind::FailureKind;
use policy::Verdict;

/// The result for one failure.
#[derive(Debug, Clone, Default)]
#[must_use]
pub struct Diagnosis {
    /// One line: what is wrong, if known.
    pub because: Option<String>,
    /// Best first; at most [`Diagnosis::MAX_SUGGESTIONS`].
    pub suggestions: Vec<Suggestion>,
    /// Kind of the failure, if the rule that fixes it knows.
    pub kind: Option<FailureKind>,
    /// Id of the cause (`darn explain`) proved by a fact of this machine, if `because` is one.
    pub fact: Option<&'static str>,
    /// Whether `because` is from a rule for the program's own words, not from one for any program.
    pub is_specific: bool,
    /// Whether `because` is a likely reason for the findings of a compiler or the like: worth a word only if the
    /// user asks.
    pub is_background: bool,
}

impl Diagnosis {
    pub const MAX_SUGGESTIONS: usize = 9;
}

/// One proposed command line.
#[derive(Debug, Clone)]
pub struct Suggestion {
    /// The change to the failed text; empty if the whole line is new.
    pub edit: Edit,
    /// The complete command line; never run without confirmation.
    pub text: String,
    /// The reason, in one line.
    pub because: String,
    pub origin: Origin,
    pub applicability: Applicability,
    /// The policy's verdict on it.
    pub verdict: Verdict,
}

/// Origin of a suggestion.
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
