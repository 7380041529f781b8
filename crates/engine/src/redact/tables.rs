//! The tables that say what a secret is: those of `data/secrets`, and the user's own.

/// The built-in tables, and what the user's files add.
#[derive(Debug, Clone, Default)]
pub struct Tables {}
