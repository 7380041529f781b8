//! The brain of darn: what failed, what would mend it.
//!
//! Invariants of this crate:
//! - Pure: no files, environment, clock, processes, output. Facts come through [`World`].
//! - `diagnose` never fails and never runs anything; no type here can execute.
//! - Captured output and project files are hostile: they are data, and nothing they say is shown
//!   without having been checked against the world.
#![forbid(unsafe_code)]
#![cfg_attr(
    not(test),
    forbid(clippy::disallowed_methods, clippy::disallowed_types, clippy::disallowed_macros)
)]

mod answer;
pub mod builtins;
pub mod diagnosis;
pub mod explain;
pub mod facts;
pub mod failure;
pub mod frequency;
mod haystack;
pub mod packages;
pub mod paths;
pub mod plain;
pub mod policy;
pub mod private;
pub mod readers;
pub mod record;
pub mod rules;
pub mod spell;
pub mod stored;
pub mod vocabulary;
pub mod world;

pub use answer::Answer;
pub use diagnosis::{Applicability, Diagnosis, Origin, Suggestion};
pub use explain::{Explanation, Quote};
pub use failure::{Confidence, Failure, FailureKind};
pub use policy::{Level, Policy, Reason, Verdict};
pub use private::Private;
pub use record::{CommandRecord, Output};
pub use rules::{RuleSet, diagnose};
pub use world::{Attributes, Entry, FakeWorld, PathKind, Process, ShellVariable, Space, World};
