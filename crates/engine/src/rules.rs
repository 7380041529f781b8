//! Rules: one kind of failure and its fix each.

use syntax::{Command, Edit};

use crate::diagnosis::Applicability;
use crate::failure::Failure;
use facts::world::World;

mod candidates;
mod destructive;
mod finished;
pub mod fixers;
pub(crate) mod format;
mod grounded;
pub(crate) mod guard;
mod inner;
pub(crate) mod interpret;
mod load;
pub mod places;
pub(crate) mod rank;
mod second_look;
pub mod sources;
mod template;

pub use load::{CompiledRule, RuleSet, built_in_files, parse};

/// The input of a rule.
#[derive(Clone, Copy)]
pub struct Case<'a> {
    pub failure: &'a Failure,
    pub world: &'a dyn World,
    /// The normalised output; `None` if it was not captured.
    pub output: Option<&'a str>,
}

impl std::fmt::Debug for Case<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Case")
            .field("failure", &self.failure)
            .field("output", &self.output)
            .finish_non_exhaustive()
    }
}

impl<'a> Case<'a> {
    /// Returns the commands of the line, the likely culprit first.
    #[must_use]
    pub fn commands(&self) -> Vec<&'a Command> {
        let commands = &self.failure.script.commands;
        let culprit = self.failure.culprit.and_then(|at| commands.get(at));
        let others =
            commands.iter().enumerate().filter(|(at, _)| Some(*at) != self.failure.culprit).map(|(_, c)| c);
        culprit.into_iter().chain(others).collect()
    }

    /// Returns whether the captured output contains `text`.
    #[must_use]
    pub fn printed(&self, text: &str) -> bool {
        self.output.is_some_and(|output| output.contains(text))
    }

    /// Returns whether the output was captured and contains none of these texts.
    #[must_use]
    pub fn printed_none(&self, texts: &[&str]) -> bool {
        self.output.is_some_and(|output| !texts.iter().any(|text| output.contains(text)))
    }
}

/// A possible fix, before it is verified and ranked.
#[derive(Debug, Clone)]
pub struct Proposal {
    pub rule: String,
    pub edit: Edit,
    pub because: String,
    pub applicability: Applicability,
    /// Distance of a spelling correction in hundredths of an edit; 0 if nothing was guessed.
    pub distance: u32,
}
