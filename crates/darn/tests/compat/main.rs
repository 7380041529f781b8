//! darn in real shells, as people set them up, with its hooks on. `inside.rs` runs the same inside
//! `darn shell`. Numbers are those of `scenarios.txt`.
// What cannot be set up fails the test.
#![allow(clippy::expect_used, clippy::unwrap_used, clippy::panic)]

mod atuin;
mod bash;
mod bash_history;
mod bash_keys;
mod bash_list;
mod bash_settings;
mod drivers;
mod far;
mod fish;
mod habit;
mod nested;
mod plugins;
#[path = "../pty/mod.rs"]
mod pty;
mod scenarios;
mod sh;
mod surroundings;
mod terminals;
mod wrap;
mod zsh;
mod zsh_events;
mod zsh_list;
