//! Programs that run another program: where in their arguments it stands.

/// How a wrapper names what it runs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Form {
    /// The remaining words are the command.
    Words,
    /// The remaining words are joined and read by a shell.
    Text,
    /// The remaining words are the command; its input becomes further arguments.
    Items,
    /// The values of these options are read by a shell.
    Option(&'static [&'static str]),
    /// The command follows one of these words.
    Behind(&'static [&'static str]),
}

/// One way in which a program runs another one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Wrapper {
    pub form: Form,
    /// Options whose value is the next word.
    pub valued: &'static [&'static str],
    /// Number of its own operands before the command.
    pub operands: usize,
    /// Subcommands that run something; if there are none, it always does.
    pub verbs: &'static [&'static str],
}

impl Wrapper {
    /// Returns whether the next word is the value of this option: `-u`, `--user`, and `-Eu`, the last of several
    /// letters. In `-n10` and `-oJson` the value is attached.
    #[must_use]
    pub fn takes_value(&self, option: &str) -> bool {
        if self.valued.contains(&option) {
            return true;
        }
        let is_valued =
            |letter: char| self.valued.iter().any(|known| known.len() == 2 && known.ends_with(letter));
        let Some(cluster) = option.strip_prefix('-').filter(|letters| !letters.starts_with('-')) else {
            return false;
        };
        let mut letters = cluster.chars();
        letters.next_back().is_some_and(is_valued)
            && cluster.bytes().all(|letter| letter.is_ascii_alphabetic())
            && !letters.any(is_valued)
    }
}
