//! Persistent sessions of real shells.
// What cannot be set up fails the test.
#![allow(clippy::unwrap_used, clippy::panic)]

#[path = "session/driver.rs"]
mod driver;

#[path = "session/behaviour.rs"]
mod behaviour;
#[path = "session/labelled.rs"]
mod labelled;
