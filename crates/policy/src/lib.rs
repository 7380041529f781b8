//! What would this command line do, and does it deserve a second look first?
//!
//! The line is read as the shell will read it ([`run`], [`expand`]): quotes, variables, loops,
//! substitutions, pipes. Programs that run another one are taken off ([`unwrap`]), texts for other
//! interpreters are read in their language ([`code`]). Each command that would be started is then
//! looked at by the [`checks`] of effects and by the [`catalogue`].

#![forbid(unsafe_code)]
#![cfg_attr(
    not(test),
    forbid(clippy::disallowed_methods, clippy::disallowed_types, clippy::disallowed_macros)
)]

use syntax::{Dialect, Span};

use facts::world::World;

/// The array of a table in `src/data/tables`.
macro_rules! table {
    ($name:literal) => {
        include!(concat!(env!("OUT_DIR"), "/tables/", $name, ".rs"))
    };
}

mod arguments;
mod builtins;
pub mod catalogue;
mod checks;
mod cmd;
pub mod code;
mod context;
pub mod deceptive;
pub mod decode;
mod expand;
mod field;
mod flow;
mod instead;
mod interpreters;
mod judge;
mod level;
pub mod lists;
mod paths;
mod payload;
mod powershell;
mod prelude;
pub mod private;
mod pure;
mod run;
mod shell;
mod start;
mod state;
mod texts;
mod triggers;
mod unfinished;
mod unwrap;
mod verdict;
mod windows;
mod wrapped;

pub use catalogue::Catalogue;
pub use field::{Field, Invocation, Taint, UNKNOWN};
pub use level::Level;
pub use lists::Lists;
pub use private::Private;
pub use triggers::Trigger;
pub use unwrap::runs_another;
pub use verdict::{Coverage, Reason, Target, Verdict};

use shell::Shell;
use state::Origin;

/// Longer lines are not read to their end, in bytes.
pub const MAX_LINE: usize = 64 * 1024;

/// The rules by which command lines are judged: the built-in ones and the user's.
#[derive(Debug, Clone, Default)]
pub struct Policy {
    pub catalogue: Catalogue,
    /// What the settings allow and block.
    pub lists: Lists,
}

/// Where a command line comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Profile {
    Typed,
    Proposed,
}

impl Policy {
    /// Judges a command line as the shell of this dialect would run it. Never fails, asks the
    /// world about names only (home, aliases), never counts files.
    pub fn assess(&self, text: &str, dialect: Dialect, world: &dyn World) -> Verdict {
        self.assess_as(Profile::Typed, text, dialect, world)
    }

    /// Judges a command line that a program proposes to the user, a model above all. What loses
    /// something that exists needs the word here, though the user could type it without: recursive
    /// and other deletes, files written over or changed in place, `kill -9`, `chmod -R`, git commands
    /// that drop work, and what the catalogue would only warn of. Never below [`Policy::assess`].
    pub fn assess_strict(&self, text: &str, dialect: Dialect, world: &dyn World) -> Verdict {
        self.assess_as(Profile::Proposed, text, dialect, world)
    }

    fn assess_as(&self, profile: Profile, text: &str, dialect: Dialect, world: &dyn World) -> Verdict {
        let mut verdict = self.judge(profile, text, dialect, world);
        verdict.entry = verdict.entry.take().filter(|entry| self.would_run(entry, text, dialect, world));
        if text.len() > instead::MAX_LINE {
            verdict.instead = None;
            return verdict;
        }
        let instead = verdict.instead.take().or_else(|| instead::find(text, dialect, world, &verdict));
        let is_milder = |line: &String| self.judge(profile, line, dialect, world).level < verdict.level;
        verdict.instead = instead.filter(is_milder);
        verdict
    }

    /// Does this entry of the settings let a denied line run?
    fn would_run(&self, entry: &str, text: &str, dialect: Dialect, world: &dyn World) -> bool {
        let Ok(entry) = lists::Entry::parse(entry, None) else { return false };
        let mut policy = self.clone();
        policy.lists.allow.push(entry);
        policy.judge(Profile::Typed, text, dialect, world).level < Level::Deny
    }

    /// The verdict; its safer form not yet judged itself.
    fn judge(&self, profile: Profile, text: &str, dialect: Dialect, world: &dyn World) -> Verdict {
        let mut shell = Shell::new(self, world, dialect, profile == Profile::Proposed);
        let read = text.char_indices().find(|(at, _)| *at >= MAX_LINE).and_then(|(at, _)| text.get(..at));
        if read.is_some() {
            shell.budget.skip();
        }
        let text_read = read.unwrap_or(text);
        for found in deceptive::scan(text_read) {
            shell.find("deceptive/text", found.level, found.because, found.span);
        }
        shell.text(text_read, dialect, Origin::At(0));
        if shell.budget.coverage() == Coverage::Partial
            && shell.findings.is_empty()
            && let Some(name) = unfinished::named(text_read)
        {
            let because = format!("Too much to be judged before it runs, and it names `{name}`.");
            shell.find("coverage/unfinished", Level::Warn, because, Span::new(0, text_read.len()));
        }
        shell.findings.verdict(text, shell.budget.coverage())
    }
}
