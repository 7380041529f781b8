//! What a model is asked, before it is redacted.
//!
//! What leaves the machine is what these few lines say, and nothing else: the command, its status,
//! the directory, the last lines of the output, names that exist, shell and system. Environment
//! variables never.

use redact::Redacted;
use redact::Texts;
use syntax::Dialect;

use crate::budget::{self, Room};
use crate::vet::Dropped;

pub mod fence;
mod system;

/// One question, whole. It leaves the machine only as `Redacted<Prompt>`.
#[derive(Debug, Clone, PartialEq)]
pub struct Prompt {
    /// Who the model is and what it may answer; nothing of the user's is in it.
    pub system: String,
    /// At least one; the last is the user's.
    pub turns: Vec<Turn>,
    pub shape: Shape,
    /// Of the reply, in tokens of the model.
    pub max_tokens: u32,
    /// 0.0–2.0.
    pub temperature: f32,
}

/// One text of the conversation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Turn {
    pub role: Role,
    /// Put together they are the text.
    pub pieces: Vec<Piece>,
}

/// A part of a text. What is a command line stands by itself, because secrets have their places in
/// the grammar of its shell.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Piece {
    pub text: String,
    /// It is a command line of this shell and nothing else.
    pub dialect: Option<Dialect>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Role {
    User,
    Model,
}

/// The form in which the reply is wanted. A model may not keep to it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Shape {
    /// Words.
    Text,
    /// The object that [`crate::reply`] reads.
    Commands,
}

/// What all questions have in common.
#[derive(Debug, Clone, Copy)]
pub struct Circumstances<'a> {
    pub dialect: Dialect,
    /// Of the shell, as it tells it: `5.2.15`.
    pub version: Option<&'a str>,
    /// `Debian GNU/Linux 12`.
    pub system: Option<&'a str>,
    /// Where the command runs, absolute; it is sent with `~` for `home`.
    pub directory: Option<&'a str>,
    pub home: Option<&'a str>,
    /// Chosen at random for each question: what is between marks with this tag is data. It is made
    /// longer where a text happens to hold it.
    pub tag: &'a str,
    /// What the model reads at most, in tokens; `None`: not known.
    pub window: Option<u32>,
    /// Only where the user allowed more than the minimum.
    pub extras: &'a [Extra<'a>],
    /// How many commands besides the first are wanted.
    pub alternatives: usize,
    pub max_tokens: u32,
    pub temperature: f32,
}

/// History, state of git, listing, versions, lines of a manual.
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
    /// Negative: not known.
    pub status: i32,
    /// Redacted before it is cut to size: half a secret is not recognised as one.
    pub output: Option<&'a Redacted<String>>,
    pub room: Room,
}

impl Turn {
    /// Of one text that is no command line.
    #[must_use]
    pub fn new(role: Role, text: impl Into<String>) -> Self {
        Self { role, pieces: vec![Piece { text: text.into(), dialect: None }] }
    }

    #[must_use]
    pub fn text(&self) -> String {
        self.pieces.iter().map(|piece| piece.text.as_str()).collect()
    }
}

impl Prompt {
    /// What would mend the command? `near`: command lines, names and paths that exist and come close.
    #[must_use]
    pub fn repair(failed: &Failed<'_>, near: &[String], around: &Circumstances<'_>) -> Self {
        let mut text = Text::default();
        text.failed(failed, around);
        if !near.is_empty() {
            text.say("\nThese exist here and come close:\n");
            // a file may have any name, and this is outside the marks
            let plain = near.iter().filter(|line| !line.contains(char::is_control));
            for line in plain.take(MAX_NEAR) {
                text.command(line, around.dialect);
                text.say("\n");
            }
        }
        text.into_prompt(system::repair, Shape::Commands, Some(failed), around)
    }

    /// Which command does what these words say? Where they are half a command, it is completed.
    #[must_use]
    pub fn wish(wish: &str, around: &Circumstances<'_>) -> Self {
        let mut text = Text::default();
        text.say("Request:\n");
        // half a command may hold a secret in its place
        text.command(wish.trim(), around.dialect);
        text.say("\n");
        text.place(around);
        text.into_prompt(system::wish, Shape::Commands, None, around)
    }

    /// Why did the command fail? `known`: what is known of it offline.
    #[must_use]
    pub fn explain(failed: &Failed<'_>, known: Option<&str>, around: &Circumstances<'_>) -> Self {
        let mut text = Text::default();
        text.failed(failed, around);
        if let Some(known) = known {
            text.say(&format!("\nKnown of it: {known}\n"));
        }
        text.into_prompt(system::explain, Shape::Text, Some(failed), around)
    }

    /// Repeats the question after an answer without a usable suggestion.
    #[must_use]
    pub fn again(mut self, answer: &str, dropped: &[Dropped]) -> Self {
        let answer = answer.get(..answer.floor_char_boundary(MAX_ANSWER)).unwrap_or_default();
        let faults =
            dropped.iter().take(MAX_NEAR).map(|one| format!("`{}`: {}.\n", one.command, one.because));
        let faults: String = faults.collect();
        let text = format!("That does not work here:\n{faults}Answer again in the same form, or with null.");
        self.turns.extend([Turn::new(Role::Model, answer), Turn::new(Role::User, text)]);
        self
    }

    /// Of all its texts, in bytes.
    #[must_use]
    pub fn size(&self) -> usize {
        let pieces = self.turns.iter().flat_map(|turn| &turn.pieces);
        self.system.len() + pieces.map(|piece| piece.text.len()).sum::<usize>()
    }
}

/// The system's text first: shell and system are named in it.
impl Texts for Prompt {
    fn each(&mut self, visit: &mut dyn FnMut(&mut String, Option<Dialect>)) {
        visit(&mut self.system, None);
        for piece in self.turns.iter_mut().flat_map(|turn| &mut turn.pieces) {
            visit(&mut piece.text, piece.dialect);
        }
    }
}

/// Lines of names that come close, and of faults.
const MAX_NEAR: usize = 8;
/// Bytes of an answer that is quoted back.
const MAX_ANSWER: usize = 2048;

/// A user's text in the making.
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

    /// Adds what is around. The output comes last: the last lines of a text are read best.
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

/// With `~` for the home directory, whose name is the user's.
fn shortened(directory: &str, home: Option<&str>) -> String {
    let below = home.filter(|home| home.len() > 1).and_then(|home| directory.strip_prefix(home));
    match below.filter(|rest| rest.is_empty() || rest.starts_with('/')) {
        Some(rest) => format!("~{rest}"),
        None => directory.to_owned(),
    }
}

/// Formats `127`; `139 (SIGSEGV)`. Leaves out SIGHUP: its 129 is git's status for a usage error.
fn status(status: i32) -> String {
    const SIGNALS: [(i32, &str); 11] = [
        (2, "SIGINT"),
        (3, "SIGQUIT"),
        (4, "SIGILL"),
        (6, "SIGABRT"),
        (7, "SIGBUS"),
        (8, "SIGFPE"),
        (9, "SIGKILL"),
        (11, "SIGSEGV"),
        (13, "SIGPIPE"),
        (14, "SIGALRM"),
        (15, "SIGTERM"),
    ];
    match SIGNALS.iter().find(|(signal, _)| signal + 128 == status) {
        Some((_, name)) => format!("{status} ({name})"),
        None => status.to_string(),
    }
}

#[cfg(test)]
mod tests;
