//! `git statusgit status`: the whole line pasted twice.

use super::prelude::*;

pub fn propose(case: &Case<'_>) -> Option<Proposal> {
    let text = case.failure.script.text.trim();
    if case.status() == 0 {
        return None;
    }
    if let Some(half) = half(text)
        && case.is_command(half.split_whitespace().next().unwrap_or(""))
    {
        let edit = case.whole(half);
        return Some(Proposal::certain(edit, "the line was pasted twice"));
    }
    None
}

/// Returns the first of two equal halves, which may be separated by blanks.
fn half(text: &str) -> Option<&str> {
    let half = text.get(..text.len() / 2)?.trim_end();
    let rest = text.get(half.len()..)?;
    let again = rest.trim_start() == half && half.contains(' ');
    again.then_some(half)
}

#[cfg(test)]
mod tests {
    use super::super::repair::tests::{leaves, mends, mends_blind};

    #[test]
    fn once_is_enough() {
        mends(
            "zsh",
            "git statusgit status",
            1,
            "git: 'statusgit' is not a git command. See 'git --help'.\n",
            "git status",
        );
        mends_blind("bash", "ls -l dir ls -l dir", 2, "ls -l dir");
    }

    #[test]
    fn leaves_names_that_are_meant() {
        leaves("bash", "man man", 16, Some("No manual entry for man\n"));
        leaves("bash", "grep grep a.txt", 1, Some(""));
    }
}
