//! `darn fix`: suggestions for a given failure.

use std::io::Read as _;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Instant;

use engine::Level;
use serde_json::{Value, json};
use syntax::Dialect;

use crate::cli::Context;
use crate::error::{Error, ErrorKind};
use crate::mend::{self, Answer, Request};
use crate::{config, rules, ui};

/// More output than this is not read; the engine keeps its head and tail.
const MAX_OUTPUT: u64 = 64 * 1024 * 1024;
/// Files of aliases and history are read up to this size.
const MAX_LIST: u64 = 1024 * 1024;

#[derive(Debug, clap::Args)]
pub struct Arguments {
    /// The failed command line, as typed
    #[arg(long, value_name = "TEXT")]
    command: std::ffi::OsString,
    /// Its exit status
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    status: i32,
    /// What it printed: a file, or - for standard input
    #[arg(long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// The shell it was typed in: bash, zsh, fish, sh
    #[arg(long, value_name = "SHELL", default_value = "bash")]
    shell: String,
    /// The directory it ran in
    #[arg(long, value_name = "DIR")]
    cwd: Option<PathBuf>,
    /// The shell's aliases, as name=value lines
    #[arg(long, value_name = "FILE")]
    aliases: Option<PathBuf>,
    /// Recent commands, one a line, newest last
    #[arg(long, value_name = "FILE")]
    history: Option<PathBuf>,
    /// How many suggestions at most
    #[arg(long, value_name = "N", default_value_t = 9)]
    limit: usize,
    /// plain: one command a line; json: everything
    #[arg(long, value_name = "FORMAT", value_enum, default_value_t)]
    format: Format,
}

#[derive(Debug, Clone, Copy, Default, clap::ValueEnum)]
enum Format {
    #[default]
    Plain,
    Json,
}

pub fn run(context: &Context, arguments: &Arguments) -> Result<ExitCode, Error> {
    let dialect: Dialect = arguments.shell.parse().map_err(|()| {
        Error::new(ErrorKind::Usage, format!("unknown shell `{}`", arguments.shell))
            .hinted("one of bash, zsh, fish, sh, pwsh, nu")
    })?;
    let output = arguments.output.as_deref().map(|path| read(path, MAX_OUTPUT)).transpose()?;
    let lines = |path: &Option<PathBuf>| -> Result<String, Error> {
        let bytes = path.as_deref().map(|path| read(path, MAX_LIST)).transpose()?.unwrap_or_default();
        Ok(String::from_utf8_lossy(&bytes).into_owned())
    };
    let request = Request {
        text: arguments.command.to_string_lossy().into_owned(),
        status: arguments.status,
        dialect,
        output,
        aliases: lines(&arguments.aliases)?,
        functions: String::new(),
        history: lines(&arguments.history)?,
    };
    if let Some(directory) = &arguments.cwd {
        std::env::set_current_dir(directory).map_err(|error| {
            Error::new(ErrorKind::Usage, format!("cannot enter {}: {error}", directory.display()))
                .hinted("--cwd takes the directory in which the command failed")
        })?;
    }
    config::for_command(context)?; // nothing in it changes the answer; what is wrong in it is said
    let rules = rules::user_rules();
    let started = Instant::now();
    let mut answer = mend::mend(request, &rules);
    answer.diagnosis.suggestions.truncate(arguments.limit);
    let elapsed = started.elapsed();
    match arguments.format {
        Format::Plain => {
            for suggestion in &answer.diagnosis.suggestions {
                ui::print(&format!("{}\n", ui::neutral(&suggestion.text)));
            }
        }
        Format::Json => {
            let micros = u64::try_from(elapsed.as_micros()).unwrap_or(u64::MAX);
            ui::print(&format!("{}\n", to_json(&answer, micros)));
        }
    }
    Ok(ExitCode::from(u8::from(answer.diagnosis.suggestions.is_empty())))
}

fn read(path: &std::path::Path, limit: u64) -> Result<Vec<u8>, Error> {
    let mut bytes = Vec::new();
    let result = if path.as_os_str() == "-" {
        std::io::stdin().lock().take(limit).read_to_end(&mut bytes)
    } else {
        std::fs::File::open(path).and_then(|file| file.take(limit).read_to_end(&mut bytes))
    };
    result.map_err(|error| {
        Error::new(ErrorKind::Usage, format!("cannot read {}: {error}", path.display()))
            .hinted("name a readable file, or - for standard input")
    })?;
    Ok(bytes)
}

fn to_json(answer: &Answer, elapsed_us: u64) -> Value {
    let failure = answer.failure.as_ref().map(|failure| {
        let culprit = failure.culprit_command().and_then(|command| command.program_name());
        json!({
            "kind": failure.kind.name(),
            "culprit": culprit,
            "status": failure.record.status,
            "confidence": failure.confidence.name(),
        })
    });
    let suggestions: Vec<Value> = answer
        .diagnosis
        .suggestions
        .iter()
        .map(|s| {
            json!({
                "command": s.text,
                "because": s.because,
                "origin": s.origin.to_string(),
                "applicability": s.applicability.name(),
                "verdict": {
                    "level": s.verdict.level.name(),
                    "reasons": if s.verdict.level == Level::Allow { Vec::new() } else { s.verdict.reasons.clone() },
                },
            })
        })
        .collect();
    json!({
        "failure": failure,
        "diagnosis": answer.diagnosis.because,
        "suggestions": suggestions,
        "elapsed_us": elapsed_us,
    })
}
