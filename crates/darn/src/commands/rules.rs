//! `darn rules list|show|test`: lists the rules, shows one in full, and runs their examples.

use engine::examples;
use engine::rules::{built_in_files, fixers};

use super::prelude::*;
use super::rule_files::{self, Source};
use crate::rules;

#[derive(Debug, clap::Args)]
pub struct Arguments {
    #[command(subcommand)]
    command: Subcommands,
}

#[derive(Debug, clap::Subcommand)]
enum Subcommands {
    /// List every rule with the problem it fixes
    List {
        /// Only rules for this program
        program: Option<String>,
    },
    /// Print a rule as written in its file, with its examples
    Show {
        /// Its id, as `darn rules list` prints it
        id: String,
    },
    /// Run the examples of rule files
    Test {
        /// Rule files (default: the built-in ones and yours)
        files: Vec<PathBuf>,
    },
}

pub fn run(_context: &Context, arguments: &Arguments) -> Result<ExitCode, Error> {
    match &arguments.command {
        Subcommands::List { program } => list(program.as_deref()),
        Subcommands::Show { id } => show(id),
        Subcommands::Test { files } => test(files),
    }
}

fn sources() -> Result<Vec<Source>, Error> {
    rule_files::sources(&rules::files(), built_in_files())
}

fn list(program: Option<&str>) -> Result<ExitCode, Error> {
    let mut out = String::new();
    let of_program = |id: &str| program.is_none_or(|program| id.split('/').next() == Some(program));
    for (name, text) in sources()? {
        for rule in engine::rules::parse(&name, &text, &mut Vec::new()).1 {
            let rule = rule.rule;
            if of_program(&rule.id) {
                out.push_str(&format!("{:<34} {}\n", rule.id, rule.because));
            }
        }
    }
    for fixer in fixers::ALL.iter().filter(|fixer| of_program(fixer.id)) {
        out.push_str(&format!("{:<34} {}\n", fixer.id, fixer.about));
    }
    rule_files::list(&out, format!("no rules for {}", program.unwrap_or_default()), "darn rules list")
}

fn show(id: &str) -> Result<ExitCode, Error> {
    if rule_files::show(&sources()?, id) {
        return Ok(ExitCode::SUCCESS);
    }
    if let Some(fixer) = fixers::ALL.iter().find(|fixer| fixer.id == id) {
        ui::print(&format!("{}: {}\nA rule in Rust, built into darn.\n", fixer.id, fixer.about));
        return Ok(ExitCode::SUCCESS);
    }
    Err(Error::new(ErrorKind::Negative, format!("no rule `{id}`")).hinted("`darn rules list` lists them all"))
}

fn test(files: &[PathBuf]) -> Result<ExitCode, Error> {
    let sources = if files.is_empty() { sources()? } else { rule_files::read(files)? };
    Ok(rule_files::conclude(sources.iter().map(|(name, text)| examples::run(name, text))))
}
