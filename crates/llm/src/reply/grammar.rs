//! Text → command line: removes prompt signs, joins lines to steps, drops prose.

use facts::{World, builtins};
use syntax::{Dialect, IssueKind, Script};

use super::signs::{self, Sign};
use super::{Command, MAX_OBJECT, characters, fences, placeholders, prose};

/// The target shell, and the programs that exist.
#[derive(Clone, Copy)]
pub struct Grammar<'a> {
    pub dialect: Dialect,
    pub world: &'a dyn World,
}

/// Why a text may be a command.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Source {
    /// It is where a command was requested: [`crate::vet`] decides whether it is right.
    Named,
    /// It may be something else, so it must read like a command, and its program must exist.
    Found,
}

/// Maximum number of lines or steps; more is a script.
const MAX_LINES: usize = 64;
pub const MAX_STEPS: usize = 16;

impl Grammar<'_> {
    /// Returns the command that a text is; `None` if it is not a command.
    pub fn command(&self, text: &str, source: Source) -> Option<Command> {
        if text.len() > MAX_OBJECT || text.lines().count() > MAX_LINES {
            return None;
        }
        let straight = characters::straightened(text);
        let steps = self.steps(&straight);
        let fits = |step: &String| match source {
            Source::Named => !prose::is_prose(&self.parse(step), source),
            Source::Found => self.is_command(step),
        };
        if steps.is_empty() || steps.len() > MAX_STEPS || !steps.iter().all(fits) {
            return None;
        }
        let has_placeholders = steps.iter().any(|step| !placeholders::find(step).is_empty());
        Some(Command { steps, has_placeholders, was_straightened: straight != text })
    }

    /// Returns whether it reads like a command that could run here.
    pub fn is_command(&self, text: &str) -> bool {
        let script = self.parse(text);
        script.is_well_formed() != Some(false)
            && self.begins_with_program(&script)
            && !fences::is_language(text)
            && !prose::is_prose(&script, Source::Found)
    }

    /// Parses it with placeholders filled, so that `<file>` is not a redirection.
    fn parse(&self, text: &str) -> Script {
        Script::parse(&placeholders::filled(text, &placeholders::find(text)), self.dialect)
    }

    fn begins_with_program(&self, script: &Script) -> bool {
        let Some(first) = script.commands.first() else { return false };
        match first.words.first() {
            // `$EDITOR notes.txt`; a variable alone is a mention
            Some(word) if word.dynamic => {
                first.words.len() > 1 && !script.raw(word.span).contains(['(', '`'])
            }
            Some(word) => self.exists(&word.value),
            None => !first.assignments.is_empty(),
        }
    }

    /// Returns whether there is a program, builtin, function or alias of this name, or a file at this path.
    pub fn exists(&self, name: &str) -> bool {
        if self.dialect == Dialect::Nu && name.starts_with('^') {
            return self.exists(name.trim_start_matches('^')); // runs a program, not the builtin
        }
        if name.contains('/') {
            let path = facts::paths::expand(name, self.world);
            return path.is_none_or(|path| self.world.kind(&path).exists());
        }
        builtins::has(self.dialect, name)
            || self.world.aliases().contains_key(name)
            || self.world.functions().iter().any(|function| function == name)
            || self.world.is_program(name)
    }

    /// Returns the complete commands in the lines of a text. The last one may be incomplete.
    fn steps(&self, text: &str) -> Vec<String> {
        let mut steps: Vec<String> = Vec::new();
        let mut step = String::new();
        let lines: Vec<&str> = text.lines().map(|line| line.trim_end_matches([' ', '\t'])).collect();
        let shown = self.shown(&lines);
        let mut lines = lines.iter().peekable();
        while let Some(line) = lines.next() {
            if step.is_empty() {
                let begin = match shown {
                    Some(sign) => {
                        signs::split(line.trim_start()).filter(|found| found.0 == sign).map(|f| f.1)
                    }
                    None => Some(line.trim_start_matches([' ', '\t'])),
                };
                let is_name = steps.is_empty() && fences::is_language(line.trim()) && lines.peek().is_some();
                let Some(begin) = begin.filter(|line| !line.is_empty() && !line.starts_with('#') && !is_name)
                else {
                    continue;
                };
                step.push_str(begin);
            } else {
                step.push('\n');
                step.push_str(line);
            }
            let goes_on = lines.peek().is_some_and(|next| self.continues(next));
            if !goes_on && is_complete(&self.parse(&step)) {
                steps.push(std::mem::take(&mut step));
            }
        }
        steps.extend(Some(step).filter(|step| !step.is_empty()));
        steps
    }

    /// Returns whether a line continues the one before it. (PowerShell 7, nu)
    fn continues(&self, line: &str) -> bool {
        matches!(self.dialect, Dialect::PowerShell | Dialect::Nu) && line.trim_start().starts_with('|')
    }

    /// Returns the prompt sign before the text's commands; lines without it are output.
    fn shown(&self, lines: &[&str]) -> Option<Sign> {
        let mut lines = lines.iter().map(|line| line.trim_start()).filter(|line| !line.is_empty());
        let (sign, rest) = signs::split(lines.next()?)?;
        let is_one = match sign {
            Sign::Prompt => true,
            Sign::Greater | Sign::Number => self.is_command(rest),
            // a comment, unless all lines have it (root's prompt)
            Sign::Hash => {
                self.is_order(rest)
                    && lines.all(|line| signs::split(line).is_some_and(|(s, _)| s == Sign::Hash))
            }
        };
        is_one.then_some(sign)
    }

    /// Returns whether it is a command, not a comment: "install dependencies" could run.
    fn is_order(&self, text: &str) -> bool {
        let is_plain = |word: &str| word.chars().all(char::is_alphabetic);
        self.is_command(text) && !text.split_whitespace().all(is_plain)
    }
}

fn is_complete(script: &Script) -> bool {
    // a here-document ended by the end of the text
    let is_open = script.issues.iter().any(|issue| issue.kind == IssueKind::UnclosedHereDocument);
    !script.is_unfinished() && !is_open
}
