//! Arguments: what was typed, no effects while parsing.

use std::ffi::OsString;
use std::process::ExitCode;

use clap::{Parser, Subcommand};

use crate::commands;
use crate::error::Error;

#[derive(Debug, Parser)]
#[command(name = "darn", version, about = "Mends the command that just failed, in the shell you already use")]
struct Arguments {
    #[command(subcommand)]
    command: Option<Subcommands>,
}

#[derive(Debug, Subcommand)]
enum Subcommands {
    /// Print the integration script for a shell
    Init { shell: String },
    /// Open a new shell with darn loaded, to look before installing
    Try { shell: Option<String> },
}

/// Parses the arguments and runs the subcommand.
pub fn dispatch(arguments: Vec<OsString>) -> Result<ExitCode, Error> {
    let arguments = match Arguments::try_parse_from(arguments) {
        Ok(arguments) => arguments,
        Err(error) => {
            let _ = error.print();
            return Ok(ExitCode::from(u8::try_from(error.exit_code()).unwrap_or(2)));
        }
    };
    match arguments.command {
        None => Ok(ExitCode::from(1)),
        Some(Subcommands::Init { shell }) => commands::init::run(&shell),
        Some(Subcommands::Try { shell }) => commands::r#try::run(shell.as_deref()),
    }
}
