//! Counts the rows of the screen that printed text takes, so that it is known later which of it was clicked.

use unicode_width::UnicodeWidthChar as _;

/// The place behind the text so far.
#[derive(Debug, Clone, Default)]
pub struct Rows {
    /// Rows above the current one.
    pub count: usize,
    column: usize,
    /// In an escape sequence, until its final byte; the second: it is a control sequence.
    escape: Option<bool>,
}

impl Rows {
    /// Adds printed text on a screen this wide. It may have colours, but must not move the cursor up.
    pub fn add(&mut self, text: &str, columns: usize) {
        for c in text.chars() {
            match (self.escape, c) {
                (Some(false), '[') => self.escape = Some(true),
                (Some(false), _) | (Some(true), '\u{40}'..='\u{7e}') => self.escape = None,
                (Some(true), _) => {}
                (None, '\u{1b}') => self.escape = Some(false),
                (None, '\n') => (self.count, self.column) = (self.count + 1, 0),
                (None, '\r') => self.column = 0,
                (None, '\t') => self.column = (self.column / 8 * 8 + 8).min(columns.saturating_sub(1)),
                (None, '\u{8}') => self.column = self.column.saturating_sub(1),
                (None, c) => {
                    let width = c.width().unwrap_or(0);
                    if self.column + width > columns.max(2) {
                        (self.count, self.column) = (self.count + 1, 0);
                    }
                    self.column += width;
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_those_of_the_screen() {
        for (text, rows) in [
            ("", 0),
            ("one\ntwo\n", 2),
            ("1234567890", 0), // the cursor waits behind the last column
            ("12345678901", 1),
            ("123456789日", 1),
            ("\u{1b}[1m12345678\u{1b}[0m90", 0),
            ("progress\rprogress\r\u{1b}[Kdone", 0),
            ("\t12", 0),
            ("12345678\u{8}\u{8}90", 0),
        ] {
            let mut counted = Rows::default();
            counted.add(text, 10);
            assert_eq!(counted.count, rows, "{text:?}");
            let size = |count| std::num::NonZeroU16::new(count).unwrap();
            let mut screen = vt100::Parser::new(size(20), size(10), 0);
            screen.process(text.replace('\n', "\r\n").as_bytes());
            assert_eq!(usize::from(screen.screen().cursor_position().0), rows, "{text:?}");
        }
    }
}
