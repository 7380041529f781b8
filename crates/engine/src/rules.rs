//! Rules: one kind of failure and its fix each.

use syntax::Edit;

use crate::diagnosis::Applicability;

mod candidates;
mod case;
mod destructive;
pub(crate) mod example;
mod finished;
pub mod fixers;
mod foreign;
pub(crate) mod format;
mod grounded;
pub(crate) mod guard;
mod heads;
mod inner;
pub(crate) mod inner_tools;
mod install;
pub(crate) mod interpret;
mod load;
mod moves;
mod options;
mod places;
pub(crate) mod rank;
mod second_look;
pub(crate) mod sources;
mod startable;
mod tabled;
mod template;

pub(crate) use case::{Case, Similar};
pub(crate) use load::line_of;
pub use load::{CompiledRule, RuleSet, built_in_files, parse};
pub use sources::project::make_targets;

/// A possible fix, before it is verified and ranked.
#[derive(Debug, Clone)]
pub(crate) struct Proposal {
    /// Id of the rule; the list of fixers fills it in for its own.
    pub rule: String,
    pub edit: Edit,
    pub because: String,
    pub applicability: Applicability,
    /// Distance of a spelling correction in hundredths of an edit; 0 if nothing was guessed.
    pub distance: u32,
}

impl Proposal {
    pub fn new(edit: Edit, because: impl Into<String>, applicability: Applicability) -> Self {
        Self { rule: String::new(), edit, because: because.into(), applicability, distance: 0 }
    }

    /// Creates a proposal with the only possible meaning.
    pub fn certain(edit: Edit, because: impl Into<String>) -> Self {
        Self::new(edit, because, Applicability::Certain)
    }

    pub fn likely(edit: Edit, because: impl Into<String>) -> Self {
        Self::new(edit, because, Applicability::Likely)
    }

    pub const fn at_distance(mut self, distance: u32) -> Self {
        self.distance = distance;
        self
    }
}
