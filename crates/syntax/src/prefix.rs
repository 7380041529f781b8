//! Programs that run another program: `sudo`, `env`, `time` and their options.

use programs::{Program, Role, Wrapper};

use crate::{Command, Word};

impl Command {
    /// Returns the index in [`Command::words`] of the program that runs after prefixes such as `sudo` and
    /// `env`, or `None` if there are no words. A prefix without a command after it (`sudo -i`,
    /// `command -v x`) is its own program.
    pub fn program(&self) -> Option<usize> {
        let mut at = 0;
        while let Some(word) = self.words.get(at) {
            let Some((program, wrapper)) = prefix(&word.value) else { break };
            match self.behind(program, wrapper, at + 1) {
                Some(next) => at = next,
                None => break,
            }
        }
        (at < self.words.len()).then_some(at)
    }

    /// Returns the index of the word where the command of a prefix begins, whose arguments begin at `at`.
    fn behind(&self, program: Program, wrapper: &Wrapper, at: usize) -> Option<usize> {
        let word = |index: usize| Some(self.words.get(at + index)?.value.as_str());
        let start = wrapper.inner(program.is(Role::Assigns), word)?.start;
        let only_looks = program.name() == "command"
            && (0..start).filter_map(word).any(|text| matches!(text, "-v" | "-V"));
        (!only_looks).then_some(at + start)
    }

    /// Returns the program's word, after prefixes.
    pub fn program_word(&self) -> Option<&Word> {
        self.words.get(self.program()?)
    }

    /// Returns the value of the program word, after prefixes.
    pub fn program_name(&self) -> Option<&str> {
        self.program_word().map(|word| word.value.as_str())
    }

    /// Returns the words after the program.
    pub fn arguments(&self) -> &[Word] {
        self.program().and_then(|at| self.words.get(at + 1..)).unwrap_or_default()
    }

    /// Returns whether a prefix raises privileges.
    pub fn is_privileged(&self) -> bool {
        let end = self.program().unwrap_or(0);
        self.words.iter().take(end).any(|word| programs::is(&word.value, Role::Privileged))
    }
}

/// Returns the program if it runs the command after it without changing its meaning.
fn prefix(name: &str) -> Option<(Program, &'static Wrapper)> {
    let program = programs::find(name).filter(|program| program.is(Role::Prefix))?;
    Some((program, program.details().runs.first()?))
}
