//! The audit log: what was proposed, judged, confirmed, run, sent. `darn log` shows and verifies it.
//!
//! Call [`record`]
//! - with [`EventKind::Proposed`] after a suggestion was shown,
//! - with [`EventKind::Judged`] after the Enter guard or `darn check` of one command gave a verdict other than
//!   `allow`, which is the ordinary case and not recorded,
//! - with [`EventKind::Confirmed`] after a person agreed to run something: Enter in the list, the confirm word at
//!   the Enter guard,
//! - with [`EventKind::Refused`] after a command was denied, or the person did not agree to it,
//! - with [`EventKind::Run`] after darn itself ran it,
//! - with [`EventKind::Good`] or [`EventKind::Bad`] after a person rated a suggestion.
//!
//! Call [`record_sent`] before sending a request to a provider.
//!
//! Call [`record`] last, after printing and flushing the answer, so that no one waits for the log. Neither
//! function fails, prints or waits longer than [`append::PATIENCE`]; errors go to the file named by
//! `DARN_LOG`.
//!
//! The log is a file of JSON lines, not an SQLite table: it costs a prompt 0.1 ms instead of 0.9 to 3.5, and
//! it can be strictly append-only. Files, in the state directory, mode 0600:
//!
//! | file | content |
//! |---|---|
//! | `audit.jsonl` | the newest entries, one per line, at most [`files::MAX_BYTES`] |
//! | `audit-N.jsonl` | older ones, up to entry N; at most [`files::MAX_OLD`] are kept |
//! | `audit.head` | number and hash of the last entry; its lock is the lock of the log |
//!
//! Each entry contains the hash of the previous one and ends in its own: SHA-256 of the line up to
//! `,"hash":`. So `darn log --verify` detects entries that were changed, removed, inserted or moved and, with
//! `audit.head`, entries cut off the end. It cannot prove more: a user who can write the files and knows the
//! format can recompute every hash. To rule that out, store the last hash elsewhere.

use crate::caller::Caller;
use policy::Verdict;
use redact::Line;
use redact::Redacted;

mod append;
pub mod entry;
pub mod files;
pub mod head;
pub mod read;
pub mod verify;

use entry::Draft;
#[cfg(feature = "llm")]
use entry::Sent;

/// What happened.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub enum EventKind {
    /// A suggestion was shown.
    Proposed,
    /// A command line was judged, and the verdict was not `allow`.
    Judged,
    /// A person agreed to run it.
    Confirmed,
    /// It was denied, or the person did not agree.
    Refused,
    /// darn itself ran it.
    Run,
    /// A request went to a provider.
    Sent,
    /// A person said that a suggestion helped.
    Good,
    /// A person said that it did not.
    Bad,
}

impl EventKind {
    /// Returns the name used in the log.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Proposed => "proposed",
            Self::Judged => "judged",
            Self::Confirmed => "confirmed",
            Self::Refused => "refused",
            Self::Run => "run",
            Self::Sent => "sent",
            Self::Good => "good",
            Self::Bad => "bad",
        }
    }
}

/// An event to record. Pass raw texts: they are redacted before writing.
#[derive(Debug, Clone, Copy)]
pub struct Event<'a> {
    pub what: EventKind,
    /// The command line concerned.
    pub command: &'a str,
    /// The calling shell.
    pub caller: &'a Caller,
    /// The verdict on the command line.
    pub verdict: &'a Verdict,
    /// Origin of the command line: `rule:git/unknown-subcommand`, `guard`, `check`.
    pub origin: &'a str,
    /// The failed command line that it fixes.
    pub failed: Option<&'a str>,
    /// Number of the task that the command is a step of.
    pub task: Option<u64>,
}

/// Longest texts of an entry, in bytes, after redaction.
const MAX_COMMAND: usize = 2048;
const MAX_FAILED: usize = 512;
const MAX_DIRECTORY: usize = 1024;
const MAX_REASON: usize = 200;
/// Maximum length of a text that is redacted; the rest is dropped.
const MAX_LOOKED_AT: usize = 64 * 1024;

/// Appends an entry. Call it last, after printing everything; it never fails.
pub fn record(event: &Event<'_>) {
    append(&draft(event));
}

/// Appends metadata of a request about to be sent, never its text; it never fails.
#[cfg(feature = "llm")]
pub fn record_sent(sent: &Sent<&str>, caller: &Caller) {
    let mut redactor = crate::secrets::plain_redactor();
    let mut text = |text: &str, max| redactor.redact(start(text).to_owned()).cut(max);
    append(&Draft {
        time: format!("{:.3}", jiff::Timestamp::now()),
        event: EventKind::Sent.name(),
        level: policy::Level::Allow.name(),
        command: text("", 0),
        failed: None,
        cwd: text(&caller.directory.to_string_lossy(), MAX_DIRECTORY),
        shell: caller.dialect.name(),
        session: session(caller),
        origin: text(format!("llm:{}/{}", sent.provider, sent.model).trim_end_matches('/'), MAX_REASON),
        reasons: Vec::new(),
        task: None,
        sent: Some(Sent {
            purpose: text(sent.purpose, MAX_REASON),
            provider: text(sent.provider, MAX_REASON),
            model: text(sent.model, MAX_REASON),
            host: text(sent.host, MAX_REASON),
            bytes: sent.bytes,
            redactions: sent.redactions,
        }),
    });
}

fn append(draft: &Draft) {
    let Some(directory) = crate::dirs::state() else { return };
    if let Err(error) = append::append(&directory, draft) {
        crate::log::note(&format!("audit log: {}", crate::files::reason(&error)));
    }
}

fn draft(event: &Event<'_>) -> Draft {
    // one redactor for the whole entry, so that equal values get equal numbers in all texts
    let mut redactor = crate::secrets::plain_redactor();
    let mut line = |text: &str, max| -> Redacted<String> {
        let line = Line { text: start(text).to_owned(), dialect: event.caller.dialect };
        Redacted::<String>::from(redactor.redact(line)).cut(max)
    };
    let (command, failed) =
        (line(event.command, MAX_COMMAND), event.failed.map(|text| line(text, MAX_FAILED)));
    let mut text = |text: &str, max| redactor.redact(start(text).to_owned()).cut(max);
    let reasons = event.verdict.reasons.iter();
    Draft {
        time: format!("{:.3}", jiff::Timestamp::now()),
        event: event.what.name(),
        level: event.verdict.level.name(),
        command,
        failed,
        cwd: text(&event.caller.directory.to_string_lossy(), MAX_DIRECTORY),
        shell: event.caller.dialect.name(),
        session: session(event.caller),
        origin: text(event.origin, MAX_REASON),
        reasons: reasons
            .map(|reason| text(&format!("{}: {}", reason.rule, reason.because), MAX_REASON))
            .collect(),
        task: event.task,
        sent: None,
    }
}

/// Returns the beginning of a text that exceeds the limit, cut at a blank; the rest would not be stored
/// anyway.
fn start(text: &str) -> &str {
    if text.len() <= MAX_LOOKED_AT {
        return text;
    }
    let start = text.get(..text.floor_char_boundary(MAX_LOOKED_AT)).unwrap_or_default();
    start.rfind(char::is_whitespace).and_then(|end| start.get(..end)).unwrap_or(start)
}

/// Returns the process id of the calling shell: from the hook, or else the leader of the process group (in
/// which a shell runs its command substitutions), or else the parent.
pub fn session(caller: &Caller) -> Option<i32> {
    use rustix::process::{getpid, getppid};
    let named = caller.session().last().and_then(|pid| pid.parse().ok());
    let group = shell::processes::group().filter(|group| *group != getpid()).or_else(getppid);
    named.or(group.map(|pid| pid.as_raw_nonzero().get()))
}

#[cfg(test)]
mod tests;
