//! Moving over the text: blanks, comments, brackets.

use syntax::Span;

use super::Reader;
use super::value::Value;

/// How far a bracket is followed before what stands behind it is known, in bytes.
const NEARBY: usize = 512;

impl<'r> Reader<'r, '_> {
    pub fn peek(&self) -> u8 {
        self.peek_at(0)
    }

    pub fn peek_at(&self, ahead: usize) -> u8 {
        self.text.as_bytes().get(self.at + ahead).copied().unwrap_or(0)
    }

    pub const fn ended(&self) -> bool {
        self.at >= self.text.len()
    }

    pub fn rest(&self) -> &'r str {
        self.text.get(self.at..).unwrap_or("")
    }

    pub fn starts(&self, text: &str) -> bool {
        self.text.as_bytes().get(self.at..).is_some_and(|rest| rest.starts_with(text.as_bytes()))
    }

    /// Takes the text if it stands here.
    pub fn take(&mut self, text: &str) -> bool {
        let here = self.starts(text);
        if here {
            self.at += text.len();
        }
        here
    }

    /// One character, whatever it is.
    pub fn character(&mut self) -> Option<char> {
        let character = self.rest().chars().next()?;
        self.at += character.len_utf8();
        Some(character)
    }

    /// Blanks, comments and continued lines.
    pub fn blanks(&mut self) {
        while !self.ended() {
            match self.peek() {
                b' ' | b'\t' | b'\x0b' | b'\x0c' => self.at += 1,
                b'`' if self.peek_at(1) == b'\n' => self.at += 2,
                b'`' if self.peek_at(1) == b'\r' => self.at += 3,
                b'#' => self.at = self.text.len().min(self.at + line(self.rest())),
                b'<' if self.peek_at(1) == b'#' => {
                    self.at += self.rest().find("#>").map_or(self.rest().len(), |end| end + 2);
                }
                0xC2 if self.peek_at(1) == 0xA0 => self.at += 2,
                _ => return,
            }
        }
    }

    /// Blanks and ends of lines.
    pub fn space(&mut self) {
        loop {
            self.blanks();
            if !matches!(self.peek(), b'\n' | b'\r') {
                return;
            }
            self.at += 1;
        }
    }

    /// A name of letters, digits and `_`.
    pub fn name(&mut self) -> &'r str {
        let rest = self.rest();
        let end = rest.find(|c: char| !(c.is_alphanumeric() || c == '_')).unwrap_or(rest.len());
        self.at += end;
        rest.get(..end).unwrap_or("")
    }

    /// Behind an opening bracket: what is inside; then behind the closing one.
    pub fn enclosed(&mut self) -> Span {
        let start = self.at;
        self.at += balanced(self.rest());
        let closed =
            self.at > start && matches!(self.text.as_bytes().get(self.at - 1), Some(b'}' | b')' | b']'));
        Span::new(start, self.at - usize::from(closed))
    }

    /// The same over a short distance, where it only may be one: false where it does not end there.
    pub fn enclosed_nearby(&mut self) -> bool {
        let rest = self.rest();
        let window = rest.get(..rest.floor_char_boundary(NEARBY)).unwrap_or("");
        let length = balanced(window);
        let closed = window.get(..length).is_some_and(|inside| inside.ends_with(']'));
        self.at += length;
        closed
    }

    /// `{ … }`, where one stands here.
    pub fn braces(&mut self) -> Option<super::Block> {
        self.space();
        if !self.take("{") {
            return None;
        }
        let inside = self.enclosed();
        Some(self.block(inside))
    }

    /// `( … )` as statements.
    pub fn parenthesis(&mut self) -> Value {
        self.space();
        if !self.take("(") {
            return Value::NULL;
        }
        self.deeper(|reader| reader.statements(Some(b')')))
    }
}

/// Bytes up to the end of the line.
fn line(rest: &str) -> usize {
    rest.find('\n').unwrap_or(rest.len())
}

/// Bytes up to and with the bracket that closes one opened before.
fn balanced(text: &str) -> usize {
    let bytes = text.as_bytes();
    let mut depth = 1_u32;
    let mut at = 0;
    while let Some(byte) = bytes.get(at) {
        match byte {
            b'`' => at += 1,
            b'{' | b'(' | b'[' => depth += 1,
            b'}' | b')' | b']' => {
                depth -= 1;
                if depth == 0 {
                    return at + 1;
                }
            }
            b'\'' | b'"' => at += quoted(text, at),
            b'#' if at == 0 || bytes.get(at - 1).is_some_and(|b| b.is_ascii_whitespace() || *b == b';') => {
                at += line(text.get(at..).unwrap_or(""));
                continue;
            }
            b'<' if bytes.get(at + 1) == Some(&b'#') => {
                let rest = text.get(at..).unwrap_or("");
                at += rest.find("#>").map_or(rest.len(), |end| end + 1);
            }
            _ => {}
        }
        at += 1;
    }
    bytes.len()
}

/// Bytes from the quote at `at` to the one that ends the string, less one.
fn quoted(text: &str, at: usize) -> usize {
    let bytes = text.as_bytes();
    let Some(quote) = bytes.get(at) else { return 0 };
    let is_here =
        at > 0 && bytes.get(at - 1) == Some(&b'@') && matches!(bytes.get(at + 1), Some(b'\n' | b'\r'));
    if is_here {
        let end = if *quote == b'"' { "\n\"@" } else { "\n'@" };
        let rest = text.get(at..).unwrap_or("");
        return rest.find(end).map_or(rest.len(), |place| place + 2);
    }
    let mut end = at + 1;
    while let Some(byte) = bytes.get(end) {
        if byte == quote {
            return end - at;
        }
        end += if *byte == b'`' && *quote == b'"' { 2 } else { 1 };
    }
    bytes.len() - at
}
