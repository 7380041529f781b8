//! A secret and its position in a text.

use syntax::Span;

/// A secret found by its position or form.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Found<'t> {
    /// Kind of secret: `password`, `github-token` …
    pub kind: &'t str,
    /// Bytes to remove.
    pub span: Span,
}

impl<'t> Found<'t> {
    /// Creates the finding of a value that begins at `start`.
    pub fn at(start: usize, value: &str, kind: &'t str) -> Self {
        Self { kind, span: Span::new(start, start + value.len()) }
    }
}
