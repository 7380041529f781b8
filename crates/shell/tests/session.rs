//! Persistent sessions of real shells.
// What cannot be set up fails the test; some tests print figures.
#![allow(clippy::unwrap_used, clippy::panic, clippy::print_stdout)]

#[path = "session/driver.rs"]
mod driver;

#[path = "session/behaviour.rs"]
mod behaviour;
#[path = "session/labelled.rs"]
mod labelled;
#[path = "session/timing.rs"]
mod timing;
