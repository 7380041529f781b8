//! `darn fix`: suggestions for a given failure.

use std::time::Instant;

use engine::{Answer, Failure};
use serde_json::{Value, json};

use super::circumstances::{Circumstances, Format};
use super::prelude::*;
use crate::request::Waiting;

#[derive(Debug, clap::Args)]
pub struct Arguments {
    /// The failed command line, as typed (default: the last failure in this shell)
    #[arg(long, value_name = "TEXT", allow_hyphen_values = true, requires = "status")]
    command: Option<std::ffi::OsString>,
    /// Its exit status
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    status: Option<i32>,
    #[command(flatten)]
    circumstances: Circumstances,
    /// Maximum number of suggestions
    #[arg(long, value_name = "N", default_value_t = 9)]
    limit: usize,
    /// Also ask the model, unless a certain fix is known
    #[cfg(feature = "llm")]
    #[arg(long)]
    llm: bool,
}

pub fn run(context: &Context, arguments: &Arguments) -> Result<ExitCode, Error> {
    let settings = config::for_command(context)?.settings;
    let request = match (&arguments.command, arguments.status) {
        (Some(text), Some(status)) => {
            arguments.circumstances.request(context, text.to_string_lossy().into_owned(), status)?
        }
        _ => arguments.circumstances.last_failure(context, arguments.status, &settings)?,
    };
    let started = Instant::now();
    let mut answer = Service::new(&settings, context::today()).mend(&request, Waiting::Asker);
    #[cfg(feature = "llm")]
    let failed =
        arguments.llm.then(|| with_model(context, &request, &mut answer, &settings)).and_then(Result::err);
    #[cfg(not(feature = "llm"))]
    let failed: Option<Error> = None;
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
    match failed {
        Some(error) if answer.diagnosis.suggestions.is_empty() => Err(error),
        Some(error) => {
            ui::error(&error); // the offline suggestions are already printed
            Ok(ExitCode::SUCCESS)
        }
        None => Ok(ExitCode::from(u8::from(answer.diagnosis.suggestions.is_empty()))),
    }
}

/// Adds a model's suggestions, unless a certain fix is known offline.
#[cfg(feature = "llm")]
fn with_model(
    context: &Context,
    request: &crate::request::Request,
    answer: &mut Answer,
    settings: &config::Settings,
) -> Result<(), Error> {
    use crate::service::completed::{is_certain, merged};
    if is_certain(answer) {
        return Ok(());
    }
    let known = &*answer;
    let memory = crate::model::Memory::Counts;
    let ask = |asker: &mut crate::model::Asker<'_>| crate::model::repair(request, known, asker);
    let answered = super::asking::ask(settings, &request.caller, memory, ask, |_| {})?;
    super::asking::warn(&answered);
    if answered.suggestions.is_empty() {
        context.note(&format!("darn: {}", answered.nothing()));
    }
    if answered.is_remembered {
        crate::log::note(&format!("{} answered that before", answered.provider));
    }
    let offline = std::mem::take(&mut answer.diagnosis);
    answer.diagnosis = merged(offline, answered);
    Ok(())
}

/// Formats the failure for `darn fix` and `darn explain`.
pub fn failure_json(failure: &Failure) -> Value {
    let culprit = failure.culprit_command().and_then(|command| command.program_name());
    json!({
        "kind": failure.kind.name(),
        "culprit": culprit,
        "status": failure.record.status,
        "confidence": failure.confidence.name(),
    })
}

/// Formats a verdict for `darn fix` and `darn ask`.
fn verdict_json(verdict: &Verdict) -> Value {
    json!({
        "level": verdict.level.name(),
        "reasons": reasons_json(verdict),
        "instead": verdict.instead,
        "impact": verdict.impact,
    })
}

/// Formats the reasons of a verdict for `darn fix` and `darn check`; spans in bytes.
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

/// Formats suggestions for `darn fix` and `darn ask`.
pub fn suggestions_json(suggestions: &[Suggestion]) -> Vec<Value> {
    let suggestions = suggestions.iter().map(|s| {
        json!({
            "command": s.text,
            "because": s.because,
            "origin": s.origin.to_string(),
            "applicability": s.applicability.name(),
            "verdict": verdict_json(&s.verdict),
        })
    });
    suggestions.collect()
}

fn to_json(answer: &Answer, elapsed_us: u64) -> Value {
    let failure = answer.failure.as_ref().map(failure_json);
    json!({
        "failure": failure,
        "diagnosis": answer.diagnosis.because,
        "suggestions": suggestions_json(&answer.diagnosis.suggestions),
        "elapsed_us": elapsed_us,
    })
}
