//! `ды -ла`, `GIT STATUS`: typed with another keyboard layout or with Caps Lock.

use super::prelude::*;

/// Letters of a layout, in the order of the keys in [`KEYS`]; a blank if the key has no letter of its own.
const LAYOUTS: &[&str] = table!("keyboard_layouts");
const KEYS: &str = "qwertyuiop[]asdfghjkl;'zxcvbnm,.";

pub fn propose(case: &Case<'_>) -> Option<Proposal> {
    let text = &case.failure.record.text;
    let word = case.failure.culprit_command().and_then(|command| command.program_word());
    let word = word.filter(|_| case.failure.kind == FailureKind::CommandNotFound)?;
    let meant = |typed: &str, all: String, because: &str| {
        let is_meant = typed != word.value && case.is_command(typed) && !word.dynamic;
        let edit = case.whole(all);
        is_meant.then(|| Proposal::certain(edit, because))
    };
    let layout = LAYOUTS.iter().find_map(|layout| {
        let typed = on_keys(&word.value, layout)?;
        meant(
            &typed,
            text.chars().map(|c| key(c, layout).unwrap_or(c)).collect(),
            "typed with another keyboard layout",
        )
    });
    // variables keep their case; a single word is left to spelling correction
    let is_shouted = text.chars().filter(|c| c.is_alphabetic()).all(char::is_uppercase)
        && text.split_whitespace().count() > 1
        && !text.contains('$');
    let caps = || {
        is_shouted
            .then(|| meant(&word.value.to_lowercase(), text.to_lowercase(), "Caps Lock was on"))
            .flatten()
    };
    layout.or_else(caps)
}

/// Returns the text that the same keys produce in the US layout; `None` if the layout lacks a letter.
fn on_keys(word: &str, layout: &str) -> Option<String> {
    word.chars()
        .map(|c| match key(c, layout) {
            None if c.is_ascii() && !c.is_ascii_alphabetic() => Some(c),
            key => key,
        })
        .collect()
}

fn key(letter: char, layout: &str) -> Option<char> {
    let at = layout.chars().position(|known| known == letter && known != ' ')?;
    KEYS.chars().nth(at)
}

#[cfg(test)]
mod tests {
    use super::super::repair::tests::{leaves, mends};

    #[test]
    fn layouts() {
        mends("bash", "ды -д", 127, "bash: ды: command not found\n", "ls -l");
        mends("bash", "пше ыефегы", 127, "bash: пше: command not found\n", "git status");
        mends("zsh", "γιτ λογ", 127, "zsh: command not found: γιτ\n", "git log");
        mends("bash", "עןא דאשאוד", 127, "bash: עןא: command not found\n", "git status");
        leaves("bash", "привет мир", 127, Some("bash: привет: command not found\n"));
    }

    #[test]
    fn caps_lock() {
        mends("bash", "GIT STATUS", 127, "bash: GIT: command not found\n", "git status");
        leaves("bash", "ABC DEF", 127, Some("bash: ABC: command not found\n"));
    }
}
