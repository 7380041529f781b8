//! `darn redact`: copies standard input to standard output without the secrets.

use std::io::Read as _;

use super::circumstances::Format;
use super::prelude::*;
use crate::{policy, secrets};

mod bytes;

#[derive(Debug, clap::Args)]
#[command(
    after_help = "Reads all of standard input. The same value gets the same number: [REDACTED:token:1]."
)]
pub struct Arguments {
    /// plain: the redacted text; json: kind, line and column of each secret, never its value
    #[arg(long, value_name = "FORMAT", value_enum, default_value_t)]
    format: Format,
}

pub fn run(context: &Context, arguments: &Arguments) -> Result<ExitCode, Error> {
    let mut input = Vec::new();
    context::input().read_to_end(&mut input)?;
    for error in &secrets::tables().1 {
        ui::warning(&policy::describe(error));
    }
    let redacted = secrets::redactor(&context.caller).redact(bytes::to_text(&input));
    match arguments.format {
        Format::Plain => ui::print_bytes(&bytes::of_text(redacted.get())),
        Format::Json => {
            let findings = serde_json::to_string(redacted.findings()).map_err(anyhow::Error::from)?;
            ui::print(&format!("{findings}\n"));
        }
    }
    Ok(ExitCode::SUCCESS)
}
