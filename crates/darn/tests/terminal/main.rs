//! The program in real shells on a real terminal, beside other programs, and with real model servers.
// What cannot be set up fails the test; some tests print figures.
#![allow(clippy::expect_used, clippy::unwrap_used, clippy::panic, clippy::print_stdout, clippy::print_stderr)]

#[path = "../helpers/home.rs"]
mod home;
#[macro_use]
mod pty;
#[path = "../helpers/resident.rs"]
mod resident;
#[cfg(feature = "llm")]
#[allow(dead_code)] // other tests need more of it
#[path = "../../../llm/tests/offline/server.rs"]
mod scripted;
#[cfg(feature = "llm")]
#[path = "../../../llm/tests/served/server.rs"]
mod server;

mod answerers;
mod audit;
mod behind_success;
mod cache;
mod canary;
#[cfg(feature = "llm")]
mod canary_model;
mod capture;
mod causes;
#[cfg(feature = "llm")]
mod chat;
mod compat;
mod daemon;
mod deaf_relay;
mod dialogue;
#[cfg(feature = "llm")]
mod dialogue_answer;
mod doctor_capture;
mod elsewhere;
mod explain;
mod filed;
mod guard;
mod guard_filter;
mod hook_scripts;
mod init;
mod inside_load;
mod keys;
#[cfg(feature = "llm")]
mod llm;
#[cfg(feature = "llm")]
mod llm_secrets;
mod locale;
mod log;
#[cfg(feature = "llm")]
mod model_delay;
#[cfg(feature = "llm")]
mod model_keys;
mod moved;
mod protocol;
mod recorded;
mod relay;
mod relay_output;
mod relay_private;
mod rerun;
mod service_manager;
mod setup;
mod stderr_file;
mod steps;
#[cfg(feature = "llm")]
mod task_events;
#[cfg(feature = "llm")]
mod task_scenarios;
#[cfg(feature = "llm")]
mod tasks;
mod r#try;
mod typed;
mod unfinished;
