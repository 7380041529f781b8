//! Language models: prompts, transport and replies.
//!
//! Invariants of this crate:
//! - Only `client` opens connections, and it takes a `Redacted<Prompt>`, which only [`redact`] creates.
//! - A reply is untrusted text: reading it never fails, and a proposal becomes a command only after [`vet`]
//!   has parsed it, found its program and checked it against the policy.

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
