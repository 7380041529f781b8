//! A line that the user types: at its end, without cursor keys.

use unicode_width::UnicodeWidthStr as _;

use super::style::Style;
use super::text::printable;
use super::tty::{Key, Tty};

/// Maximum length of a line, in bytes.
const MAX: usize = 2000;

/// What a key has done.
#[derive(Debug, PartialEq, Eq)]
pub enum Pressed {
    On,
    Left,
    Done,
}

/// Reads a line that begins with `text`; `None`: the user left. The line stays on the screen, without a newline.
pub fn line(tty: &mut Tty, prompt: &str, text: &str, style: &Style) -> Option<String> {
    let mut text = text.to_owned();
    loop {
        tty.write(&drawn(prompt, &text, style));
        match press(&mut text, tty.key()) {
            Pressed::On => {}
            Pressed::Left => return None,
            Pressed::Done => return Some(text),
        }
    }
}

pub fn press(text: &mut String, key: Key) -> Pressed {
    match key {
        Key::Escape | Key::Leave => return Pressed::Left,
        Key::Enter => return Pressed::Done,
        Key::Backspace => {
            text.pop();
        }
        Key::Clear => text.clear(),
        Key::Char(c) if text.len() < MAX => text.push(c),
        Key::Char(_) | Key::Up | Key::Down | Key::Tab | Key::Resize | Key::Report(_) | Key::Other => {}
    }
    Pressed::On
}

/// Returns the end of a text that does not fit.
pub fn drawn(prompt: &str, text: &str, style: &Style) -> String {
    let room = style.columns.saturating_sub(prompt.width() + 1);
    let mut shown = printable(text, style);
    while shown.width() > room {
        shown.remove(0);
    }
    format!("\r{prompt}{shown}\u{1b}[K")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn style(columns: usize) -> Style {
        Style { columns, rows: 24, utf8: true, attributes: true, cursor: true, is_terminal: true }
    }

    #[test]
    fn keys_make_a_line_and_leave() {
        let mut words = String::new();
        for c in "größe\u{7}x".chars() {
            assert_eq!(press(&mut words, Key::Char(c)), Pressed::On);
        }
        press(&mut words, Key::Backspace);
        assert_eq!(words, "größe\u{7}");
        assert_eq!(drawn("darn> ", &words, &style(80)), "\rdarn> größe^G\u{1b}[K");
        assert_eq!(drawn("darn> ", &words, &style(10)), "\rdarn> e^G\u{1b}[K");
        assert_eq!(press(&mut words, Key::Enter), Pressed::Done);
        assert_eq!(press(&mut words, Key::Escape), Pressed::Left);
        press(&mut words, Key::Clear);
        assert_eq!(words, "");
    }
}
