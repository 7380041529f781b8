//! `task.confirm = "shape"`: a shape of command that a person has confirmed is not asked about again in the same
//! run, as long as it stays in the directory and does nothing but read, make or enter.

use std::collections::BTreeMap;

use policy::Level;
use programs::Role;
use syntax::{Dialect, Script, Word};

use super::limits::shape;
use super::step::Step;
use crate::confirm::Agreed;

/// What a program may do in a command that is not asked about: anything else might use the network, delete, or
/// run what others have written.
const HARMLESS: [Role; 3] = [Role::OnlyReads, Role::Enters, Role::Makes];

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

/// Returns whether a command may run on the consent to another one of its shape.
fn may_repeat(step: &Step, dialect: Dialect) -> bool {
    let script = Script::parse(&step.command, dialect);
    let is_harmless = |program: &str| HARMLESS.into_iter().any(|role| programs::is(program, role));
    step.verdict.level == Level::Allow
        && step.verdict.impact.is_none()
        && step.missing.is_none()
        && script.issues.is_empty()
        && script.blocks.is_empty()
        && !script.commands.is_empty()
        && script.commands.iter().all(|command| {
            // a prefix such as `sudo` is no program of these
            command.words.first().is_some_and(|word| !word.dynamic && is_harmless(&word.value))
                && command.assignments.is_empty()
                && command.redirects.is_empty()
                && command.words.iter().skip(1).all(stays)
        })
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
            "cat $F", "ls > x", "cd", "A=1 ls", "make", "git push", "cat <(curl x)", "ls; rm a",
            "grep --file=/etc/x y",
        ] {
            let is_home = command == "cd"; // it leaves the directory, and nothing else
            assert!(is_home || !may_repeat(&step(command), Dialect::Bash), "{command}");
        }
    }
}
