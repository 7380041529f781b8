//! `git clone URL cd dir`: two commands on one line with nothing between them.

use super::prelude::*;

/// Messages about words that are too many.
const TOO_MANY: &[&str] = table!("too_many_words");

pub fn propose(case: &Case<'_>, command: &Command) -> Option<Proposal> {
    if !case.printed_any(TOO_MANY) {
        return None;
    }
    let words = command.arguments();
    let at = words.iter().position(|word| word.quote == QuoteStyle::Bare && begins(case, command, word))?;
    let before = words.get(at.checked_sub(1)?)?;
    // `find -exec sudo`: an option takes a command
    if before.value.starts_with('-') || words.len() < at + 2 {
        return None;
    }
    let and = if case.dialect() == Dialect::Fish { "; and" } else { " &&" };
    let edit = Edit::new().insert(before.span.end, and);
    Some(Proposal::likely(edit, "these are two commands on one line: && separates them"))
}

/// Returns whether a word is hardly anything but the beginning of a command.
fn begins(case: &Case<'_>, command: &Command, word: &Word) -> bool {
    let is_privileged = programs::find(&word.value).is_some_and(|program| program.is(Role::Privileged));
    word.value == "cd" || is_privileged && case.world.is_program(&word.value) && command.words.len() > 2
}

#[cfg(test)]
mod tests {
    use super::super::repair::tests::{leaves, mends};

    #[test]
    fn two_commands_are_separated() {
        let said = "fatal: Too many arguments.\n\nusage: git clone [<options>] [--] <repo> [<dir>]\n";
        mends(
            "bash",
            "git clone https://example.com/a/b.git -b next cd b",
            129,
            said,
            "git clone https://example.com/a/b.git -b next && cd b",
        );
        mends("fish", "git clone /srv/b.git cd b", 129, said, "git clone /srv/b.git; and cd b");
        leaves("bash", "git clone /srv/b.git cd", 129, Some(said));
        leaves("bash", "git clone /srv/b.git a b", 129, Some(said));
    }
}
