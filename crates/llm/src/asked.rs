//! The request, as far as vetting the answer needs it.

use syntax::Dialect;

/// The request that a reply answers.
#[derive(Debug, Clone, Copy)]
pub struct Asked<'a> {
    /// The failed command line; `None`: nothing failed, the user asked for a command.
    pub failed: Option<&'a str>,
    /// The shell for which commands are wanted.
    pub dialect: Dialect,
    /// Output of the failed command, if the model has seen it.
    pub output: Option<&'a str>,
    /// How many commands may be proposed besides the first.
    pub alternatives: usize,
    pub provider: &'a str,
    pub model: &'a str,
}
