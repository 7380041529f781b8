//! What the functions of a language mean.

use std::collections::HashMap;
use std::sync::LazyLock;

use super::super::Level;
use super::lex::Lexis;
use programs::Sql;

/// A language: how it is written, and what its functions do.
#[derive(Debug)]
pub(super) struct Spec {
    pub lexis: Lexis,
    pub rows: Rows,
    /// Alternative prefixes of names, and those in the tables.
    pub synonyms: &'static [(&'static str, &'static str)],
    /// Words that begin or join statements and have no meaning here.
    pub keywords: &'static [&'static str],
    /// Operators that concatenate texts.
    pub joiners: &'static [&'static str],
    /// Operators that access a member.
    pub members: &'static [&'static str],
    pub style: Style,
}

/// What descriptions of languages are made of.
pub(super) mod prelude {
    pub(in crate::code) use super::super::lex::{Extra, Form, Holes, Lexis};
    pub(in crate::code) use super::Means::{self, *};
    pub(in crate::code) use super::{Row, Spec, Style, indexed};
    pub(in crate::code) use crate::Level::{Confirm, Warn};
    pub(in crate::code) use crate::decode;
    pub(in crate::code) use programs::Sql;
    pub(in crate::code) use std::sync::LazyLock;
}

/// Full name with dots, or `.name` for a method of any value, and what it does.
pub(super) type Row = (&'static str, Means);

/// The meanings of a language by name; indexed on first use.
pub(super) type Rows = LazyLock<HashMap<&'static str, Means>>;

/// Indexes tables; the first meaning of a name counts.
pub(super) fn indexed(tables: &[&'static [Row]]) -> HashMap<&'static str, Means> {
    tables.iter().rev().flat_map(|table| table.iter().rev()).copied().collect()
}

/// Habits of a language that change how its statements are read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Style {
    Python,
    Perl,
    Ruby,
    JavaScript,
    Php,
    Lua,
    Awk,
    R,
}

impl Style {
    /// Returns whether arguments may follow without brackets.
    pub const fn bare_calls(self) -> bool {
        matches!(self, Self::Perl | Self::Ruby | Self::Php)
    }
}

/// What a call does. *The path* is the receiver of a method, else the first argument.
#[derive(Debug, Clone, Copy)]
pub(super) enum Means {
    /// A shell runs the first argument; a list, or several texts, are a program and its arguments.
    Shell,
    /// Starts a program: how the arguments follow.
    Start(Arguments),
    /// Deletes the path.
    Delete(Reach),
    /// Deletes what all arguments name; without any, what `$_` holds.
    DeleteAll(Reach),
    /// Deletes the first, writes the second.
    Move,
    /// Reads the first, writes the second.
    Copy,
    Read,
    Write,
    /// Writes the argument at this position.
    WriteAt(usize),
    /// Opens the path with the mode after it.
    Open,
    /// `open` of Perl: handle, mode, path; or a command.
    OpenPerl,
    /// Changes mode or owner: of the path, or of the arguments from this position.
    Attributes,
    AttributesFrom(usize),
    /// Sends a signal: position of the process among the arguments.
    Kill(usize),
    /// Talks to another machine; returns what it sends.
    Network,
    /// Another machine or a file, depending on how the text begins.
    NetworkOrFile,
    /// Accepts or opens a connection that a shell could be attached to.
    Connect,
    /// Runs the first argument as code.
    Eval,
    /// Runs a file, or what another machine sends, as code.
    Source,
    Decode(fn(&str) -> Option<String>),
    /// Decodes something that cannot be decoded here.
    Decoded,
    /// `unpack` and `pack` by their template.
    Pack,
    /// Reads standard input.
    Stdin,
    /// The arguments of the program from this position.
    Argv(usize),
    Environment,
    /// The value of a variable of the environment.
    Variable,
    Home,
    /// Names of files: the pattern itself.
    Glob,
    /// The names in a directory.
    Names,
    /// The paths in a directory.
    Paths,
    /// All files below a directory.
    Walk,
    /// Joins paths.
    Path,
    /// Joins texts with a separator.
    Join,
    Character,
    /// The arguments as a list.
    List,
    /// The arguments as one text.
    Concat,
    /// The option `text`.
    Parse,
    Reverse,
    Replace,
    /// Formats the first argument, or the receiver, with the others.
    Format,
    /// The value itself.
    Same,
    Import,
    /// `getattr(os, "system")`.
    Attribute,
    /// Calls the function that its first argument names.
    Call,
    /// Forks.
    Fork,
    /// Runs its block endlessly.
    Endless,
    /// A shell on a terminal of its own.
    Terminal,
    /// Writes to the input of a process.
    Feed,
    Sql(Sql),
    Redis,
    Loss(Level, &'static str),
    /// A loss if the filter is empty or missing.
    LossOfAll(Level, &'static str),
    /// A loss that depends on the first key of the command.
    MongoCommand,
    /// All rows of a model (`User.objects.all()`): goes on as `everything`.
    Everything,
    /// Nothing: hides a meaning in a later table.
    Nothing,
}

/// How a program's arguments follow its name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Arguments {
    /// As a list of its own: `spawn("rm", ["-rf"])`.
    List,
    /// As a list that begins with the program's name once more: `execv("/bin/rm", ["rm", "-rf"])`.
    Zeroth,
    /// One by one, beginning with the name once more: `execl("/bin/rm", "rm", "-rf")`.
    Flat,
    /// As [`Self::Zeroth`] or [`Self::Flat`], behind a mode: `spawnl(P_WAIT, …)`.
    Mode,
    /// One by one: `system("rm", "-rf")`; no shell even for one.
    Words,
    /// In the key `cmd` or `args` of a map.
    Keys,
}

/// How deep a deletion goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Reach {
    File,
    Tree,
    /// With everything below it if an option says `recursive`.
    Option,
}
