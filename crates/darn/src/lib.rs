//! The `darn` program: everything around the engine that does I/O with files, processes and terminals.

use std::ffi::OsString;
use std::process::ExitCode;

mod act;
mod audit;
mod caller;
mod capture;
#[cfg(feature = "llm")]
mod chat;
mod cli;
mod commands;
mod config;
mod confirm;
mod context;
mod daemon;
mod dirs;
mod env;
mod error;
mod files;
mod git;
mod host;
mod impact;
mod lock;
mod log;
#[cfg(feature = "llm")]
mod model;
mod policy;
mod rc;
mod relay;
mod request;
mod rules;
mod secrets;
mod service;
mod startup;
mod taken;
#[cfg(feature = "llm")]
mod tasks;
mod ui;

pub use error::{Error, ErrorKind};

/// Runs the program; `arguments` begin with the program's name.
pub fn run(arguments: Vec<OsString>) -> ExitCode {
    // the hook runs after every failed command, so it skips the argument parser (0.8 ms of CPU time)
    if arguments.get(1).is_some_and(|word| word == "hook") {
        return commands::hook::run(arguments.get(2..).unwrap_or_default());
    }
    let result = cli::dispatch(arguments);
    match result {
        Ok(code) => code,
        Err(error) => {
            ui::error(&error);
            error.exit_code()
        }
    }
}
