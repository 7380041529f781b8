//! Tells prose from commands.
//!
//! - Where the first word can be run, the line is a command, unless the words behind it hold a sentence together
//!   (`the`, `is`, `why`, a comma, a question mark); options, quotes, pipes and redirections speak against prose.
//! - It is doubtful if it has neither and the program has no use for its words: an everyday word as name and plain
//!   words behind it that name nothing here (`find bugs`), a program without operands (`kill time`), or too few of
//!   them (`patch server.py`).
//! - Where the first word cannot be run, the line is prose, unless that word is nearly a command.

use facts::World;
use syntax::Dialect;

mod known;
mod long;
mod near;
mod plain;
mod short;
mod signs;
mod typed;
mod unknown;
mod uses;
mod words;

/// What a line is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Class {
    Command,
    Prose,
    /// It can be meant either way.
    Doubtful,
}

/// Tells what a line is. Pure but for `world`.
pub fn classify(text: &str, dialect: Dialect, world: &dyn World) -> Class {
    let line = typed::Typed::new(text, dialect, world);
    if line.words.is_empty() {
        return Class::Prose;
    }
    let signs = signs::Signs::of(&line);
    if line.runs() { known::classify(&line, &signs) } else { unknown::classify(&line, &signs) }
}

#[cfg(test)]
mod tests;
