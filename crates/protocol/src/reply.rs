//! The replies to the calls of the integration scripts.

use std::path::PathBuf;

use policy::Level;

use crate::SafeText;

/// The reply to a [`crate::HookRequest`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum HookReply {
    /// Only an exit status.
    Empty { status: u8 },
    /// To `failed`.
    Hint(Hint),
    /// To `list`; also to `failed`, if the user was asked.
    Choice(Choice),
    /// To `lines`: one suggestion each.
    Lines(Vec<String>),
    /// To `judge` and `warn`.
    Judgement(Judgement),
    /// To `ask`.
    GuardAnswer(GuardAnswer),
    /// To `model`.
    ModelStart(ModelStart),
    /// To `wish`.
    Rewrite(Rewrite),
    /// To `want`.
    Text(SafeText),
}

impl HookReply {
    /// There is nothing to say.
    pub const SILENT: Self = Self::Empty { status: 0 };
    /// There is no suggestion, or the user left.
    pub const NOTHING: Self = Self::Empty { status: 1 };
    /// The line was not judged.
    pub const UNJUDGED: Self = Self::Empty { status: 70 };
    /// The call is not one of the protocol.
    pub const UNKNOWN: Self = Self::Empty { status: 2 };

    /// Returns the exit status of the process that gives this reply.
    pub const fn status(&self) -> u8 {
        match self {
            Self::Empty { status } => *status,
            Self::Lines(lines) if lines.is_empty() => 1,
            _ => 0,
        }
    }
}

/// What the hint is about, and what the shell may offer now.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Hint {
    /// Number of suggestions; 0: a cause without a command.
    pub count: usize,
    pub shown: Shown,
    /// The user wants no ghost text.
    pub is_plain: bool,
    /// A model may be asked for more.
    pub asks: bool,
    /// The text for the accept key.
    pub text: Option<SafeText>,
}

/// Whether a hint is on the screen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Shown {
    Drawn,
    /// Not yet: whole lines wait to be read by the shell, so the script asks again at a later prompt.
    Pending,
    /// No: there is no terminal, or a handler of the user has spoken.
    Hidden,
}

/// What the user has chosen.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Choice {
    /// Run it. Only `act` of the `darn` crate makes this variant and the next one.
    Run(SafeText),
    /// Run the steps one by one, while each succeeds. `whole` is for the history.
    Steps { whole: SafeText, steps: Vec<Step> },
    /// Put it into the line editor.
    Edit(SafeText),
}

/// One step of a chain.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Step {
    /// What is printed before it runs, fit for the terminal; one line.
    pub announcement: String,
    /// One line.
    pub text: String,
}

/// The verdict on a guarded line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Judgement {
    pub level: Level,
    /// Identifies the reasons and the words they are about.
    pub fingerprint: u64,
    /// Keys were typed before anything was drawn.
    pub is_waiting: bool,
    /// Lines to show, fit for the terminal.
    pub lines: Vec<String>,
}

/// The user's answer about a guarded line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum GuardAnswer {
    /// Run the line. Only `act` of the `darn` crate makes this variant.
    Run,
    /// Put the safer form into the line editor.
    Edit(SafeText),
    /// Return to the line.
    Back,
    /// Drop the line.
    Drop,
    /// Not asked: keys were typed before the question was drawn.
    Waiting,
}

/// The process that asks a model.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ModelStart {
    pub pid: u32,
    /// Where it answers (see [`crate::late`]).
    pub fifo: PathBuf,
    /// One line that says who is asked.
    pub line: String,
}

/// What becomes of the line in the editor.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Rewrite {
    /// `text` replaces the line; else it is inserted into it.
    pub replaces: bool,
    /// One line to show above the prompt; may be empty.
    pub line: String,
    pub text: String,
}
