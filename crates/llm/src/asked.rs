//! The parts of a request that are needed to vet the reply.

use syntax::Dialect;

/// The request that a reply answers.
#[derive(Debug, Clone, Copy)]
pub struct Asked<'a> {
    /// Failed command line; `None` if the user asked for a command.
    pub failed: Option<&'a str>,
    /// Shell that the commands are for.
    pub dialect: Dialect,
    /// Output of the failed command, if the model has seen it.
    pub output: Option<&'a str>,
    /// Maximum number of proposals besides the first.
    pub alternatives: usize,
    pub provider: &'a str,
    pub model: &'a str,
}
