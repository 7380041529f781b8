//! `darn policy list|show|test`: lists the rules for dangerous commands and what the settings allow and
//! block, shows one rule, and runs the examples.

use ::policy::catalogue::{built_in_files, examples, listed};

use super::prelude::*;
use super::rule_files::{self, Source};
use crate::policy::{self, Loaded};

#[derive(Debug, clap::Args)]
#[command(after_help = "Your own files: policy/*.toml beside config.toml.")]
pub struct Arguments {
    #[command(subcommand)]
    command: Subcommands,
}

#[derive(Debug, clap::Subcommand)]
enum Subcommands {
    /// List every rule with its level and reason, then what your settings allow and block
    List {
        /// Only rules whose id begins with this: git, docker/prune
        area: Option<String>,
    },
    /// Print a rule as written in its file, with its examples
    Show {
        /// Its id, as `darn policy list` and `darn check` print it
        id: String,
    },
    /// Run the examples of policy files
    Test {
        /// Policy files (default: the built-in ones and yours)
        files: Vec<PathBuf>,
    },
}

pub fn run(context: &Context, arguments: &Arguments) -> Result<ExitCode, Error> {
    match &arguments.command {
        Subcommands::List { area } => list(context, area.as_deref()),
        Subcommands::Show { id } => show(id),
        Subcommands::Test { files } => test(context, files),
    }
}

fn sources() -> Result<Vec<Source>, Error> {
    rule_files::sources(&policy::files(), built_in_files())
}

fn loaded(context: &Context) -> Result<Loaded, Error> {
    Ok(policy::load(&config::for_command(context)?.settings, crate::context::today()))
}

fn list(context: &Context, area: Option<&str>) -> Result<ExitCode, Error> {
    let loaded = loaded(context)?;
    for error in &policy::errors() {
        ui::warning(&policy::describe(error));
    }
    for why in &loaded.unreadable {
        ui::warning(why);
    }
    let is_asked = |id: &str| {
        area.is_none_or(|area| {
            id.strip_prefix(area).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
        })
    };
    let mut out = String::new();
    for (name, text) in sources()? {
        for rule in listed(&name, &text).into_iter().filter(|rule| is_asked(&rule.id)) {
            out.push_str(&format!("{:<8} {:<34} {}\n", rule.level.name(), rule.id, rule.because));
        }
    }
    if area.is_none() {
        let lists = &loaded.policy.lists;
        for (word, entries) in
            [("allow", &lists.allow), ("block", &lists.block), ("expired", &loaded.expired)]
        {
            for entry in entries {
                out.push_str(&format!("{word:<8} {}\n", entry.text));
            }
        }
    }
    rule_files::list(&out, format!("no policy rules for {}", area.unwrap_or_default()), "darn policy list")
}

fn show(id: &str) -> Result<ExitCode, Error> {
    if rule_files::show(&sources()?, id) {
        return Ok(ExitCode::SUCCESS);
    }
    Err(Error::new(ErrorKind::Negative, format!("no policy rule `{id}` in a file"))
        .hinted("`darn policy list` lists them all; effects on paths and data are judged in code"))
}

fn test(context: &Context, files: &[PathBuf]) -> Result<ExitCode, Error> {
    let mut catalogue = loaded(context)?.policy.catalogue;
    let sources = if files.is_empty() { sources()? } else { rule_files::read(files)? };
    for (_, text) in sources.iter().filter(|_| !files.is_empty()) {
        catalogue.add(text);
    }
    Ok(rule_files::conclude(sources.iter().map(|(name, text)| examples::run(name, text, &catalogue))))
}
