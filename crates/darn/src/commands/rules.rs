//! `darn rules list|show|test`: the rules there are, one of them in full, and their examples run.

use std::path::PathBuf;
use std::process::ExitCode;

use engine::rules::{built_in_files, examples, fixers};

use crate::cli::Context;
use crate::error::{Error, ErrorKind};
use crate::{dirs, rules, ui};

#[derive(Debug, clap::Args)]
pub struct Arguments {
    #[command(subcommand)]
    command: Subcommands,
}

#[derive(Debug, clap::Subcommand)]
enum Subcommands {
    /// Name every rule with its problem, one a line
    List {
        /// Only the rules of this program
        program: Option<String>,
    },
    /// Print a rule as it stands in its file, with its examples
    Show {
        /// Its id, as `darn rules list` prints it
        id: String,
    },
    /// Run the examples of rule files
    Test {
        /// Rule files; without: the built-in ones and those of the user
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

/// A rule file: how a user calls it, and its text.
pub type Source = (String, String);

fn sources() -> Result<Vec<Source>, Error> {
    let mut found: Vec<Source> = rules::files().iter().map(|path| read(path)).collect::<Result<_, _>>()?;
    found.extend(built_in_files().map(|(stem, text)| (format!("built-in {stem}.toml"), text.to_owned())));
    Ok(found)
}

pub fn read(path: &std::path::Path) -> Result<Source, Error> {
    let bytes = std::fs::read(path).map_err(|error| {
        Error::new(ErrorKind::Usage, format!("cannot read {}: {error}", path.display()))
            .hinted("name a readable rule file")
    })?;
    Ok((dirs::display(path), String::from_utf8_lossy(&bytes).into_owned()))
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
    if out.is_empty() {
        return Err(Error::new(ErrorKind::Negative, format!("no rules for {}", program.unwrap_or_default()))
            .hinted("`darn rules list` names them all"));
    }
    ui::print(&ui::neutral(&out));
    Ok(ExitCode::SUCCESS)
}

fn show(id: &str) -> Result<ExitCode, Error> {
    for (name, text) in sources()? {
        if let Some(rule) = section(&text, id) {
            ui::print(&format!("# {name}\n{}\n", ui::neutral(rule.trim_end())));
            return Ok(ExitCode::SUCCESS);
        }
    }
    if let Some(fixer) = fixers::ALL.iter().find(|fixer| fixer.id == id) {
        ui::print(&format!("{}: {}\nA rule in Rust, built into darn.\n", fixer.id, fixer.about));
        return Ok(ExitCode::SUCCESS);
    }
    Err(Error::new(ErrorKind::Negative, format!("no rule `{id}`")).hinted("`darn rules list` names them all"))
}

/// The text of one `[[rule]]` with its examples.
pub fn section<'a>(text: &'a str, id: &str) -> Option<&'a str> {
    const HEAD: &str = "[[rule]]";
    let mut starts: Vec<usize> = text
        .match_indices(HEAD)
        .map(|(at, _)| at)
        .filter(|at| *at == 0 || text.as_bytes().get(at - 1) == Some(&b'\n'))
        .collect();
    starts.push(text.len());
    starts.windows(2).filter_map(|pair| text.get(*pair.first()?..*pair.get(1)?)).find(|rule| {
        rule.lines().any(|line| {
            line.split_once('=').is_some_and(|(key, value)| {
                key.trim() == "id" && value.trim().trim_matches(['"', '\'']) == id
            })
        })
    })
}

fn test(files: &[PathBuf]) -> Result<ExitCode, Error> {
    let sources = if files.is_empty() {
        sources()?
    } else {
        files.iter().map(|path| read(path)).collect::<Result<_, _>>()?
    };
    let (mut rules, mut cases, mut wrong) = (0, 0, 0);
    for (name, text) in &sources {
        let report = examples::run(name, text);
        rules += report.rules;
        cases += report.examples;
        wrong += report.errors.len();
        for error in &report.errors {
            ui::print(&format!("{}\n", ui::neutral(&error.to_string())));
        }
    }
    ui::print(&format!("{rules} rules, {cases} examples, {wrong} wrong\n"));
    Ok(ExitCode::from(u8::from(wrong > 0)))
}
