//! What the functions of a language mean: a row each.

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
    /// Beginnings of names that are written in several ways, and the way the rows have them.
    pub synonyms: &'static [(&'static str, &'static str)],
    /// Words that begin or join statements and say nothing here.
    pub keywords: &'static [&'static str],
    /// Operators that put texts together.
    pub joiners: &'static [&'static str],
    /// Operators that reach into a value.
    pub members: &'static [&'static str],
    pub style: Style,
}

/// Full name with dots, or `.name` for a method of any value, and what it does.
pub(super) type Row = (&'static str, Means);

/// The rows of a language by their names; put in order when the first one is asked for.
pub(super) type Rows = LazyLock<HashMap<&'static str, Means>>;

/// The first of several rows for the same name counts.
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
    /// May arguments follow without brackets?
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
    /// Deletes all that the arguments name; without any, what `$_` holds.
    DeleteAll(Reach),
    /// The first goes, the second is written.
    Move,
    /// The first is read, the second written.
    Copy,
    Read,
    Write,
    /// Writes the argument at this place.
    WriteAt(usize),
    /// The path, and a mode behind it.
    Open,
    /// `open` of Perl: handle, mode, path; or a command.
    OpenPerl,
    /// Mode or owner: of the path, or of the arguments behind so many.
    Attributes,
    AttributesFrom(usize),
    /// A signal: place of the process among the arguments.
    Kill(usize),
    /// Talks to another machine, and gives what it says.
    Network,
    /// Another machine or a file, as the text begins.
    NetworkOrFile,
    /// Waits for, or makes, a connection on which a shell could be put.
    Connect,
    /// Runs the first argument as code.
    Eval,
    /// Runs a file, or what another machine sends, as code.
    Source,
    Decode(fn(&str) -> Option<String>),
    /// Decodes, but not here.
    Decoded,
    /// `unpack` and `pack` by their template.
    Pack,
    /// Reads standard input.
    Stdin,
    /// An argument of the program: the list of all from this place.
    Argv(usize),
    Environment,
    /// The value of a variable of the environment.
    Variable,
    Home,
    /// Names of files: the pattern itself.
    Glob,
    /// The names in a directory.
    Names,
    /// The names in a directory, with it.
    Paths,
    /// All files below a directory.
    Walk,
    /// Paths put together.
    Path,
    /// Texts put together with another between them.
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
    /// The first, or the receiver, with the others put into it.
    Format,
    /// The value itself.
    Same,
    Import,
    /// `getattr(os, "system")`.
    Attribute,
    /// Calls the function that its first argument names.
    Call,
    /// Makes a second process.
    Fork,
    /// Does its block without an end.
    Endless,
    /// A shell on a terminal of its own.
    Terminal,
    /// What a process is given to read.
    Feed,
    Sql(Sql),
    Redis,
    Loss(Level, &'static str),
    /// A loss where the filter is empty or missing.
    LossOfAll(Level, &'static str),
    /// A loss by the first key of the command that is given.
    MongoCommand,
    /// All rows of a model (`User.objects.all()`): goes on as `everything`.
    Everything,
    /// Nothing: shields a name from a row below.
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
    /// With all below it where an option says `recursive`.
    Option,
}
