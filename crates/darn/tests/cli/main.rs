//! The program without a terminal: its answers, files and exit statuses.
// A failed setup step fails the test.
#![allow(clippy::expect_used, clippy::unwrap_used, clippy::panic)]

#[path = "../helpers/home.rs"]
mod home;
#[path = "../helpers/resident.rs"]
mod resident;
#[cfg(feature = "llm")]
#[allow(dead_code)] // other tests need more of it
#[path = "../../../llm/tests/offline/server.rs"]
mod scripted;

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
#[cfg(feature = "llm")]
mod tasks;
mod usage;
mod wording;
