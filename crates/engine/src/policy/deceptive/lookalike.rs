//! Letters of one script that look like those of another.

use unicode_security::MixedScript as _;
use unicode_security::confusable_detection::skeleton;

use super::words::Words;
use super::{Deception, found};
use crate::policy::Level::Confirm;

/// Longest word that is compared, in bytes.
const MAX_WORD: usize = 256;

/// Reports words outside of quotes that look like ASCII and are not.
pub(super) fn scan(text: &str, words: &Words, list: &mut Vec<Deception>) {
    for word in &words.words {
        let Some(content) =
            text.get(word.start..word.end).filter(|content| !content.is_ascii() && content.len() <= MAX_WORD)
        else {
            continue;
        };
        // a program by its name alone
        let name = content.rsplit('/').next().unwrap_or(content);
        let bad = if word.is_command && is_fake(name) {
            first_foreign(name)
        } else {
            let mut runs = content.split(|letter: char| !letter.is_alphabetic());
            runs.find(|run| !words.is_quoted(word.start + offset(content, run)) && is_mixed_fake(run))
                .and_then(first_foreign)
        };
        if let Some(letter) = bad {
            let what = if word.is_command { "a command" } else { "a word" };
            let because = format!(
                "U+{:04X} is a letter of another script in {what} that looks like plain ASCII",
                u32::from(letter)
            );
            found(list, Confirm, because, word.start, word.end);
        }
    }
}

fn offset(whole: &str, part: &str) -> usize {
    (part.as_ptr() as usize).saturating_sub(whole.as_ptr() as usize)
}

/// The letter to be named; what is not seen at all is reported as such.
fn first_foreign(text: &str) -> Option<char> {
    text.chars().find(|letter| !letter.is_ascii() && (letter.is_alphanumeric() || is_overlay(*letter)))
}

/// Not ASCII, but as it is shown it could be.
pub(super) fn is_fake(text: &str) -> bool {
    let has_letters = text.chars().any(|letter| letter.is_alphabetic() || letter.is_ascii_digit());
    !text.is_ascii() && has_letters && (skeleton(text).all(|letter| letter.is_ascii()) || has_marks(text))
}

/// Letters of several scripts in one run, which together look like ASCII: no language does that.
pub(super) fn is_mixed_fake(run: &str) -> bool {
    !run.is_ascii() && !run.is_single_script() && skeleton(run).all(|letter| letter.is_ascii())
}

/// Marks that strike through or overlay an ASCII letter.
fn has_marks(text: &str) -> bool {
    let mut before = ' ';
    text.chars().any(|letter| {
        let overlays = matches!(letter, '\u{334}'..='\u{338}' | '\u{20d0}'..='\u{20ff}')
            && before.is_ascii_alphanumeric();
        before = letter;
        overlays
    })
}

const fn is_overlay(letter: char) -> bool {
    matches!(letter, '\u{334}'..='\u{338}' | '\u{20d0}'..='\u{20ff}')
}
