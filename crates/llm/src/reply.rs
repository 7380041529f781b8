//! A model's text → what it proposes. Reading never fails: what is not understood proposes nothing.

/// What a model proposes; nothing in it has been vetted.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Reply {
    /// Command lines, best first: the fix, then its alternatives (at most 3).
    pub commands: Vec<Command>,
    /// One line: why.
    pub why: Option<String>,
}

/// One proposed command line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Command {
    /// More than one: steps, each of which runs only where the one before succeeded.
    pub steps: Vec<String>,
    /// Something in it is for the user to fill in.
    pub has_placeholders: bool,
}
