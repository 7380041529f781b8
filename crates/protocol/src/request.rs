//! The calls of the integration scripts.

use std::path::PathBuf;

use syntax::Dialect;

/// A call and the shell that makes it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HookRequest {
    pub dialect: Dialect,
    /// Width of the terminal as the shell reports it.
    pub columns: Option<usize>,
    pub call: Call,
}

/// What a script asks for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Call {
    /// Draw the hint and return the text for the accept key.
    Failed(FailedLine),
    /// Show the list and return the choice.
    List(FailedLine),
    /// Return one suggestion a line, for pipes.
    Lines(FailedLine),
    /// Start a process that asks a model.
    Model(FailedLine),
    /// Be that process and answer through the FIFO.
    AskModel { failed: FailedLine, fifo: PathBuf },
    /// Judge a line at Enter, before it runs.
    Judge(GuardedLine),
    /// Judge a line just before it runs, where nothing can stop it.
    Warn(GuardedLine),
    /// Ask the user about a line whose level is `confirm`.
    Confirm(GuardedLine),
    /// Turn the line in the editor into a command, from a key.
    Wish(WishLine),
    /// Turn words into a command, for `darn ask`.
    Want(WishLine),
    /// Show what failed in the user's other shells and return the choice.
    Others(OtherShells),
}

/// A failed command line and its shell.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FailedLine {
    /// As typed.
    pub text: String,
    pub status: i32,
    pub session: Session,
    pub keys: LentKeys,
    /// The shell has a key that asks a model.
    pub has_model_key: bool,
    /// The user's own command-not-found handler has printed a message.
    pub has_handler: bool,
    /// How often the accept key was used since the last call.
    pub taken: u64,
    /// How long the command took, in milliseconds.
    pub duration_ms: Option<u64>,
}

/// A line that was entered and has not run, with what the shell knows about its words.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GuardedLine {
    /// As entered, with the earlier lines of the same command: arbitrary bytes.
    pub text: Vec<u8>,
    /// `name=value` lines of the aliases in it.
    pub aliases: String,
    /// Definitions of the functions in it, as the shell prints them.
    pub functions: String,
    /// A line for each variable in it: `- NAME`, `+ NAME` or `= NAME VALUE`.
    pub variables: String,
}

/// A request in words, or the beginning of a command.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WishLine {
    pub text: String,
    pub session: Session,
}

/// A question about the failures of the user's other shells.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OtherShells {
    /// The session in question, such as `zsh-4711`; empty: all.
    pub id: String,
    pub session: Session,
}

/// What the shell reports about its session.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Session {
    /// `name=value` lines.
    pub aliases: String,
    /// Names of functions, separated by blanks or line feeds.
    pub functions: String,
    /// Recent command lines, one per line, newest last.
    pub history: String,
    /// Directory in which the failed line was entered: a `cd` on the line may have left it. Empty: unknown.
    pub entered_in: String,
}

/// Which keys the shell can bind.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LentKeys {
    All,
    /// None that begins with Escape, which is a vi command.
    Vi,
    None,
}

/// The name of a call.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    Failed,
    List,
    Lines,
    Model,
    AskModel,
    Judge,
    Warn,
    Confirm,
    Wish,
    Want,
    Others,
}

impl Kind {
    /// All calls, with the words for them.
    pub const NAMES: [(Self, &str); 11] = [
        (Self::Failed, "failed"),
        (Self::List, "list"),
        (Self::Lines, "lines"),
        (Self::Model, "model"),
        (Self::AskModel, "asks"),
        (Self::Judge, "judge"),
        (Self::Warn, "warn"),
        (Self::Confirm, "ask"),
        (Self::Wish, "wish"),
        (Self::Want, "want"),
        (Self::Others, "others"),
    ];

    /// Returns the word for it.
    pub fn name(self) -> &'static str {
        Self::NAMES.iter().find(|(kind, _)| *kind == self).map_or("", |(_, name)| name)
    }

    pub fn from_name(name: &str) -> Option<Self> {
        Self::NAMES.iter().find(|(_, known)| *known == name).map(|(kind, _)| *kind)
    }
}

impl Call {
    pub const fn kind(&self) -> Kind {
        match self {
            Self::Failed(_) => Kind::Failed,
            Self::List(_) => Kind::List,
            Self::Lines(_) => Kind::Lines,
            Self::Model(_) => Kind::Model,
            Self::AskModel { .. } => Kind::AskModel,
            Self::Judge(_) => Kind::Judge,
            Self::Warn(_) => Kind::Warn,
            Self::Confirm(_) => Kind::Confirm,
            Self::Wish(_) => Kind::Wish,
            Self::Want(_) => Kind::Want,
            Self::Others(_) => Kind::Others,
        }
    }
}
