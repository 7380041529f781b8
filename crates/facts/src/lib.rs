//! Facts: the failed command, the machine ([`World`]), and knowledge about programs.
//!
//! No side effects: no files, environment, clock, processes or output. Facts about the machine come through
//! [`World`].
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

pub mod alias;
pub mod builtins;
mod fake_world;
pub mod frequency;
pub mod glob;
pub mod packages;
pub mod parts;
pub mod paths;
pub mod plain;
pub mod project;
pub mod readers;
pub mod record;
pub mod system;
pub mod vocabulary;
pub mod world;

pub use fake_world::FakeWorld;
pub use record::{CommandRecord, Output};
pub use world::{Attributes, Entry, PathKind, Process, ShellVariable, Space, World};
