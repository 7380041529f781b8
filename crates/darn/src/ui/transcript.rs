//! Formats what the audit log has of a task: one step after the other, with what became of each.

use jiff::{Timestamp, tz::TimeZone};

use super::style::{BOLD, DIM, Style};
use super::text::{printable, wrap};
use crate::audit::entry::Entry;
use crate::dirs;

/// Indent of everything but the times.
const INDENT: &str = "          ";

/// A command, from its proposal to what came of it.
struct Step<'a> {
    proposed: &'a Entry,
    last: &'a Entry,
}

/// Formats the entries of one task.
pub fn plain(entries: &[Entry], style: &Style) -> String {
    let Some(first) = entries.first() else { return String::new() };
    let task = first.task.map(|number| format!("task {number}, ")).unwrap_or_default();
    let head = format!("{task}{}, {}", time(first, "%Y-%m-%d"), printable(&first.shell, style));
    let steps: String = steps(entries).iter().map(|step| display(step, style)).collect();
    format!("{}\n{steps}", style.painted(DIM, &head))
}

/// Joins the entries about the same command; a command that is proposed again is another step.
fn steps(entries: &[Entry]) -> Vec<Step<'_>> {
    let mut steps: Vec<Step<'_>> = Vec::new();
    for entry in entries {
        match steps.last_mut() {
            Some(step) if entry.event != "proposed" && step.proposed.command == entry.command => {
                step.last = entry;
            }
            _ => steps.push(Step { proposed: entry, last: entry }),
        }
    }
    steps
}

/// ```text
/// 10:31:07  ~/src $ rm -rf docs
///           declined; confirm: files/delete: Deletes `docs` and everything below it.
/// ```
fn display(step: &Step<'_>, style: &Style) -> String {
    let Step { proposed, last } = step;
    let mut text = format!("{:<8}  ", time(proposed, "%H:%M:%S"));
    let directory = dirs::display(std::path::Path::new(&proposed.cwd));
    text.push_str(&format!("{} $ ", printable(&directory, style)));
    for (at, line) in proposed.command.lines().enumerate() {
        text.push_str(if at == 0 { "" } else { INDENT });
        text.push_str(&style.painted(BOLD, &printable(line, style)));
        text.push('\n');
    }
    let fate = match last.event.as_str() {
        "refused" => "declined",
        "proposed" => "not run",
        "confirmed" => "confirmed, did not end",
        other => other,
    };
    let mut parts = vec![fate.to_owned()];
    parts.extend(Some(&proposed.origin).filter(|origin| *origin != "model").cloned());
    if proposed.level != "allow" {
        parts.push(format!("{}: {}", proposed.level, proposed.reasons.join("; ")));
    }
    let width = if style.is_terminal { style.columns.saturating_sub(1) } else { usize::MAX };
    for line in wrap(&printable(&parts.join("; "), style), INDENT, width) {
        text.push_str(&style.painted(DIM, &line));
        text.push('\n');
    }
    text
}

fn time(entry: &Entry, format: &str) -> String {
    let time = entry.time.parse::<Timestamp>();
    time.map_or_else(|_| String::new(), |time| time.to_zoned(TimeZone::system()).strftime(format).to_string())
}
