//! The input line for a request in words, in place of the prompt.

use unicode_width::UnicodeWidthStr as _;

use super::style::Style;
use super::text::{first_line, fit, printable};
use super::tty::{Key, Tty};

const PROMPT: &str = "darn> ";
/// Maximum columns of the request shown while waiting.
const SHOWN: usize = 30;
/// Maximum length of a request.
const MAX: usize = 2000;

/// Reads the request and removes the line; `None`: the user left.
pub fn words(tty: &mut Tty, style: &Style) -> Option<String> {
    let mut words = String::new();
    let words = loop {
        tty.write(&drawn(&words, style));
        match press(&mut words, tty.key()) {
            Pressed::On => {}
            Pressed::Left => break None,
            Pressed::Done => break Some(words),
        }
    };
    tty.write("\r\u{1b}[K");
    words
}

#[derive(Debug, PartialEq, Eq)]
enum Pressed {
    On,
    Left,
    Done,
}

fn press(words: &mut String, key: Key) -> Pressed {
    match key {
        Key::Escape | Key::Leave => return Pressed::Left,
        Key::Enter if words.trim().is_empty() => return Pressed::Left,
        Key::Enter => return Pressed::Done,
        Key::Backspace => {
            words.pop();
        }
        Key::Clear => words.clear(),
        Key::Char(c) if words.len() < MAX => words.push(c),
        Key::Char(_) | Key::Up | Key::Down | Key::Tab | Key::Resize | Key::Other => {}
    }
    Pressed::On
}

/// Returns the end of a request that does not fit.
fn drawn(words: &str, style: &Style) -> String {
    let room = style.columns.saturating_sub(PROMPT.width() + 1);
    let mut shown = printable(words, style);
    while shown.width() > room {
        shown.remove(0);
    }
    format!("\r{PROMPT}{shown}\u{1b}[K")
}

/// Formats the line shown while waiting for the answer.
pub fn waiting(whom: &str, words: &str, style: &Style) -> String {
    format!("{}: {}", printable(whom, style), fit(&first_line(words, style), SHOWN, style))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn style(columns: usize) -> Style {
        Style { columns, rows: 24, utf8: true, attributes: true, cursor: true, is_terminal: true }
    }

    #[test]
    fn keys_make_words_and_leave() {
        let mut words = String::new();
        for c in "größe\u{7}x".chars() {
            assert_eq!(press(&mut words, Key::Char(c)), Pressed::On);
        }
        press(&mut words, Key::Backspace);
        assert_eq!(words, "größe\u{7}");
        assert_eq!(drawn(&words, &style(80)), "\rdarn> größe^G\u{1b}[K");
        assert_eq!(drawn(&words, &style(10)), "\rdarn> e^G\u{1b}[K");
        assert_eq!(press(&mut words, Key::Enter), Pressed::Done);
        assert_eq!(press(&mut words, Key::Escape), Pressed::Left);
        press(&mut words, Key::Clear);
        assert_eq!(words, "");
        assert_eq!(press(&mut words, Key::Enter), Pressed::Left);
    }

    #[test]
    fn who_thinks_about_what() {
        let words = "list the ten largest files below this directory";
        assert_eq!(waiting("a/model", words, &style(80)), "a/model: list the ten largest files be…");
    }
}
