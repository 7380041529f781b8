//! `darn secrets list|test`: lists what counts as a secret, built-in and the user's own, and runs the
//! examples.

use redact::tables::{built_in_files, load};

use super::prelude::*;
use super::rule_files::{self, Source};
use crate::{policy, secrets};

#[derive(Debug, clap::Args)]
#[command(after_help = "Your own files: secrets/*.toml beside config.toml.")]
pub struct Arguments {
    #[command(subcommand)]
    command: Subcommands,
}

#[derive(Debug, clap::Subcommand)]
enum Subcommands {
    /// List the token formats and the places where programs take secrets
    List {
        /// Only entries whose id begins with this: github, aws/access-key
        issuer: Option<String>,
    },
    /// Run the examples of secrets files
    Test {
        /// Files (default: the built-in ones and yours)
        files: Vec<PathBuf>,
    },
}

pub fn run(_context: &Context, arguments: &Arguments) -> Result<ExitCode, Error> {
    match &arguments.command {
        Subcommands::List { issuer } => list(issuer.as_deref()),
        Subcommands::Test { files } => test(files),
    }
}

fn sources() -> Result<Vec<Source>, Error> {
    rule_files::sources(&secrets::files(), built_in_files())
}

fn list(issuer: Option<&str>) -> Result<ExitCode, Error> {
    for error in &secrets::tables().1 {
        ui::warning(&policy::describe(error));
    }
    let mut out = String::new();
    for (_, text) in sources()? {
        for entry in load::listed(&text) {
            if issuer.is_none_or(|issuer| entry.id.starts_with(issuer)) {
                out.push_str(&format!("{:<24} {}\n", entry.id, entry.about));
            }
        }
    }
    rule_files::list(&out, format!("no secrets for {}", issuer.unwrap_or_default()), "darn secrets list")
}

fn test(files: &[PathBuf]) -> Result<ExitCode, Error> {
    let mut tables = redact::Tables::clone(&secrets::tables().0);
    let sources = if files.is_empty() { sources()? } else { rule_files::read(files)? };
    for (name, text) in sources.iter().filter(|_| !files.is_empty()) {
        tables.add(name, text);
    }
    Ok(rule_files::conclude(sources.iter().map(|(name, text)| load::run(name, text, &tables))))
}
