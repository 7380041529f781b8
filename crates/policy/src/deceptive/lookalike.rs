//! Letters of one script that look like those of another.

use unicode_security::MixedScript as _;

use super::words::Words;
use super::{Deception, found};
use crate::Level::Confirm;

include!(concat!(env!("OUT_DIR"), "/lookalikes.rs"));

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
        let bad = if word.is_command && (is_fake(name) || is_mixed(name)) {
            first_foreign(name)
        } else {
            let mut runs = content.split(|letter: char| !letter.is_alphabetic());
            runs.find(|run| !words.is_quoted(word.start + offset(content, run)) && is_mixed_fake(run))
                .and_then(first_foreign)
        };
        if let Some(letter) = bad {
            let what = if word.is_command { "a command" } else { "a word" };
            let because = format!(
                "U+{:04X} in {what} is a letter of another script that looks like plain ASCII",
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
    !text.is_ascii() && has_letters && (text.chars().all(looks_like_ascii) || has_marks(text))
}

/// Letters of several scripts in one run, which together look like ASCII: no language does that.
pub(super) fn is_mixed_fake(run: &str) -> bool {
    !run.is_ascii() && !run.is_single_script() && run.chars().all(looks_like_ascii)
}

/// ASCII letters beside those of a script with letters that look like them (Greek, Cyrillic, Armenian,
/// Cherokee), as in `rм`: no name of a program is written so.
fn is_mixed(name: &str) -> bool {
    let is_alike = |letter: char| {
        matches!(letter, '\u{370}'..='\u{3ff}' | '\u{400}'..='\u{58f}' | '\u{13a0}'..='\u{13ff}')
            && letter.is_alphabetic()
    };
    name.chars().any(is_alike) && name.chars().any(|letter| letter.is_ascii_alphabetic())
}

/// Whether its skeleton (Unicode TS 39 §4) is ASCII. It is made character by character, so that the one of
/// a text is ASCII where that of each is.
fn looks_like_ascii(letter: char) -> bool {
    let at = LOOKALIKES.partition_point(|(_, last)| *last < u32::from(letter));
    letter.is_ascii() || LOOKALIKES.get(at).is_some_and(|(first, _)| *first <= u32::from(letter))
}

/// Marks that strike through or overlay an ASCII letter.
fn has_marks(text: &str) -> bool {
    let mut before = ' ';
    text.chars().any(|letter| {
        let overlays = is_overlay(letter) && before.is_ascii_alphanumeric();
        before = letter;
        overlays
    })
}

const fn is_overlay(letter: char) -> bool {
    matches!(letter, '\u{334}'..='\u{338}' | '\u{20d0}'..='\u{20ff}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_looks_like_ascii_is_what_its_skeleton_says() {
        for c in '\u{80}'..='\u{1ffff}' {
            let text = format!("a{c}b{c}");
            let is_ascii = unicode_security::skeleton(&text).all(|c| c.is_ascii());
            assert_eq!(text.chars().all(looks_like_ascii), is_ascii, "{}", c.escape_unicode());
        }
    }
}
