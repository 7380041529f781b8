//! Prompts, before redaction.
//!
//! A prompt contains only the command, its status, the directory, the last lines of the output, existing
//! names, shell and system; never environment variables.

use facts::system::signals;
use redact::Redacted;
use redact::Texts;
use syntax::Dialect;

use crate::budget::{self, Room};
use crate::dropped::Dropped;

pub mod chat;
pub mod fence;
mod system;
pub mod task;

/// A complete prompt. It leaves the machine only as `Redacted<Prompt>`.
#[derive(Debug, Clone, PartialEq)]
#[must_use]
pub struct Prompt {
    /// The model's role and answer format; contains no user data.
    pub system: String,
    /// At least one; the last is the user's.
    pub turns: Vec<Turn>,
    pub shape: Shape,
    /// Maximum length of the reply, in tokens.
    pub max_tokens: u32,
    /// 0.0–2.0.
    pub temperature: f64,
}

/// One turn of the conversation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Turn {
    pub role: Role,
    /// Pieces whose concatenation is the text.
    pub pieces: Vec<Piece>,
}

/// Part of a text. Command lines are separate, because the shell's grammar locates secrets in them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Piece {
    pub text: String,
    /// Shell of the piece if it is exactly a command line.
    pub dialect: Option<Dialect>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Role {
    User,
    Model,
}

/// The requested form of the reply; a model may ignore it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Shape {
    /// Prose.
    Text,
    /// The object that [`crate::reply`] reads.
    Commands,
    /// The object that [`crate::reply::action`] reads.
    Action,
}

/// Context common to all prompts.
#[derive(Debug, Clone, Copy)]
pub struct Circumstances<'a> {
    pub dialect: Dialect,
    /// The shell's version as it reports it: `5.2.15`.
    pub version: Option<&'a str>,
    /// `Debian GNU/Linux 12`.
    pub system: Option<&'a str>,
    /// Working directory, absolute; sent with `~` for `home`.
    pub directory: Option<&'a str>,
    pub home: Option<&'a str>,
    /// Random tag of this prompt: text between marks with it is data. It is extended if a text contains it.
    pub tag: &'a str,
    /// The model's context window in tokens; `None`: unknown.
    pub window: Option<u32>,
    /// Present only if the user allowed more than the minimum.
    pub extras: &'a [Extra<'a>],
    /// Number of alternatives requested besides the first command.
    pub alternatives: usize,
    pub max_tokens: u32,
    pub temperature: f64,
}

/// Additional context: history, git status, directory listing, versions or lines of a manual.
#[derive(Debug, Clone, Copy)]
pub struct Extra<'a> {
    /// `Recent commands`
    pub title: &'a str,
    pub text: &'a Redacted<String>,
}

/// A command that failed.
#[derive(Debug, Clone, Copy)]
pub struct Failed<'a> {
    pub command: &'a str,
    /// Exit status; negative if unknown.
    pub status: i32,
    /// Output, redacted before truncation, because a truncated secret is not recognised.
    pub output: Option<&'a Redacted<String>>,
    pub room: Room,
}

impl Turn {
    /// Creates a turn of one text that is not a command line.
    pub fn new(role: Role, text: impl Into<String>) -> Self {
        Self { role, pieces: vec![Piece { text: text.into(), dialect: None }] }
    }

    pub fn text(&self) -> String {
        self.pieces.iter().map(|piece| piece.text.as_str()).collect()
    }
}

impl Prompt {
    /// Asks for a fix. `near` are similar command lines, names and paths that exist.
    pub fn repair(failed: &Failed<'_>, near: &[String], around: &Circumstances<'_>) -> Self {
        let mut text = Text::default();
        text.failed(failed, around);
        if !near.is_empty() {
            text.say("\nThese exist here and come close:\n");
            // file names may contain anything, and this text is outside the marks
            let plain = near.iter().filter(|line| !line.contains(char::is_control));
            for line in plain.take(MAX_NEAR) {
                text.command(line, around.dialect);
                text.say("\n");
            }
        }
        text.into_prompt(system::repair, Shape::Commands, Some(failed), around)
    }

    /// Asks for the command that the text describes, or for the completion of a partial command.
    pub fn wish(wish: &str, around: &Circumstances<'_>) -> Self {
        let mut text = Text::default();
        text.say("Request:\n");
        // a partial command may contain a secret argument
        text.command(wish.trim(), around.dialect);
        text.say("\n");
        text.place(around);
        text.into_prompt(system::wish, Shape::Commands, None, around)
    }

    /// Asks why the command failed. `known` is the offline explanation.
    pub fn explain(failed: &Failed<'_>, known: Option<&str>, around: &Circumstances<'_>) -> Self {
        let mut text = Text::default();
        text.failed(failed, around);
        if let Some(known) = known {
            text.say(&format!("\nKnown of it: {known}\n"));
        }
        text.into_prompt(system::explain, Shape::Text, Some(failed), around)
    }

    /// Repeats the request after a reply without a usable suggestion.
    pub fn again(mut self, answer: &str, dropped: &[Dropped]) -> Self {
        let answer = answer.get(..answer.floor_char_boundary(MAX_ANSWER)).unwrap_or_default();
        let faults =
            dropped.iter().take(MAX_NEAR).map(|one| format!("`{}`: {}.\n", one.command, one.because));
        let faults: String = faults.collect();
        let text = format!("That does not work here:\n{faults}Answer again in the same form, or with null.");
        self.turns.extend([Turn::new(Role::Model, answer), Turn::new(Role::User, text)]);
        self
    }

    /// Returns the total length of all texts, in bytes.
    pub fn size(&self) -> usize {
        let pieces = self.turns.iter().flat_map(|turn| &turn.pieces);
        self.system.len() + pieces.map(|piece| piece.text.len()).sum::<usize>()
    }
}

/// Visits the system prompt first; it names shell and system.
impl Texts for Prompt {
    fn each(&mut self, visit: &mut dyn FnMut(&mut String, Option<Dialect>)) {
        visit(&mut self.system, None);
        for piece in self.turns.iter_mut().flat_map(|turn| &mut turn.pieces) {
            visit(&mut piece.text, piece.dialect);
        }
    }
}

/// Maximum number of similar names, and of faults.
const MAX_NEAR: usize = 8;
/// Maximum length of a quoted answer, in bytes.
const MAX_ANSWER: usize = 2048;

/// A user's turn under construction.
#[derive(Debug, Default)]
struct Text {
    pieces: Vec<Piece>,
}

impl Text {
    fn say(&mut self, text: &str) {
        match self.pieces.last_mut().filter(|last| last.dialect.is_none()) {
            Some(last) => last.text.push_str(text),
            None => self.pieces.push(Piece { text: text.to_owned(), dialect: None }),
        }
    }

    fn command(&mut self, line: &str, dialect: Dialect) {
        self.pieces.push(Piece { text: line.to_owned(), dialect: Some(dialect) });
    }

    fn failed(&mut self, failed: &Failed<'_>, around: &Circumstances<'_>) {
        self.say("Command:\n");
        self.command(failed.command, around.dialect);
        self.say("\n");
        if failed.status >= 0 {
            self.say(&format!("Exit status: {}\n", status(failed.status)));
        }
        self.place(around);
    }

    fn place(&mut self, around: &Circumstances<'_>) {
        if let Some(directory) = around.directory {
            self.say(&format!("Directory: {}\n", shortened(directory, around.home)));
        }
    }

    /// Adds the context. The output comes last: models read the end of a text best.
    fn into_prompt(
        mut self,
        system: fn(&Circumstances<'_>, &str) -> String,
        shape: Shape,
        failed: Option<&Failed<'_>>,
        around: &Circumstances<'_>,
    ) -> Prompt {
        let output = failed.and_then(|failed| Some(budget::fit(failed.output?.get(), &failed.room)));
        let output = output.filter(|output| !output.trim().is_empty());
        let room = Room::of_each(around.extras.len(), around.window);
        let extras = around.extras.iter().map(|extra| (extra.title, budget::fit(extra.text.get(), &room)));
        let data: Vec<(&str, String)> = extras.chain(output.map(|output| ("Output", output))).collect();
        let tag = fence::tag(around.tag, data.iter().map(|(_, text)| text.as_str()));
        for (title, text) in data {
            self.say(&format!("\n{title}:\n{}", fence::around(&text, &tag)));
        }
        Prompt {
            system: system(around, &tag),
            turns: vec![Turn { role: Role::User, pieces: self.pieces }],
            shape,
            max_tokens: around.max_tokens,
            temperature: around.temperature,
        }
    }
}

/// Replaces the home directory, which contains the user's name, by `~`.
fn shortened(directory: &str, home: Option<&str>) -> String {
    let below = home.filter(|home| home.len() > 1).and_then(|home| directory.strip_prefix(home));
    match below.filter(|rest| rest.is_empty() || rest.starts_with('/')) {
        Some(rest) => format!("~{rest}"),
        None => directory.to_owned(),
    }
}

/// Formats `127`; `139 (SIGSEGV)`. Leaves out SIGHUP: its 129 is git's status for a usage error.
fn status(status: i32) -> String {
    const NAMED: [i32; 11] = [2, 3, 4, 6, 7, 8, 9, 11, 13, 14, 15];
    match signals::of_status(status).filter(|signal| NAMED.contains(&signal.number)) {
        Some(signal) => format!("{status} ({})", signal.name),
        None => status.to_string(),
    }
}

#[cfg(test)]
mod tests;
