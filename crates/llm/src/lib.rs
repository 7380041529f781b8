//! Language models: prompts, transport, replies.
//!
//! Invariants of this crate:
//! - Only `client` opens a connection, and it takes a `Redacted<Prompt>`, which only
//!   [`redact`] makes.
//! - A reply is hostile text: reading it never fails, and what it proposes is a command only after
//!   [`vet`] has parsed it, found its program and had it judged.

mod asked;
pub mod budget;
#[cfg(feature = "network")]
pub mod client;
pub mod dropped;
mod error;
pub mod key;
pub mod prompt;
pub mod providers;
pub mod reply;
pub mod vet;
pub mod wire;

pub use asked::Asked;
pub use error::{Error, Phase};
