//! `darn hook SHELL STATUS TEXT`: what the integration scripts call after a failure.
//!
//! The hint goes to stderr, which is the terminal; stdout carries the answer for the script: the
//! number of suggestions on the first line, then the text for the accept key.

use std::ffi::OsString;
use std::process::ExitCode;

use engine::{CommandRecord, Failure};

use crate::host::RealWorld;
use crate::ui;

pub fn run(arguments: &[OsString]) -> ExitCode {
    let words: Vec<_> = arguments.iter().map(|word| word.to_string_lossy()).collect();
    let [shell, status, text] = words.as_slice() else { return ExitCode::from(2) };
    let Ok(dialect) = shell.parse() else { return ExitCode::from(2) };
    let record = CommandRecord {
        text: text.to_string(),
        dialect,
        cwd: String::new(),
        status: status.parse().unwrap_or(1),
        output: None,
    };
    let Some(failure) = Failure::of(&record) else { return ExitCode::SUCCESS };
    let diagnosis = engine::diagnose(&failure, &RealWorld::new());
    let columns = std::env::var("DARN_COLUMNS").ok().and_then(|n| n.parse().ok()).unwrap_or(80);
    let style = ui::hint::Style { columns, utf8: true, color: true };
    if let Some(line) = ui::hint::line(&diagnosis, record.status, style) {
        ui::hint::draw(&line, style);
    }
    if let Some(first) = diagnosis.suggestions.first() {
        ui::print(&format!("{}\n{}", diagnosis.suggestions.len(), first.text));
    }
    ExitCode::SUCCESS
}
