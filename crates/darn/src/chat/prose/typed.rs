//! A typed line, taken apart.

use facts::{World, builtins};
use programs::{Program, Role};
use syntax::{Command, Dialect, Script, Word};

use super::words::{SAID, TEXT, is_plain};

/// A line with at least one word.
pub struct Typed<'a> {
    pub text: &'a str,
    /// Its words as people see them.
    pub words: Vec<&'a str>,
    pub script: Script,
    pub world: &'a dyn World,
    /// Its first quote is the apostrophe of a contraction, so that its quotes mean nothing: `can't find it's`.
    pub has_contraction: bool,
}

impl<'a> Typed<'a> {
    pub fn new(text: &'a str, dialect: Dialect, world: &'a dyn World) -> Self {
        Self {
            text,
            words: text.split_whitespace().collect(),
            script: Script::parse(text, dialect),
            world,
            has_contraction: has_contraction(text),
        }
    }

    pub fn first(&self) -> &'a str {
        self.words.first().copied().unwrap_or_default()
    }

    pub fn command(&self) -> Option<&Command> {
        self.script.commands.first()
    }

    /// The name of what would run, as it is typed: of `sudo make`, `make`.
    pub fn name(&self) -> &str {
        self.command().and_then(Command::program_name).unwrap_or_default()
    }

    /// The record of what would run: of `sudo make`, that of `make`.
    pub fn program(&self) -> Option<Program> {
        programs::find(self.name())
    }

    pub fn is(&self, role: Role) -> bool {
        self.program().is_some_and(|program| program.is(role))
    }

    pub fn is_any(&self, roles: &[Role]) -> bool {
        self.program().is_some_and(|program| program.is_any(roles))
    }

    /// Returns whether the line begins with a word of everyday English, be it a program.
    pub fn is_spoken(&self) -> bool {
        programs::is(self.first(), Role::Spoken)
    }

    /// The words behind the first.
    pub fn operands(&self) -> impl Iterator<Item = &str> {
        self.command().into_iter().flat_map(|command| &command.words).skip(1).map(|word| word.value.as_str())
    }

    /// The words that may be prose: not those of a message further on (`echo who is there | wall`), of an option
    /// that takes a text, or behind `--`.
    pub fn told(&self) -> Vec<&Word> {
        let commands = self.script.commands.iter().enumerate();
        let told = commands.filter(|(at, command)| *at == 0 || !prints_message(command));
        told.flat_map(|(_, command)| command.words.get(1..end_of_told(command)).unwrap_or_default()).collect()
    }

    /// Returns whether it is a script of commands that can all be run, or a command with its
    /// input or output elsewhere: `yes | head`, `tr a b < notes.txt`.
    pub fn is_script(&self) -> bool {
        let commands = &self.script.commands;
        let redirects = commands.iter().any(|command| !command.redirects.is_empty());
        (commands.len() > 1 || redirects)
            && self.script.issues.is_empty()
            && commands.iter().all(|command| {
                command.words.first().is_none_or(|word| word.dynamic || self.is_command(&word.value))
            })
    }

    /// Returns whether it has another program print a message: `ssh web echo it is up`.
    pub fn hands_message(&self) -> bool {
        !programs::details(self.first()).runs.is_empty()
            && self.operands().any(|word| programs::is(word, Role::Message))
    }

    pub fn exists(&self, path: &str) -> bool {
        self.world.kind(path).exists()
    }

    pub fn is_command(&self, name: &str) -> bool {
        builtins::is_command(self.script.dialect, name, self.world)
    }

    /// Returns whether the shell can run the first word.
    pub fn runs(&self) -> bool {
        let Some(command) = self.command() else { return false };
        let Some(word) = command.words.first() else {
            return !command.assignments.is_empty() || !command.redirects.is_empty();
        };
        // `for f in *; do …`, `A=b …`: whatever they run
        let is_construct = word.value != self.first() && self.script.issues.is_empty();
        if is_construct && (!command.assignments.is_empty() || self.is_command(self.first())) {
            return true;
        }
        let name = word.value.as_str();
        if name.contains('/') {
            return facts::paths::expand(name, self.world).is_some_and(|path| self.exists(&path));
        }
        word.dynamic || self.is_command(name)
    }

    /// Returns whether all words behind the first are plain and name no file.
    pub fn are_plain(&self) -> bool {
        self.operands().all(|word| is_plain(word) && !self.exists(word))
    }
}

fn prints_message(command: &Command) -> bool {
    command.program_name().is_some_and(|name| programs::is(name, Role::Message))
}

/// Returns where the words begin that belong to an option: `-m fix the bug`, `-- now`.
fn end_of_told(command: &Command) -> usize {
    let takes_rest = |pair: &[Word]| match pair {
        [option, value] => option.value == "--" || TEXT.has(&option.value) && !SAID.has(&value.value),
        _ => false,
    };
    command.words.windows(2).position(takes_rest).map_or(command.words.len(), |at| at + 1)
}

/// Returns whether the first quote is within a word and ends a contraction: `don't`, `it's`, `we're`.
fn has_contraction(text: &str) -> bool {
    let Some((before, behind)) = text.find(['\'', '"']).and_then(|at| text.split_at_checked(at)) else {
        return false;
    };
    let Some(behind) = behind.strip_prefix('\'') else { return false };
    let end = behind.split(|c: char| !c.is_ascii_alphabetic()).next().unwrap_or_default();
    let is_whole = behind.strip_prefix(end).is_some_and(|rest| !rest.starts_with(['\'', '"', '/', '=']));
    let ends_word = before.ends_with(|c: char| c.is_ascii_alphabetic());
    ends_word && is_whole && matches!(end, "t" | "s" | "re" | "ve" | "ll" | "d" | "m")
}
