//! `task.confirm = "shape"`: a shape of command that a person has confirmed is not asked about again in the same
//! run, as long as it stays in the directory and does nothing but read, make or enter.

use std::collections::BTreeMap;

use facts::readers;
use policy::Level;
use programs::Role;
use syntax::{Command, Dialect, Script, Word};

use super::limits::shape;
use super::step::Step;
use crate::confirm::Agreed;

/// Shapes that a person has confirmed.
#[derive(Debug, Default)]
pub struct Shapes(BTreeMap<String, Agreed>);

impl Shapes {
    /// Remembers a confirmed step.
    pub fn add(&mut self, step: &Step, dialect: Dialect, agreed: &Agreed) {
        if may_repeat(step, dialect) {
            self.0.insert(shape(&step.command, dialect), agreed.for_same_shape());
        }
    }

    /// Returns the consent to an earlier command of the same shape.
    pub fn find(&self, step: &Step, dialect: Dialect) -> Option<Agreed> {
        may_repeat(step, dialect)
            .then(|| self.0.get(&shape(&step.command, dialect)))?
            .map(Agreed::for_same_shape)
    }
}

/// Returns whether a command may run on the consent to another one of its shape: anything but these might use the
/// network, delete, or run what others have written.
fn may_repeat(step: &Step, dialect: Dialect) -> bool {
    let script = Script::parse(&step.command, dialect);
    step.verdict.level == Level::Allow
        && step.verdict.impact.is_none()
        && step.missing.is_none()
        && script.issues.is_empty()
        && script.blocks.is_empty()
        && !script.commands.is_empty()
        && script.commands.iter().all(|command| {
            (readers::command_only_reads(&script, command) || makes_or_enters(command))
                && command.redirects.is_empty()
                && command.words.iter().skip(1).all(stays)
        })
}

fn makes_or_enters(command: &Command) -> bool {
    let is_plain = command.program() == Some(0) && command.assignments.is_empty() && command.depth == 0;
    let Some(name) = command.program_name().filter(|_| is_plain) else { return false };
    // without a directory `cd` goes home, with `-` back
    let names_directory = || command.arguments().iter().any(|word| !word.value.starts_with('-'));
    programs::is(name, Role::Makes) || programs::is(name, Role::Enters) && names_directory()
}

/// Returns whether a word names nothing outside the directory, as far as one can see.
fn stays(word: &Word) -> bool {
    let value = word.value.as_str();
    let value = value.split_once('=').filter(|_| value.starts_with('-')).map_or(value, |(_, value)| value);
    !word.dynamic && !value.starts_with(['/', '~']) && value.split('/').all(|part| part != "..")
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;

    use policy::Verdict;

    use super::*;

    fn step(command: &str) -> Step {
        Step {
            number: 1,
            command: command.into(),
            why: String::new(),
            expects: String::new(),
            origin: "model".into(),
            directory: PathBuf::from("/src"),
            verdict: Verdict::allow(),
            missing: None,
        }
    }

    #[test]
    fn only_what_reads_makes_or_enters_here_may_be_repeated() {
        for command in ["ls -l src", "cat a b | wc -l", "mkdir -p a/b && cd a", "grep -rn x ."] {
            assert!(may_repeat(&step(command), Dialect::Bash), "{command}");
        }
        for command in [
            "rm a", "sudo ls", "curl example.com", "sh x.sh", "ls /etc", "cat ../x", "cat ~/.netrc",
            "cat $F", "ls > x", "cd", "cd -", "cd -- -", "A=1 ls", "sort -o a b", "find . -delete", "make",
            "git push", "cat <(curl x)", "ls; rm a", "grep --file=/etc/x y",
        ] {
            assert!(!may_repeat(&step(command), Dialect::Bash), "{command}");
        }
    }
}
