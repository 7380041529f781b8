//! `darn diagnose`: one diagnosis and one suggestion, for integrations of other programs.

use std::time::Instant;

use serde::Deserialize;
use serde_json::json;

use super::circumstances::{Circumstances, Format, too_long};
use super::prelude::*;

#[derive(Debug, clap::Args)]
pub struct Arguments {
    /// The failed command line, as typed
    #[arg(long, value_name = "TEXT", allow_hyphen_values = true)]
    command: OsString,
    /// Its exit code
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    exit_code: i32,
    /// The directory it ran in
    #[arg(long, value_name = "DIR")]
    cwd: Option<PathBuf>,
    /// The caller's name for the session; the request_id in the answer starts with it
    #[arg(long, value_name = "ID", default_value = "darn")]
    session: String,
    /// Its standard error: a file, or - for standard input
    #[arg(long, value_name = "PATH")]
    stderr_file: Option<PathBuf>,
    /// PowerShell's error record: an object with message, command, scriptStackTrace, category, exitCode
    #[arg(long, value_name = "JSON")]
    error_record: Option<String>,
    /// The shell: bash, zsh, fish, sh, pwsh, nu
    #[arg(long, value_name = "SHELL")]
    shell: Option<String>,
    /// Recent commands, one per line, newest last
    #[arg(long, value_name = "FILE")]
    history: Option<PathBuf>,
    /// Provider timeout in milliseconds
    #[arg(long, value_name = "N", default_value_t = 5000)]
    timeout_ms: u64,
    /// plain: the message, then the suggestion; json: everything
    #[arg(long, value_name = "FORMAT", value_enum, default_value_t)]
    format: Format,
}

/// The relevant fields of PowerShell's `$Error[0]`.
#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
struct ErrorRecord {
    message: Option<String>,
    command: Option<String>,
    script_stack_trace: Option<String>,
    category: Option<String>,
    exit_code: Option<i32>,
}

impl ErrorRecord {
    /// Formats the record as PowerShell prints it.
    fn output(&self) -> Vec<u8> {
        let command = self.command.as_deref().map(|command| format!("{command}: ")).unwrap_or_default();
        let mut text = format!("{command}{}\n", self.message.as_deref().unwrap_or_default());
        if let Some(category) = &self.category {
            text.push_str(&format!("    + CategoryInfo          : {category}\n"));
        }
        if let Some(trace) = &self.script_stack_trace {
            text.push_str(trace);
            text.push('\n');
        }
        text.into_bytes()
    }
}

pub fn run(context: &Context, arguments: &Arguments) -> Result<ExitCode, Error> {
    let since = Instant::now();
    let mut settings = config::for_command(context)?.settings;
    settings.llm.timeout = settings.llm.timeout.min(Duration::from_millis(arguments.timeout_ms));
    let record: Option<ErrorRecord> =
        arguments.error_record.as_deref().map(serde_json::from_str).transpose().map_err(|error| {
            Error::new(ErrorKind::Usage, format!("--error-record is not a valid error record: {error}"))
                .hinted("its keys: message, command, scriptStackTrace, category, exitCode")
        })?;
    let shell = arguments.shell.as_deref().or_else(|| record.as_ref().map(|_| "pwsh"));
    let circumstances = Circumstances {
        output: arguments.stderr_file.clone(),
        shell: shell.map(str::to_owned),
        cwd: arguments.cwd.clone(),
        history: arguments.history.clone(),
        ..Circumstances::default()
    };
    let status = record.as_ref().and_then(|record| record.exit_code).unwrap_or(arguments.exit_code);
    let mut request =
        circumstances.request(context, arguments.command.to_string_lossy().into_owned(), status)?;
    if request.output.is_none() {
        request.output = record.as_ref().map(ErrorRecord::output);
    }
    let diagnosed = Service::new(&settings, context::today()).diagnose(&request).ok_or_else(too_long)?;
    let nanos = since.elapsed().as_nanos();
    match arguments.format {
        Format::Plain => {
            for line in std::iter::once(&diagnosed.message).chain(&diagnosed.suggestion) {
                ui::print(&format!("{}\n", ui::one_line(line)));
            }
        }
        Format::Json => {
            let millis = u64::try_from(since.elapsed().as_millis()).unwrap_or(u64::MAX);
            ui::print(&format!(
                "{}\n",
                json!({
                    "request_id": format!("{}-{:x}", arguments.session, nanos ^ u128::from(std::process::id())),
                    "message": diagnosed.message,
                    "suggestion": diagnosed.suggestion,
                    "confidence": diagnosed.confidence,
                    "processing_time_ms": millis,
                    "error": diagnosed.error,
                })
            ));
        }
    }
    Ok(ExitCode::from(u8::from(diagnosed.suggestion.is_none())))
}
