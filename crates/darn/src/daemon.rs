//! The resident process: one warm engine for every shell. An optimisation, never a requirement: a hook waits
//! at most `daemon.hook_timeout_ms` for it and then answers by itself.
//!
//! One thread polls (`reactor`) and hands whole messages to a few workers (`work`). It never waits for a
//! client: what cannot be written stays in a bounded queue. There are two kinds of clients: connections to the
//! socket (`docs/protocol.md`), and pairs of FIFOs by which the hooks of bash and zsh ask with builtins only,
//! which are lent to a worker for each question (`listen`).

mod answer;
mod client;
mod clients;
mod detach;
mod hints;
mod listen;
mod place;
mod reactor;
mod sessions;
mod socket;
mod work;

pub use client::{Connection, ask_for_hint, patience};
pub use detach::{StartError, leave_session, say_ready, start};
pub use place::{candidates, find, is_trusted};
pub use reactor::run;
pub use socket::{ListenError, Socket};

/// Distinguishes frames of hooks from bytes of programs that happen to write to a FIFO.
pub const NONCE: &str = "darn-daemon";
/// Ends the drawn text in the answer to a hook; the reply follows.
pub const END_OF_DRAWN: u8 = 0x1d;
