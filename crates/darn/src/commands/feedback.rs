//! `darn feedback`: records whether a suggestion helped, in the audit log and nowhere else.

use clap::ValueEnum;

use super::prelude::*;
use crate::audit::entry::Entry;
use crate::audit::read::Snapshot;
use crate::audit::{self, Event};

#[derive(Debug, clap::Args)]
pub struct Arguments {
    /// good: it helped; bad: it did not
    #[arg(value_enum, hide_possible_values = true)]
    rating: Rating,
    /// The suggestion, as it was shown (default: the last one in this shell)
    text: Option<String>,
}

/// A user's rating of a suggestion.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Rating {
    Good,
    Bad,
}

impl Rating {
    pub const fn event(self) -> EventKind {
        match self {
            Self::Good => EventKind::Good,
            Self::Bad => EventKind::Bad,
        }
    }
}

pub fn run(context: &Context, arguments: &Arguments) -> Result<ExitCode, Error> {
    let log = dirs::state().and_then(|directory| Snapshot::read(&directory).ok()).unwrap_or_default();
    let entries: Vec<Entry> = log.entries().filter(is_suggestion).collect();
    let found = entries.iter().rev().find(|entry| match &arguments.text {
        Some(text) => entry.command == *text,
        None => entry.session == audit::session(&context.caller),
    });
    let Some(entry) = found else {
        let hint = "`darn log --event proposed` lists the suggestions; give one as TEXT";
        return Err(Error::new(ErrorKind::Negative, "the audit log has no such suggestion").hinted(hint));
    };
    let level = Level::from_name(&entry.level).unwrap_or(Level::Deny);
    audit::record(&Event {
        what: arguments.rating.event(),
        command: &entry.command,
        caller: &context.caller.speaking(entry.shell.parse().unwrap_or(syntax::Dialect::Posix)),
        verdict: &Verdict { level, ..Verdict::allow() },
        origin: &entry.origin,
        failed: entry.failed.as_deref(),
        task: None,
    });
    let rating = arguments.rating.event().name();
    context.note(&format!("noted as {rating}: {} ({})", ui::one_line(&entry.command), entry.origin));
    Ok(ExitCode::SUCCESS)
}

/// Returns whether the entry is about a suggestion.
fn is_suggestion(entry: &Entry) -> bool {
    [EventKind::Proposed, EventKind::Confirmed].iter().any(|what| what.name() == entry.event)
}
