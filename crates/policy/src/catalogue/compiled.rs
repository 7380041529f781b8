//! Compiled rules, one set per program; shared with the build script, which packs them.

use serde::{Deserialize, Serialize};

use super::Level;

/// A program's rules, and how its command line is read.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Program {
    pub grammar: Grammar,
    pub rules: Vec<Rule>,
}

/// How a program reads its command line.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Grammar {
    pub valued: Vec<String>,
    pub switches: Vec<String>,
    pub abbreviations: bool,
    pub single_dash: bool,
    pub ignore_case: bool,
    pub harmless_flags: Vec<Flag>,
    pub harmless_words: Vec<String>,
}

/// One rule for one program.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Rule {
    pub id: String,
    pub level: Level,
    pub because: String,
    /// Words after the program's name; one of these paths must match.
    pub paths: Vec<Vec<Step>>,
    pub flags: Flags,
    pub operands: Operands,
    pub instead: Option<Instead>,
    pub touches: Vec<Touch>,
}

/// One word of a path.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum Step {
    /// One of these patterns.
    Word(Vec<String>),
    /// Any number of words.
    Any,
}

#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Flags {
    pub any: Vec<Flag>,
    /// One flag of each list.
    pub all: Vec<Vec<Flag>>,
    pub none: Vec<Flag>,
}

/// A flag, optionally with a pattern for its value.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Flag {
    pub name: String,
    pub value: Option<Vec<String>>,
}

#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Operands {
    pub any: Vec<String>,
    pub all: Vec<String>,
    pub none: Vec<String>,
    pub at_least: u32,
    pub at_most: Option<u32>,
}

/// A milder form of the command.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum Instead {
    /// Flags and their replacements.
    Flags(Vec<(String, String)>),
    /// Words and their replacements.
    Words(Vec<(String, String)>),
    /// After the words of the path.
    Insert(String),
    /// Before the program.
    Before(String),
    Whole(String),
}

/// What can be counted before the command runs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Touch {
    WorkingTree,
    Untracked,
    Branch,
    Stashes,
    Remote,
    Trust,
}
