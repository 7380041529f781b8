//! `darn fix`: suggestions for a given failure.

use std::process::ExitCode;
use std::time::Instant;

use engine::{Answer, Failure, Verdict};
use serde_json::{Value, json};

use super::circumstances::{Circumstances, Format};
use crate::cli::Context;
use crate::error::Error;
use crate::mend;
use crate::{config, rules, ui};

#[derive(Debug, clap::Args)]
pub struct Arguments {
    /// The failed command line, as typed; the last failure of this shell if not given
    #[arg(long, value_name = "TEXT", requires = "status")]
    command: Option<std::ffi::OsString>,
    /// Its exit status
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    status: Option<i32>,
    #[command(flatten)]
    circumstances: Circumstances,
    /// How many suggestions at most
    #[arg(long, value_name = "N", default_value_t = 9)]
    limit: usize,
}

pub fn run(context: &Context, arguments: &Arguments) -> Result<ExitCode, Error> {
    let settings = config::for_command(context)?.settings;
    let request = match (&arguments.command, arguments.status) {
        (Some(text), Some(status)) => {
            arguments.circumstances.request(text.to_string_lossy().into_owned(), status)?
        }
        _ => arguments.circumstances.last_failure(arguments.status, &settings)?,
    };
    let rules = rules::user_rules();
    let started = Instant::now();
    let mut answer = mend::mend(&request, &rules, mend::Waiting::Asker);
    answer.diagnosis.suggestions.truncate(arguments.limit);
    let elapsed = started.elapsed();
    match arguments.circumstances.format {
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

/// The failure as `darn fix` and `darn explain` print it.
pub fn failure_json(failure: &Failure) -> Value {
    let culprit = failure.culprit_command().and_then(|command| command.program_name());
    json!({
        "kind": failure.kind.name(),
        "culprit": culprit,
        "status": failure.record.status,
        "confidence": failure.confidence.name(),
    })
}

/// The reasons of a verdict as `darn fix` and `darn check` print them; spans in bytes.
pub fn reasons_json(verdict: &Verdict) -> Vec<Value> {
    let reasons = verdict.reasons.iter().map(|reason| {
        json!({
            "rule": reason.rule,
            "because": reason.because,
            "span": [reason.span.start, reason.span.end],
        })
    });
    reasons.collect()
}

fn to_json(answer: &Answer, elapsed_us: u64) -> Value {
    let failure = answer.failure.as_ref().map(failure_json);
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
                "verdict": { "level": s.verdict.level.name(), "reasons": reasons_json(&s.verdict) },
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
