//! The diagnosis: what failed, and how to fix it.
//!
//! Invariants of this crate:
//! - Pure: no files, environment, clock, processes, output. Facts come through [`facts::World`].
//! - `diagnose` never fails and never runs anything; no type here can execute.
//! - Captured output and project files are hostile: they are data, and nothing they say is shown
//!   without having been checked against the world.
#![forbid(unsafe_code)]
#![cfg_attr(
    not(test),
    forbid(clippy::disallowed_methods, clippy::disallowed_types, clippy::disallowed_macros)
)]

/// Includes a table of `src/data/tables` as an array.
macro_rules! table {
    ($name:literal) => {
        include!(concat!(env!("OUT_DIR"), "/tables/", $name, ".rs"))
    };
}

mod alias;
mod answer;
mod applicability;
mod diagnose;
pub mod diagnosis;
pub mod examples;
pub mod explain;
pub mod failure;
mod kind;
mod parts;
pub mod pattern;
pub mod rules;
pub mod spell;
pub mod text;

pub use answer::Answer;
pub use diagnose::diagnose;
pub use diagnosis::{Applicability, Diagnosis, Origin, Suggestion};
pub use explain::{Explanation, Quote};
pub use failure::{Confidence, Failure, FailureKind};
pub use rules::RuleSet;
