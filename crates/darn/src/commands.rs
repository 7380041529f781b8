//! One file per subcommand.

mod prelude;

#[cfg(feature = "llm")]
pub mod ask;
#[cfg(feature = "llm")]
pub mod asking;
#[cfg(feature = "llm")]
pub mod chat;
pub mod check;
pub mod circumstances;
pub mod completions;
pub mod config;
pub mod daemon;
pub mod diagnose;
pub mod doctor;
pub mod explain;
pub mod feedback;
pub mod fix;
pub mod hook;
pub mod init;
pub mod last;
#[cfg(feature = "llm")]
pub mod last_request;
pub mod log;
pub mod man;
pub mod others;
pub mod policy;
pub mod redact;
pub mod rule_files;
pub mod rules;
pub mod secrets;
pub mod setup;
pub mod shell;
#[cfg(feature = "llm")]
pub mod task;
pub mod r#try;
pub mod uninstall;
