//! The same command is not proposed to a person twice unless something has changed in between: another command has
//! run, or the person has answered a question.

/// What came of a command.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fate {
    /// It ran, with this status if that is known.
    Ran(Option<i32>),
    /// The person skipped it.
    Skipped,
    /// It is a step of a plan.
    Planned,
}

/// The commands that were proposed since something last changed. Pure.
#[derive(Debug, Default)]
pub struct Repeats {
    proposed: Vec<(String, Fate)>,
    /// Proposals refused since then.
    refused: usize,
}

impl Repeats {
    /// Returns what came of this very command if it would be proposed again in vain, and counts that.
    pub fn refuse(&mut self, command: &str) -> Option<Fate> {
        let (_, fate) = self.proposed.iter().find(|(proposed, _)| proposed == command.trim())?;
        self.refused += 1;
        Some(*fate)
    }

    /// How often a command was proposed in vain since something last changed.
    pub const fn refused(&self) -> usize {
        self.refused
    }

    /// Notes a command that has changed something, as far as anyone can tell.
    pub fn changed(&mut self, command: &str, fate: Fate) {
        self.forget();
        self.proposed.push((command.trim().to_owned(), fate));
    }

    /// Notes a command that the person has skipped.
    pub fn skipped(&mut self, command: &str) {
        self.proposed.push((command.trim().to_owned(), Fate::Skipped));
    }

    /// Something else has changed.
    pub fn forget(&mut self) {
        *self = Self::default();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_command_is_refused_until_something_changes() {
        let mut repeats = Repeats::default();
        assert_eq!(repeats.refuse("make"), None);
        repeats.changed("make", Fate::Ran(Some(2)));
        repeats.skipped("rm a");
        assert_eq!(repeats.refuse("make "), Some(Fate::Ran(Some(2))));
        assert_eq!(repeats.refuse("rm a"), Some(Fate::Skipped));
        assert_eq!((repeats.refuse("make all"), repeats.refused()), (None, 2));
        repeats.changed("touch a", Fate::Ran(Some(0)));
        assert_eq!((repeats.refuse("make"), repeats.refuse("rm a"), repeats.refused()), (None, None, 0));
        repeats.forget();
        assert_eq!(repeats.refuse("touch a"), None);
    }
}
