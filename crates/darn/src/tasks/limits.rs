//! When a task gives up: too many steps, too much time, or the same shape of command fails again and again.

use std::time::Duration;

use syntax::{Dialect, Script};

/// Time for the model and the steps of a task; that in which a person is awaited does not count.
const MAX_TIME: Duration = Duration::from_secs(600);

/// Why a task stops before it is done.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Stop {
    /// The maximum number of steps.
    Steps(usize),
    /// The maximum time.
    Time,
    /// A shape of command that failed too often, and how often.
    Failures(String, usize),
    /// The model has proposed the same command too often.
    Repeats,
    /// The model does not answer in a form that can be read.
    Unreadable,
    /// The person has left.
    Left,
}

impl std::fmt::Display for Stop {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Steps(count) => write!(f, "not done after {count} steps"),
            Self::Time => write!(f, "not done after {} minutes", MAX_TIME.as_secs() / 60),
            Self::Failures(shape, count) => write!(f, "`{shape}` has failed {count} times"),
            Self::Repeats => write!(f, "the model proposes the same command again and again"),
            Self::Unreadable => write!(f, "the model does not say what to do next"),
            Self::Left => write!(f, "you have left the task"),
        }
    }
}

/// Counts steps and failures. Pure.
#[derive(Debug)]
pub struct Limits {
    max_steps: usize,
    max_failures: usize,
    steps: usize,
    spent: Duration,
    /// Shapes of failed commands since the last command that succeeded.
    failures: Vec<String>,
}

impl Limits {
    pub const fn new(max_steps: usize, max_failures: usize) -> Self {
        Self { max_steps, max_failures, steps: 0, spent: Duration::ZERO, failures: Vec::new() }
    }

    /// Returns whether there may be another step.
    ///
    /// # Errors
    /// The reason to stop: a limit is reached.
    pub fn next(&self) -> Result<(), Stop> {
        if self.steps >= self.max_steps {
            return Err(Stop::Steps(self.steps));
        }
        if self.spent >= MAX_TIME {
            return Err(Stop::Time);
        }
        if let Some(last) = self.failures.last() {
            let count = self.failures.iter().filter(|shape| *shape == last).count();
            if count >= self.max_failures.max(1) {
                return Err(Stop::Failures(last.clone(), count));
            }
        }
        Ok(())
    }

    /// Counts time in which the model thought or a step ran.
    pub fn spend(&mut self, time: Duration) {
        self.spent = self.spent.saturating_add(time);
    }

    /// Counts a step; `status` is `None` if it did not run.
    pub fn count(&mut self, command: &str, dialect: Dialect, status: Option<i32>) {
        self.steps += 1;
        match status {
            Some(0) => self.failures.clear(),
            Some(_) => self.failures.push(shape(command, dialect)),
            None => {}
        }
    }
}

/// Returns the shape of a command line: its programs, with their subcommands and options, without operands.
pub fn shape(command: &str, dialect: Dialect) -> String {
    let script = Script::parse(command, dialect);
    let shapes = script.commands.iter().filter_map(|command| {
        let program = command.program()?;
        let words = command.words.get(program..)?;
        let is_shape = |at: usize, word: &str| {
            at == 0
                || word.starts_with('-')
                || at == 1 && word.chars().all(|c| c.is_ascii_lowercase() || c == '-')
        };
        let kept = words.iter().enumerate().filter(|(at, word)| is_shape(*at, &word.value));
        Some(kept.map(|(_, word)| word.value.as_str()).collect::<Vec<_>>().join(" "))
    });
    shapes.collect::<Vec<_>>().join("; ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_shape_has_no_operands() {
        assert_eq!(shape("git commit -m 'a b' x.txt", Dialect::Bash), "git commit -m");
        assert_eq!(shape("cd /tmp && rm -rf A", Dialect::Bash), "cd; rm -rf");
    }

    #[test]
    fn a_shape_that_fails_three_times_ends_the_task() {
        let mut limits = Limits::new(15, 3);
        for path in ["A", "B", "C"] {
            assert!(limits.next().is_ok());
            limits.count(&format!("rm -rf {path}"), Dialect::Bash, Some(1));
            limits.count(&format!("ls {path}/X"), Dialect::Bash, None);
        }
        assert_eq!(limits.next(), Err(Stop::Failures("rm -rf".into(), 3)));
        limits.count("true", Dialect::Bash, Some(0));
        assert!(limits.next().is_ok());
    }

    #[test]
    fn the_steps_are_limited() {
        let mut limits = Limits::new(2, 3);
        limits.count("make", Dialect::Bash, Some(2));
        assert!(limits.next().is_ok());
        limits.count("ls", Dialect::Bash, Some(0));
        assert_eq!(limits.next(), Err(Stop::Steps(2)));
    }

    #[test]
    fn the_time_is_limited() {
        let mut limits = Limits::new(2, 3);
        limits.spend(Duration::from_secs(599));
        assert!(limits.next().is_ok());
        limits.spend(Duration::from_secs(1));
        assert_eq!(limits.next(), Err(Stop::Time));
    }
}
