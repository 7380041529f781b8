//! A secret and its position in a text.

use syntax::Span;

/// A secret found by its position or form.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Found<'t> {
    /// What it is: `password`, `github-token` …
    pub kind: &'t str,
    /// The bytes that must not survive.
    pub span: Span,
}
