//! What was asked, as far as the answer is measured against it.

use syntax::Dialect;

/// The question to which a reply belongs.
#[derive(Debug, Clone, Copy)]
pub struct Asked<'a> {
    /// The command line that failed; `None`: nothing failed, a command was wished for.
    pub failed: Option<&'a str>,
    /// Of the shell for which commands are wanted.
    pub dialect: Dialect,
    /// What the failed command printed, where the model has seen it.
    pub output: Option<&'a str>,
    /// How many commands besides the first may be proposed.
    pub alternatives: usize,
    pub provider: &'a str,
    pub model: &'a str,
}
