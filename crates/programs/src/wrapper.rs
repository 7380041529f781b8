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

/// Where the command begins in the arguments of a wrapper.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Inner {
    /// The index of its first word.
    pub start: usize,
    /// The indexes of the assignments before it: `env A=b`.
    pub assignments: Vec<usize>,
}

impl Wrapper {
    /// Finds the command in the arguments, which `word` gives by their indexes; `assigns` if they may begin with
    /// assignments. `None` if there is no command.
    pub fn inner<'w>(&self, assigns: bool, word: impl Fn(usize) -> Option<&'w str>) -> Option<Inner> {
        let is_option = |text: &str| text.starts_with('-') && text != "-";
        let mut at = 0;
        let mut verb_pending = !self.verbs.is_empty();
        let mut operands = self.operands;
        let mut assignments = Vec::new();
        loop {
            let text = word(at)?;
            if verb_pending {
                let is_value =
                    || at.checked_sub(1).and_then(&word).is_some_and(|before| before.starts_with('-'));
                if self.verbs.contains(&text) {
                    verb_pending = false;
                } else if !text.starts_with('-') && !matches!(text, "compose" | "container") && !is_value() {
                    return None;
                }
            } else if text == "--" {
                at += 1;
                break;
            } else if is_option(text) {
                at += usize::from(self.takes_value(text));
            } else if assigns && text.contains('=') && !text.starts_with('=') {
                assignments.push(at);
            } else if operands > 0 {
                operands -= 1;
            } else {
                break;
            }
            at += 1;
        }
        let start = at + operands;
        word(start).map(|_| Inner { start, assignments })
    }

    /// Returns whether the next word is the value of this option: `-u`, `--user`, and `-Eu`, the last of several
    /// letters. In `-n10` and `-oJson` the value is attached.
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
