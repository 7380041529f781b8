//! Parses, edits and quotes shell command lines.
//!
//! Invariants of this crate:
//! - **Parsing never fails.** Any text gives a [`Script`]; errors are listed in [`Script::issues`].
//!   Parsing is linear in the length of the text and bounded in depth.
//! - **Spans are byte offsets** into [`Script::text`], always on character boundaries.
//! - **An [`Edit`] touches only its span**: every other byte of the command line stays as typed.
//! - **No side effects**: no files, environment, clock or output.
#![forbid(unsafe_code)]
#![cfg_attr(
    not(test),
    forbid(clippy::disallowed_methods, clippy::disallowed_types, clippy::disallowed_macros)
)]

mod ast;
mod dialect;
mod edit;
mod lex;
mod parse;
mod parts;
mod pieces;
mod prefix;
mod quote;
mod tree;
mod wellformed;

pub use ast::{
    Block, BlockKind, Command, Connector, Issue, IssueKind, QuoteStyle, Redirect, Script, Span, Word,
};
pub use dialect::Dialect;
pub use edit::Edit;
pub use lex::is_name;
pub use parts::{Part, Within};
pub use pieces::{Piece, PieceKind};
pub use quote::{quote, quote_as};
pub use tree::Node;
