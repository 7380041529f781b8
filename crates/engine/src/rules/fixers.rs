//! Rules in Rust, for what data cannot say. One file a rule; its name stands in [`ALL`].

use super::{Case, Proposal};

mod unknown_command;

/// A rule in Rust.
#[derive(Clone, Copy)]
pub struct Fixer {
    /// Named after the problem: `any/unknown-command`.
    pub id: &'static str,
    /// One line for `darn rules list`.
    pub about: &'static str,
    pub propose: fn(&Case<'_>) -> Vec<Proposal>,
}

impl std::fmt::Debug for Fixer {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.id)
    }
}

/// All fixers, in alphabetical order.
pub const ALL: &[&Fixer] = &[&unknown_command::FIXER];
