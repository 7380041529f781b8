//! Real servers: models, and TLS.
#![cfg(feature = "network")]
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test fails by panicking")]

mod models;
mod server;
#[path = "../helpers/stage.rs"]
mod stage;
mod tls;
