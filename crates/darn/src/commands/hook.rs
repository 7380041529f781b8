//! `darn hook SHELL STATUS TEXT`: what the integration scripts call after a failure.
//!
//! The hint goes to stderr, which is the terminal; stdout carries the answer for the script: the
//! number of suggestions on the first line, then the text for the accept key.

use std::ffi::OsString;
use std::process::ExitCode;

use crate::mend::{self, Request};
use crate::{rules, ui};

pub fn run(arguments: &[OsString]) -> ExitCode {
    let words: Vec<_> = arguments.iter().map(|word| word.to_string_lossy()).collect();
    let [shell, status, text] = words.as_slice() else { return ExitCode::from(2) };
    let Ok(dialect) = shell.parse() else { return ExitCode::from(2) };
    let status: i32 = status.parse().unwrap_or(1);
    let variable = |name: &str| std::env::var_os(name).map(|value| value.to_string_lossy().into_owned()).unwrap_or_default();
    let request = Request {
        text: text.to_string(),
        status,
        dialect,
        output: None,
        aliases: variable("DARN_ALIASES"),
        functions: variable("DARN_FUNCTIONS"),
        history: variable("DARN_HISTORY"),
    };
    let answer = mend::mend(request, &rules::user_rules());
    let diagnosis = answer.diagnosis;
    let columns = std::env::var("DARN_COLUMNS").ok().and_then(|n| n.parse().ok()).unwrap_or(80);
    let style = ui::hint::Style { columns, utf8: true, color: true };
    if let Some(line) = ui::hint::line(&diagnosis, status, style) {
        ui::hint::draw(&line, style);
    }
    if let Some(first) = diagnosis.suggestions.first() {
        ui::print(&format!("{}\n{}", diagnosis.suggestions.len(), first.text));
    }
    ExitCode::SUCCESS
}
