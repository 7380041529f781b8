//! The protocol between the integration scripts and darn: [`HookRequest`] in, [`HookReply`] out.
//!
//! Each transport is one module with an encoder and a decoder for these types:
//!
//! | module | request | reply |
//! |---|---|---|
//! | [`process`] | the arguments and environment of `darn hook SHELL …` | its standard output and exit status |
//! | [`relay`] | NUL-terminated fields in a FIFO of `darn shell` | the same text in the other FIFO |
//! | [`late`] | – | the answer of a model, in a FIFO that the `model` call has named |
//! | [`daemon`] | one message a line, JSON or tab-separated fields, in the daemon's socket | the same |
//! | [`dialogue`] | – | the answer of the relay's own copy, which may have asked the user |
#![forbid(unsafe_code)]
#![cfg_attr(
    not(test),
    forbid(clippy::disallowed_methods, clippy::disallowed_types, clippy::disallowed_macros)
)]

pub mod daemon;
pub mod dialogue;
pub mod late;
pub mod process;
pub mod relay;

mod reply;
mod request;
mod text;

pub use reply::{Choice, GuardAnswer, Hint, HookReply, Judgement, ModelStart, Rewrite, Shown, Step};
pub use request::{
    Call, FailedLine, GuardedLine, HookRequest, Kind, LentKeys, OtherShells, Session, WishLine,
};
pub use text::{MAX_BYTES, SafeText, Unfit};

#[cfg(test)]
mod tests;
