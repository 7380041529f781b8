//! What code does: see [`Code`].

use programs::Program;

use crate::Level;
use crate::prelude::*;

/// Maximum number of findings of one kind; beyond it the result is [`Code::partial`].
pub const MAX_FINDINGS: usize = 256;

/// Effects of a text in another language.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Code {
    /// Commands that it starts, in order.
    pub commands: Vec<Command>,
    /// Files and directories that it deletes or moves away.
    pub deletes: Vec<Path>,
    /// Files that it creates, empties, overwrites or appends to.
    pub writes: Vec<Path>,
    /// Files whose content it reads.
    pub reads: Vec<Path>,
    /// Files whose mode or owner it changes.
    pub attributes: Vec<Path>,
    /// Processes that it ends.
    pub kills: Vec<Kill>,
    /// Texts that it runs as code of its own language. The effects of constant ones are already in the other
    /// fields.
    pub executes: Vec<Exec>,
    /// Data of databases and services that it loses.
    pub losses: Vec<Loss>,
    /// Whether it talks to other machines.
    pub network: bool,
    /// Whether it connects a shell to a socket.
    pub reverse_shell: bool,
    /// Whether it forks endlessly.
    pub fork_bomb: bool,
    /// Whether it was too long, too deep or too complex to read completely. Not dangerous by itself.
    pub partial: bool,
}

/// A command that code starts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Command {
    pub line: Line,
    /// What the code writes to its standard input, if anything.
    pub input: Option<String>,
    /// Where the text or a part of it comes from.
    pub taint: Taint,
}

/// How a command is given.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Line {
    /// A text for a shell.
    Shell(String),
    /// The program and its arguments; no shell sees them.
    Words(Vec<String>),
}

/// A path that code works on. A leading `~/` or a lone `~` is the user's home directory.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Path {
    pub text: String,
    /// With everything below it.
    pub recursive: bool,
    /// `*`, `?` and `[` in the text are wildcards.
    pub glob: bool,
}

/// A process that code sends a signal to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Kill {
    /// As for kill(2): -1 is every process of the user. `None`: unknown.
    pub pid: Option<i64>,
}

/// A text that code runs as code.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Exec {
    pub taint: Taint,
    /// It comes from this file.
    pub file: Option<String>,
    /// The text, if known.
    pub constant: Option<String>,
}

/// Lost data, or other harm visible only in the language itself.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Loss {
    pub level: Level,
    /// One line for the user, without a full stop.
    pub because: &'static str,
    /// In the text as read; for nested code, the outermost call.
    pub span: Span,
}

impl Code {
    pub fn lose(&mut self, level: Level, because: &'static str, span: Span) {
        if self.losses.len() < MAX_FINDINGS {
            self.losses.push(Loss { level, because, span });
        } else {
            self.partial = true;
        }
    }

    pub fn start(&mut self, line: Line) {
        self.commands.push(Command { line, input: None, taint: Taint::NONE });
    }
}

impl Command {
    /// A bare shell, controlled by whatever it is connected to.
    pub fn is_open_shell(&self) -> bool {
        let words: Vec<&str> = match &self.line {
            Line::Shell(text) => text.split_whitespace().take(8).collect(),
            Line::Words(words) => words.iter().take(8).map(String::as_str).collect(),
        };
        let program = words.first().and_then(|word| word.rsplit(['/', '\\']).next()).unwrap_or_default();
        let is_shell = programs::find_version(program).is_some_and(Program::is_shell);
        is_shell && !words.iter().any(|word| matches!(*word, "-c" | "/c" | "-Command"))
    }
}

impl Path {
    pub fn file(text: impl Into<String>) -> Self {
        Self { text: text.into(), recursive: false, glob: false }
    }
}
