//! Prompts, wires and replies, and test servers that fail in every way: nothing here needs another program or
//! machine.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test fails by panicking")]

mod cuts;
#[cfg(feature = "network")]
mod faults;
mod labelled;
#[cfg(feature = "network")]
mod proxy;
mod replies;
mod replies_over_wires;
mod requests;
#[cfg(feature = "network")]
mod server;
#[cfg(feature = "network")]
#[path = "../helpers/stage.rs"]
mod stage;
mod vet;
mod wires;
