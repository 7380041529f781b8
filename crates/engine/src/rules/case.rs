//! What a rule sees: the failure, the machine, the output.

use std::cell::RefCell;
use std::collections::BTreeMap;

use syntax::{Command, Dialect, Edit, Span, Word};

use crate::failure::Failure;
use crate::text::Text;
use facts::world::{PathKind, World};
use facts::{builtins, paths};

/// The input of a rule.
#[derive(Clone, Copy)]
pub struct Case<'a> {
    pub failure: &'a Failure,
    pub world: &'a dyn World,
    /// The normalised output; `None` if it was not captured.
    pub output: Option<&'a Text>,
    pub similar: &'a Similar,
}

/// The commands similar to each name that was looked up: several fixers ask for the same one.
#[derive(Debug, Default)]
pub struct Similar(RefCell<BTreeMap<String, Vec<(String, u32)>>>);

impl Similar {
    pub fn to(&self, name: &str, find: impl FnOnce() -> Vec<(String, u32)>) -> Vec<(String, u32)> {
        if let Some(known) = self.0.borrow().get(name) {
            return known.clone();
        }
        let found = find();
        self.0.borrow_mut().insert(name.to_owned(), found.clone());
        found
    }
}

impl<'a> Case<'a> {
    /// Returns the commands of the line, the likely culprit first.
    pub fn commands(&self) -> impl Iterator<Item = &'a Command> + Clone + use<'a> {
        let Failure { script, culprit, .. } = self.failure;
        let others = script.commands.iter().enumerate().filter(|(at, _)| Some(*at) != *culprit);
        self.failure.culprit_command().into_iter().chain(others.map(|(_, command)| command))
    }

    /// Returns the first command of this program.
    pub fn command_of(&self, program: &str) -> Option<&'a Command> {
        self.commands().find(|command| command.program_name() == Some(program))
    }

    pub const fn status(&self) -> i32 {
        self.failure.record.status
    }

    pub const fn dialect(&self) -> Dialect {
        self.failure.record.dialect
    }

    /// Returns whether the shell could not start a program, by the status. A program that ran and passes on
    /// such a status (`docker run`, `npm run`) printed a message of its own.
    pub fn is_unstarted(&self) -> bool {
        matches!(self.status(), 126 | 127) && (self.output.is_none() || self.failure.is_of_shell(self.world))
    }

    /// Returns whether the captured output contains `text`.
    pub fn printed(&self, text: &str) -> bool {
        self.output.is_some_and(|output| output.contains(text))
    }

    /// Returns whether the captured output contains one of these texts.
    pub fn printed_any(&self, texts: &[&str]) -> bool {
        self.output.is_some_and(|output| output.contains_any(texts))
    }

    /// Returns the text of the line that a span covers.
    pub fn raw(&self, span: Span) -> &'a str {
        self.failure.script.raw(span)
    }

    /// Returns the kind of a path as typed, with a leading `~` or `$HOME`.
    pub fn kind(&self, path: &str) -> PathKind {
        paths::expand(path, self.world).map_or(PathKind::Missing, |path| self.world.kind(&path))
    }

    /// Returns whether a path as typed exists.
    pub fn exists(&self, path: &str) -> bool {
        self.kind(path).exists()
    }

    /// Returns whether the shell knows this name: a program, builtin, alias or function.
    pub fn is_command(&self, name: &str) -> bool {
        builtins::is_command(self.dialect(), name, self.world)
    }

    /// Replaces the whole line.
    pub fn whole(&self, text: impl Into<String>) -> Edit {
        Edit::new().replace(Span::new(0, self.failure.script.text.len()), text)
    }

    /// Sets the value of a word, in the word's own quoting style.
    pub fn set_word(&self, word: &Word, value: &str) -> Edit {
        Edit::new().set_word(&self.failure.script, word, value)
    }

    /// Replaces the only occurrence of `part` in a word; `None` unless there is exactly one.
    pub fn replace_part(&self, word: &Word, part: &str, with: &str) -> Option<Edit> {
        Edit::new().replace_part(&self.failure.script, word, part, with)
    }
}
