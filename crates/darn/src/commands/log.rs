//! `darn log`: the audit log.

use clap::builder::{PossibleValuesParser, TypedValueParser};
use jiff::Timestamp;

use super::circumstances::Format;
use super::prelude::*;
use crate::audit::entry::Entry;
use crate::audit::read::Snapshot;
use crate::audit::{files, verify};
use crate::files as rim;

mod since;

#[derive(Debug, clap::Args)]
#[command(after_help = "Newest last. Exit status 1 if there is nothing to show or --verify finds a problem.")]
pub struct Arguments {
    /// Only entries since this time: 2h, 3d, 2026-11-22, 2026-11-22T10:00
    #[arg(long, value_name = "WHEN", value_parser = since::parse)]
    since: Option<Timestamp>,
    /// Only entries of this kind: proposed, judged, confirmed, refused, run, sent, good, bad
    #[arg(long, value_name = "EVENT", value_enum, hide_possible_values = true)]
    event: Option<EventKind>,
    /// Only verdicts of at least this level: allow, warn, confirm, deny
    #[arg(long, value_name = "LEVEL", value_parser = levels(), hide_possible_values = true)]
    level: Option<Level>,
    /// Only the steps of this task
    #[arg(long, value_name = "N")]
    task: Option<u64>,
    /// Only the last N entries
    #[arg(long, value_name = "N")]
    limit: Option<usize>,
    /// Check that no entry was changed, removed, inserted or moved
    #[arg(long, conflicts_with_all = ["since", "event", "level", "task", "limit", "format"])]
    verify: bool,
    /// plain: text for people; json: one object per line
    #[arg(long, value_name = "FORMAT", value_enum, default_value_t)]
    format: Format,
}

fn levels() -> impl TypedValueParser<Value = Level> {
    PossibleValuesParser::new(Level::ALL.map(Level::name))
        .map(|name| Level::from_name(&name).unwrap_or(Level::Allow))
}

pub fn run(context: &Context, arguments: &Arguments) -> Result<ExitCode, Error> {
    let Some(directory) = dirs::state() else {
        return Err(Error::new(ErrorKind::Negative, "HOME is not set: nothing is logged")
            .hinted("set HOME to your home directory"));
    };
    let place = dirs::display(&directory.join(files::NAME));
    let log = Snapshot::read(&directory).map_err(|error| {
        Error::new(ErrorKind::Negative, format!("{place} cannot be read: {}", rim::reason(&error)))
            .hinted("darn doctor")
    })?;
    if log.parts.is_empty() && log.head.is_none() {
        return Err(Error::new(ErrorKind::Negative, "nothing has been logged yet")
            .hinted(format!("darn logs what it proposes and what you confirm in {place}")));
    }
    if arguments.verify {
        return check(context, &directory, &log);
    }
    let mut entries: Vec<Entry> = log.entries().filter(|entry| arguments.wants(entry)).collect();
    if let Some(limit) = arguments.limit {
        entries.drain(..entries.len().saturating_sub(limit));
    }
    let style = context.style();
    let line = |entry: &Entry| match arguments.format {
        Format::Json => serde_json::to_string(entry).unwrap_or_default() + "\n",
        Format::Plain => ui::entry::plain(entry, &style),
    };
    // a task is read from step to step
    let is_transcript =
        arguments.task.is_some() && arguments.event.is_none() && arguments.format == Format::Plain;
    ui::print(&if is_transcript {
        ui::transcript::plain(&entries, &style)
    } else {
        entries.iter().map(line).collect::<String>()
    });
    if entries.is_empty() {
        context.note("no entry matches");
    }
    Ok(ExitCode::from(u8::from(entries.is_empty())))
}

impl Arguments {
    fn wants(&self, entry: &Entry) -> bool {
        let time = |since: Timestamp| entry.time.parse().is_ok_and(|time: Timestamp| time >= since);
        let event = |wanted: EventKind| entry.event == wanted.name();
        // an unknown level ranks above all known ones
        let level = |wanted: Level| Level::from_name(&entry.level).is_none_or(|level| level >= wanted);
        self.since.is_none_or(time)
            && self.event.is_none_or(event)
            && self.level.is_none_or(level)
            && self.task.is_none_or(|task| entry.task == Some(task))
    }
}

/// Maximum number of problems listed; the others are only counted.
const MAX_TOLD: usize = 20;

fn check(context: &Context, directory: &Path, log: &Snapshot) -> Result<ExitCode, Error> {
    let report = verify::verify(log);
    for line in report.notes.iter().take(MAX_TOLD) {
        context.note(&format!("note: {line}"));
    }
    if report.problems.is_empty() {
        let last = report.last.map(|last| format!("; the last is from {}, hash {}", last.time, last.hash));
        let entries = match report.entries {
            1 => "1 entry".to_owned(),
            n => format!("{n} entries"),
        };
        ui::print(&ui::neutral(&format!("{entries}, none changed or missing{}\n", last.unwrap_or_default())));
        return Ok(ExitCode::SUCCESS);
    }
    let mut lines: Vec<String> = report.problems.iter().take(MAX_TOLD).cloned().collect();
    if let Some(more) = report.problems.len().checked_sub(MAX_TOLD + 1) {
        lines.push(format!("and {} more", more + 1));
    }
    let mut error = Error::new(
        ErrorKind::Negative,
        format!("the audit log is not as darn wrote it:\n{}", lines.join("\n")),
    );
    if report.problems.iter().any(|problem| problem.contains("the end")) {
        error = error.hinted("a power failure can also lose the last entries");
    }
    let files = dirs::display(&directory.join("audit"));
    Err(error.hinted(format!("to start over, move it away: mv {files}* SOMEWHERE")))
}
