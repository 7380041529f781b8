//! Shell languages: text ⇄ [`Script`], edits and quoting.
//!
//! Invariants of this crate:
//! - **Parsing never fails.** Any text gives a [`Script`]; what could not be read is listed in
//!   [`Script::issues`]. Parsing is linear in the length of the text and bounded in depth.
//! - **Spans are byte offsets** into [`Script::text`], always on character boundaries.
//! - **An [`Edit`] touches only its span**: every other byte of the command line stays as typed.
//! - Pure: no files, no environment, no clock, no output.
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
pub use parts::{Part, Within};
pub use pieces::{Piece, PieceKind};
pub use quote::{quote, quote_as};
pub use tree::Node;
