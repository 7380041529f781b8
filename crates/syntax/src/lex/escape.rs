//! Backslash escapes outside quotes and in `$'…'`.

use super::Parser;
use crate::{Dialect, IssueKind, Word};

impl Parser<'_> {
    /// Reads an escape outside quotes; in PowerShell the escape character is the backtick.
    pub(crate) fn backslash(&mut self, word: &mut Word) {
        let at = self.pos;
        self.pos += 1;
        match self.peek() {
            None => self.issue(IssueKind::TrailingBackslash, at),
            Some(b'\n') => self.pos += 1,
            Some(_) if matches!(self.dialect, Dialect::Fish | Dialect::Nu) => self.letter_escape(at, word),
            Some(byte) if self.dialect == Dialect::PowerShell => {
                self.skip_char();
                match byte {
                    b'n' => word.value.push('\n'),
                    b't' => word.value.push('\t'),
                    b'r' => word.value.push('\r'),
                    b'0' => word.value.push('\0'),
                    _ => self.take_raw(at + 1, word),
                }
            }
            Some(_) => {
                self.skip_char();
                self.take_raw(at + 1, word);
            }
        }
    }

    /// Decodes `$'…'` (bash, zsh) into the value. An escape that is not a character makes the word dynamic,
    /// because its bytes cannot be shown as text.
    pub(crate) fn ansi_c_quoted(&mut self, word: &mut Word) {
        let at = self.pos;
        self.pos += 2;
        let mut run = self.pos;
        while let Some(byte) = self.peek() {
            match byte {
                b'\'' => {
                    self.take_raw(run, word);
                    self.pos += 1;
                    return;
                }
                b'\\' if self.peek_at(1).is_some() => {
                    self.take_raw(run, word);
                    self.pos += 1;
                    self.letter_escape(self.pos - 1, word);
                    run = self.pos;
                }
                _ => self.pos += 1,
            }
        }
        self.take_raw(run, word);
        self.issue(IssueKind::UnclosedSingleQuote, at);
    }

    /// Reads an escape by letter or number; the position is after the backslash at `at`.
    fn letter_escape(&mut self, at: usize, word: &mut Word) {
        let Some(letter) = self.peek() else { return };
        let fish = self.dialect == Dialect::Fish;
        let simple = match letter {
            b'a' => Some('\u{7}'),
            b'b' => Some('\u{8}'),
            b'e' | b'E' if !(fish && letter == b'E') => Some('\u{1b}'),
            b'f' => Some('\u{c}'),
            b'n' => Some('\n'),
            b'r' => Some('\r'),
            b't' => Some('\t'),
            b'v' => Some('\u{b}'),
            _ => None,
        };
        if let Some(character) = simple {
            self.pos += 1;
            word.value.push(character);
            return;
        }
        let (radix, most) = match letter {
            b'x' | b'X' => (16, 2),
            b'u' => (16, 4),
            b'U' => (16, 8),
            b'0'..=b'7' => (8, 3),
            b'c' if self.peek_at(1).is_some_and(|byte| byte.is_ascii_graphic()) => {
                let control = self.peek_at(1).unwrap_or(b'@') & 0x1F;
                self.pos += 2;
                word.value.push(char::from(control));
                return;
            }
            _ => {
                // `\\`, `\'`, `\"`; bash keeps the backslash before any other character
                let known = fish || b"\\'\"?".contains(&letter) || self.dialect == Dialect::Zsh;
                self.skip_char();
                self.take_raw(if known { at + 1 } else { at }, word);
                return;
            }
        };
        if radix == 16 {
            self.pos += 1;
        }
        let digits =
            self.rest().iter().take(most).take_while(|byte| char::from(**byte).is_digit(radix)).count();
        let number =
            self.src.get(self.pos..self.pos + digits).and_then(|text| u32::from_str_radix(text, radix).ok());
        self.pos += digits;
        let as_byte = radix == 8 || letter.eq_ignore_ascii_case(&b'x');
        match number.and_then(char::from_u32) {
            Some(character) if character != '\0' && (character.is_ascii() || !as_byte) => {
                word.value.push(character);
            }
            _ => {
                self.take_raw(at, word);
                word.dynamic = true;
            }
        }
    }
}
