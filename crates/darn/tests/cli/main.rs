//! The program without a terminal: its answers, files and exit statuses.
// A failed setup step fails the test.
#![allow(clippy::expect_used, clippy::unwrap_used, clippy::panic)]

#[path = "../helpers/home.rs"]
mod home;
#[path = "../helpers/resident.rs"]
mod resident;

mod check;
mod config;
mod daemon;
mod diagnose;
mod explain;
mod explain_lines;
mod fix;
mod hook;
mod hostile;
mod log;
mod policy;
mod powershell;
mod redact;
mod setup;
mod usage;
mod wording;
