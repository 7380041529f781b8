//! Formats an entry of the audit log: what happened, and on a second line where and why.

use jiff::{Timestamp, tz::TimeZone};

use super::numbers::several;
use super::style::{DIM, Style};
use super::text::{first_line, fit, printable};
use crate::audit::entry::{Entry, Sent};

/// Width before the command: date and time, what happened.
const INDENT: usize = 32;
/// Indent of the second line: below what happened.
const SECOND: usize = 21;

/// Formats an entry as two lines, cut to the terminal's width if there is one.
pub fn plain(entry: &Entry, style: &Style) -> String {
    let time = entry.time.parse().map_or_else(
        |_| fit(&printable(&entry.time, style), 19, style),
        |time: Timestamp| time.to_zoned(TimeZone::system()).strftime("%Y-%m-%d %H:%M:%S").to_string(),
    );
    let room = |indent: usize| {
        if style.is_terminal { style.columns.max(INDENT + 8) - indent - 1 } else { usize::MAX }
    };
    let event = fit(&printable(&entry.event, style), 9, style);
    let what = entry.sent.as_ref().map_or_else(|| entry.command.clone(), display_sent);
    let command = fit(&first_line(&what, style), room(INDENT), style);
    let details = style.painted(DIM, &fit(&printable(&details(entry), style), room(SECOND), style));
    format!("{time:<19}  {event:<9}  {command}\n{:SECOND$}{details}\n", "")
}

/// `repair: claude-sonnet-4-5 at api.anthropic.com, 1204 bytes, 2 secrets replaced`
fn display_sent(sent: &Sent<String>) -> String {
    let model = if sent.model.is_empty() { &sent.provider } else { &sent.model };
    let Sent { purpose, host, bytes, .. } = sent;
    let secrets = several(sent.redactions, "secret");
    format!("{purpose}: {model} at {host}, {bytes} bytes, {secrets} redacted")
}

/// `confirm: git/force-push: overwrites history, after: git psuh, bash 4711 in ~/src, rule:git/x`
fn details(entry: &Entry) -> String {
    let mut parts = Vec::new();
    if entry.level != "allow" {
        parts.push(format!("{}: {}", entry.level, entry.reasons.join("; ")));
    }
    parts.extend(entry.failed.as_ref().map(|failed| format!("after: {}", failed.replace('\n', " "))));
    let session = entry.session.map(|pid| format!(" {pid}")).unwrap_or_default();
    let directory = crate::dirs::display(std::path::Path::new(&entry.cwd));
    parts.push(format!("{}{session} in {directory}", entry.shell));
    parts.push(entry.origin.clone());
    parts.extend(entry.task.map(|task| format!("task {task}")));
    parts.join(", ")
}
