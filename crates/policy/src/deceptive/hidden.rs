//! Characters that are not seen, or that change the order and place of others on the screen.

use super::words::Words;
use super::{Deception, found};
use crate::Level::{self, Confirm, Deny, Warn};

/// What is wrong with a character, and how bad that is.
type Kind = (Level, &'static str);

const CONTROL: Kind = (Deny, "is a control character, which can hide or replace text on the screen");
const RETURN: Kind = (Confirm, "returns to the start of the line and hides the text there");
const ORDER: Kind = (Deny, "changes the order in which text is shown: what you read is not what runs");
const INVISIBLE: Kind = (Confirm, "is invisible");
/// Left over from a page that breaks its lines.
const HYPHEN: Kind = (Warn, "is an invisible hyphen, not an option's `-`");
const TAG: Kind = (Deny, "is invisible and can carry hidden text");
const BLANK: Kind = (Confirm, "looks like a space but does not separate words");
const NEVER: Kind = (Deny, "is not a character");
const MARKS: Kind = (Confirm, "is one of too many marks stacked on a letter");

/// Reports each run of such characters once.
pub(super) fn scan(text: &str, words: &Words, list: &mut Vec<Deception>) {
    let mut last: Option<(Kind, usize)> = None;
    let mut before = '\n';
    let mut marks = 0;
    let mut in_flag = false;
    let mut letters = text.char_indices().peekable();
    while let Some((at, letter)) = letters.next() {
        let after = letters.peek().map_or('\n', |(_, after)| *after);
        let end = at + letter.len_utf8();
        marks = if is_mark(letter) { marks + 1 } else { 0 };
        // the flags of Scotland and its like are spelt in tags
        in_flag = letter == '\u{1F3F4}' || (in_flag && is_tag(letter));
        let kind = kind(letter, before, after).filter(|kind| match *kind {
            BLANK => !words.is_quoted(at) && !is_time(before, text.get(end..).unwrap_or_default()),
            TAG => !in_flag,
            _ => letter != '\u{AD}' || !words.is_quoted(at),
        });
        if let Some(kind) = kind.or((marks == 5).then_some(MARKS)) {
            let continues = last.is_some_and(|(same, until)| same == kind && until == at);
            match list.last_mut().filter(|_| continues) {
                Some(deception) => deception.span.end = end,
                None => found(list, kind.0, format!("U+{:04X} {}", u32::from(letter), kind.1), at, end),
            }
            last = Some((kind, end));
        }
        before = letter;
    }
}

/// First and last of the characters that look like a space.
const BLANKS: &[(char, char)] = &[
    ('\u{a0}', '\u{a0}'),
    ('\u{1680}', '\u{1680}'),
    ('\u{2000}', '\u{200a}'),
    ('\u{2028}', '\u{2029}'),
    ('\u{202f}', '\u{202f}'),
    ('\u{205f}', '\u{205f}'),
    ('\u{2800}', '\u{2800}'),
    ('\u{3000}', '\u{3000}'),
];

/// First and last of the characters that are not seen.
const UNSEEN: &[(char, char)] = &[
    ('\u{34f}', '\u{34f}'),
    ('\u{115f}', '\u{1160}'),
    ('\u{17b4}', '\u{17b5}'),
    ('\u{180b}', '\u{180f}'),
    ('\u{2060}', '\u{2065}'),
    ('\u{206a}', '\u{206f}'),
    ('\u{3164}', '\u{3164}'),
    ('\u{feff}', '\u{feff}'),
    ('\u{ffa0}', '\u{ffa0}'),
    ('\u{fff0}', '\u{fffb}'),
    ('\u{1d173}', '\u{1d17a}'),
];

fn is_in(ranges: &[(char, char)], letter: char) -> bool {
    ranges.iter().any(|(first, last)| (*first..=*last).contains(&letter))
}

/// What is wrong with a letter between its neighbours.
fn kind(letter: char, before: char, after: char) -> Option<Kind> {
    match letter {
        ' '..='~' | '\t' | '\n' => None,
        '\r' if after == '\n' => None,
        '\r' => Some(RETURN),
        '\0'..='\u{1f}' | '\u{7f}'..='\u{9f}' => Some(CONTROL),
        _ if is_in(BLANKS, letter) => Some(BLANK),
        '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' => Some(ORDER),
        // marks of direction belong into text that is written from right to left
        '\u{200e}' | '\u{200f}' | '\u{61c}' => {
            (!is_right_to_left(before) && !is_right_to_left(after)).then_some(ORDER)
        }
        '\u{200c}' => (!joins(before) || !joins(after)).then_some(INVISIBLE),
        '\u{200d}' => (!(joins(before) && (joins(after) || after.is_whitespace()))
            && !((is_symbol(before) || is_selector(before)) && is_symbol(after)))
        .then_some(INVISIBLE),
        // parts words in scripts that have no blanks
        '\u{200b}' => (!has_no_blanks(before) || !has_no_blanks(after)).then_some(INVISIBLE),
        '\u{ad}' => Some(HYPHEN),
        _ if is_in(UNSEEN, letter) => Some(INVISIBLE),
        '\u{fe00}'..='\u{fe0f}' => {
            let keycap = matches!(before, '0'..='9' | '#' | '*') && after == '\u{20e3}';
            (!(keycap || is_symbol(before) || is_ideograph(before))).then_some(INVISIBLE)
        }
        '\u{e0100}'..='\u{e01ef}' => (!is_ideograph(before)).then_some(TAG),
        '\u{e0000}'..='\u{e007f}' => Some(TAG),
        '\u{fdd0}'..='\u{fdef}' => Some(NEVER),
        _ if u32::from(letter) & 0xfffe == 0xfffe => Some(NEVER),
        _ => None,
    }
}

/// `3.00 PM` as macOS writes it into names of files.
fn is_time(before: char, after: &str) -> bool {
    before.is_ascii_digit() && (after.starts_with("AM") || after.starts_with("PM"))
}

const fn is_tag(letter: char) -> bool {
    matches!(letter, '\u{e0020}'..='\u{e007f}')
}

const fn is_selector(letter: char) -> bool {
    matches!(letter, '\u{fe0f}')
}

const fn is_mark(letter: char) -> bool {
    matches!(letter, '\u{300}'..='\u{36f}' | '\u{1ab0}'..='\u{1aff}' | '\u{1dc0}'..='\u{1dff}' | '\u{20d0}'..='\u{20ff}')
}

const fn is_right_to_left(letter: char) -> bool {
    matches!(letter, '\u{590}'..='\u{8ff}' | '\u{fb1d}'..='\u{fdff}' | '\u{fe70}'..='\u{fefc}' | '\u{10800}'..='\u{10fff}' | '\u{1e800}'..='\u{1efff}')
}

/// Letters of scripts whose words need joiners: Arabic and its neighbours, the scripts of India
/// and South East Asia, Mongolian.
const fn joins(letter: char) -> bool {
    matches!(letter, '\u{600}'..='\u{8ff}' | '\u{900}'..='\u{109f}' | '\u{1780}'..='\u{17ff}' | '\u{1800}'..='\u{18af}' | '\u{1900}'..='\u{1cff}' | '\u{a800}'..='\u{abff}' | '\u{fb50}'..='\u{fdcf}' | '\u{fe70}'..='\u{fefc}' | '\u{11000}'..='\u{11fff}')
}

/// Thai, Lao, Tibetan, Burmese, Khmer, and the ideographs.
const fn has_no_blanks(letter: char) -> bool {
    matches!(letter, '\u{e00}'..='\u{fff}' | '\u{1000}'..='\u{109f}' | '\u{1780}'..='\u{17ff}' | '\u{1950}'..='\u{1aaf}')
        || is_ideograph(letter)
}

const fn is_ideograph(letter: char) -> bool {
    matches!(letter, '\u{2e80}'..='\u{312f}' | '\u{3190}'..='\u{9fff}' | '\u{f900}'..='\u{faff}' | '\u{20000}'..='\u{3ffff}')
}

/// Emoji and other symbols, with what modifies them.
const fn is_symbol(letter: char) -> bool {
    matches!(letter, '\u{a9}' | '\u{ae}' | '\u{203c}' | '\u{2049}' | '\u{2100}'..='\u{27ff}' | '\u{2900}'..='\u{2bff}' | '\u{3030}' | '\u{303d}' | '\u{3297}' | '\u{3299}' | '\u{1f000}'..='\u{1faff}')
}
