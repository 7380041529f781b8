//! The judgement of a command line before it runs.

use syntax::Span;

use super::Level;

/// Why a command line is not simply allowed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reason {
    /// `area/problem`, as `darn policy show` takes it.
    pub rule: String,
    /// One line for the user.
    pub because: String,
    /// What it is about, in the text that was judged.
    pub span: Span,
    pub level: Level,
}

/// Was the whole text understood?
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Coverage {
    #[default]
    Full,
    /// Something was too deep, too long or too unclear to be followed; says nothing of danger.
    Partial,
}

/// What a command would touch now; counted by the program, which may read the machine.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Target {
    /// Files that would be deleted; the path as the command has it, a glob unexpanded.
    Delete {
        path: String,
        recursive: bool,
        glob: bool,
    },
    /// Files whose owner or mode would change, with all below them.
    Attributes {
        path: String,
    },
    /// Changes of the working tree that git would throw away.
    WorkingTree,
    /// The same in these files only: no reason for a warning until some are found. The span is that of the
    /// command, in the text that was judged.
    Changes {
        paths: Vec<String>,
        span: Span,
    },
    /// Files that git does not track and would delete; with those that it ignores.
    Untracked {
        ignored: bool,
    },
    /// Commits that only this branch or these stashes hold.
    Branch {
        name: String,
    },
    Stashes,
    /// Commits of the remote branch that the push would drop.
    Remote {
        remote: Option<String>,
        branch: Option<String>,
    },
    /// A protection against strangers.
    Trust,
}

/// The judgement of a command line.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
#[must_use]
pub struct Verdict {
    pub level: Level,
    /// Worst first; at most [`Verdict::MAX_REASONS`].
    pub reasons: Vec<Reason>,
    pub coverage: Coverage,
    /// A complete command line that does the same with less risk.
    pub instead: Option<String>,
    /// A variable that the line expands and that is unset or empty in the live shell.
    pub unset: Option<String>,
    /// Of what is denied: the entry of `policy.allow` with which it would run.
    pub entry: Option<String>,
    /// What could be counted to say what the command would touch.
    pub targets: Vec<Target>,
    /// One line, counted now: "would delete 1,204 files (3.1 GB)". Filled in by the program.
    pub impact: Option<String>,
}

impl Verdict {
    pub const MAX_REASONS: usize = 8;

    /// True if one key may accept or run the command: it is allowed, or only worth a warning and
    /// nothing that could be counted would be lost. Everything else needs the confirm word.
    pub const fn is_free(&self) -> bool {
        match self.level {
            Level::Allow => true,
            Level::Warn => self.impact.is_none(),
            Level::Confirm | Level::Deny => false,
        }
    }

    pub fn allow() -> Self {
        Self::default()
    }
}
