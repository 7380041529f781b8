//! The value of a text in quotes: escapes, and code in it.

use super::UNKNOWN;
use super::lex::{Form, Holes, Token, Use};
use super::reader::Reader;
use super::value::{Kind, Value};
use crate::field::Taint;

impl Reader<'_, '_> {
    /// Returns the value of a text; one for a shell is run.
    pub fn text_value(&mut self, token: Token, form: Form) -> Value {
        let (start, end) = token.inner;
        let raw = self.text.get(start..end).unwrap_or_default();
        let value = match form.kind {
            Use::Inert => return Value::default(),
            Use::Line => return Value::unknown(Taint::STDIN),
            Use::Words => {
                let words = raw.split_whitespace().take(256).map(Value::text).collect();
                return self.scope.pay(Value::of(Kind::List(words)));
            }
            Use::Code => {
                self.within(raw, |reader| reader.run());
                return Value::default();
            }
            _ if !form.escapes && form.holes == Holes::None => Value::text(raw),
            _ if !raw.contains(['\\', '{', '$', '#', '@']) => Value::text(raw),
            _ => self.filled_in(raw, form),
        };
        let mut value = self.scope.pay(value);
        match form.kind {
            Use::Run => self.shell(&value),
            Use::Glob => {
                value.glob = true;
                value
            }
            _ => value,
        }
    }

    /// Resolves escapes, and interpolated code as far as it is known.
    fn filled_in(&mut self, raw: &str, form: Form) -> Value {
        let mut value = Value::text(String::with_capacity(raw.len()));
        let mut rest = raw;
        let mut left = MAX_HOLES;
        while let Some(first) = rest.chars().next() {
            let tail = rest.get(first.len_utf8()..).unwrap_or_default();
            if first == '\\' && form.escapes {
                let (letter, tail) = escape(tail);
                push(&mut value, letter);
                rest = tail;
                continue;
            }
            let holes = if left > 0 { form.holes } else { Holes::None };
            left -= usize::from(left > 0 && matches!(first, '{' | '$' | '#' | '@') && holes != Holes::None);
            self.scope.found.partial |= left == 0;
            match hole(rest, holes) {
                Some((Hole::Character(letter), tail)) => {
                    push(&mut value, Some(letter));
                    rest = tail;
                }
                Some((Hole::Code(code), tail)) => {
                    let code = if form.holes == Holes::Brace { without_format(code) } else { code };
                    let part = self.within(code, |reader| reader.value());
                    value = self.scope.pay(value.join(&part));
                    rest = tail;
                }
                None => {
                    push(&mut value, Some(first));
                    rest = tail;
                }
            }
        }
        value
    }

    /// Reads code within the code.
    pub fn within<T: Default>(&mut self, code: &str, read: impl FnOnce(&mut Reader<'_, '_>) -> T) -> T {
        // each level lexes the text again
        const STEP: usize = 6;
        if self.depth >= 8 * STEP - STEP || code.len() > self.scope.budget {
            self.scope.found.partial = true;
            return T::default();
        }
        self.scope.budget -= code.len();
        let whole = self.whole.unwrap_or_else(|| self.span(0, self.tokens.len()));
        read(&mut Reader::new(self.spec, code, self.depth + STEP, Some(whole), self.scope))
    }
}

fn push(value: &mut Value, letter: Option<char>) {
    if let (Kind::Text(text), Some(letter)) = (&mut value.kind, letter) {
        text.push(letter);
    } else if let Some(letter) = letter {
        let text = std::mem::take(value);
        *value = text.join(&Value::text(letter));
    }
}

/// Returns the character of an escape, and the rest.
fn escape(text: &str) -> (Option<char>, &str) {
    let mut letters = text.chars();
    let Some(kind) = letters.next() else { return (Some('\\'), "") };
    let rest = letters.as_str();
    let coded = |most: usize, radix: u32, text: &'_ str| {
        let length = text.chars().take(most).take_while(|letter| letter.is_digit(radix)).count();
        let (digits, tail) = text.split_at_checked(length)?;
        Some((u32::from_str_radix(digits, radix).ok().and_then(char::from_u32), tail.len()))
    };
    let tail = |left: usize| text.get(text.len() - left..).unwrap_or_default();
    match kind {
        'n' => (Some('\n'), rest),
        't' => (Some('\t'), rest),
        'r' => (Some('\r'), rest),
        'e' => (Some('\u{1b}'), rest),
        '\n' => (None, rest),
        'x' | 'u' if rest.starts_with('{') => match rest.get(1..).and_then(|rest| rest.split_once('}')) {
            Some((digits, after)) => {
                (u32::from_str_radix(digits, 16).ok().and_then(char::from_u32), tail(after.len()))
            }
            None => (Some(kind), rest),
        },
        'x' | 'u' | 'U' => {
            let most = match kind {
                'x' => 2,
                'u' => 4,
                _ => 8,
            };
            match coded(most, 16, rest) {
                Some((Some(letter), left)) => (Some(letter), tail(left)),
                _ => (Some(kind), rest),
            }
        }
        '0'..='7' => match coded(3, 8, text) {
            Some((letter, left)) => (letter, tail(left)),
            None => (Some(kind), rest),
        },
        other => (Some(other), rest),
    }
}

enum Hole<'t> {
    Code(&'t str),
    /// Matches a doubled character.
    Character(char),
}

/// Returns the code at the beginning of a text, and the rest.
fn hole(text: &str, holes: Holes) -> Option<(Hole<'_>, &str)> {
    let code = |open: usize| {
        let end = closing(text, open)?;
        Some((Hole::Code(text.get(open + 1..end)?), text.get(end + 1..)?))
    };
    match holes {
        Holes::None => None,
        Holes::Brace if text.starts_with("{{") => Some((Hole::Character('{'), text.get(2..)?)),
        Holes::Brace if text.starts_with("}}") => Some((Hole::Character('}'), text.get(2..)?)),
        Holes::Brace if text.starts_with('{') => code(0),
        Holes::DollarBrace if text.starts_with("${") => code(1),
        Holes::HashBrace if text.starts_with("#{") => code(1),
        Holes::Sigils if text.starts_with("{$") => code(0),
        Holes::Sigils if text.starts_with("@{") || text.starts_with("${") => {
            let (hole, rest) = code(1)?;
            match hole {
                // `${name}` is a variable; `@{[ code ]}` is code
                Hole::Code(inner) if inner.bytes().all(is_word) => {
                    Some((Hole::Code(text.get(..inner.len() + 3)?), rest))
                }
                other => Some((other, rest)),
            }
        }
        Holes::Sigils if text.starts_with(['$', '@']) => {
            let name = text.get(1..)?.bytes().take_while(|byte| is_word(*byte)).count();
            if name == 0 {
                return None;
            }
            let mut end = name + 1;
            // an element of the variable
            if matches!(text.as_bytes().get(end), Some(b'[' | b'{')) {
                end = closing(text, end)? + 1;
            } else if text.get(end..).is_some_and(|rest| rest.starts_with("->")) {
                let after = text.get(end + 2..)?;
                end += 2 + match after.as_bytes().first() {
                    Some(b'[' | b'{') => closing(after, 0)? + 1,
                    _ => after.bytes().take_while(|byte| is_word(*byte)).count(),
                };
            }
            Some((Hole::Code(text.get(..end)?), text.get(end..)?))
        }
        _ => None,
    }
}

const fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_'
}

/// Maximum length of code in a text, in bytes.
const MAX_HOLE: usize = 4096;
/// Maximum number of interpolations in a text.
const MAX_HOLES: usize = 128;

/// Returns where the bracket at `open` is closed.
fn closing(text: &str, open: usize) -> Option<usize> {
    let bytes = text.as_bytes();
    let (first, last) = match bytes.get(open)? {
        b'{' => (b'{', b'}'),
        b'[' => (b'[', b']'),
        _ => (b'(', b')'),
    };
    let mut depth = 0_usize;
    for (at, byte) in bytes.iter().enumerate().skip(open).take(MAX_HOLE) {
        if *byte == first {
            depth += 1;
        } else if *byte == last {
            depth -= 1;
            if depth == 0 {
                return Some(at);
            }
        }
    }
    None
}

/// `x!r:>10` → `x`.
fn without_format(code: &str) -> &str {
    let mut depth = 0_i32;
    let end = code.char_indices().find(|(at, letter)| {
        match letter {
            '(' | '[' | '{' => depth += 1,
            ')' | ']' | '}' => depth -= 1,
            _ => {}
        }
        depth == 0
            && (*letter == ':'
                || (*letter == '!' && !code.get(at + 1..).is_some_and(|rest| rest.starts_with('='))))
    });
    end.and_then(|(at, _)| code.get(..at)).unwrap_or(code)
}

/// Replaces `%s` and `{}` by the values in turn.
pub(super) fn filled(text: &str, values: &[Value], origin: Taint) -> Value {
    let origin = values.iter().fold(origin, |origin, value| origin.and(value.origin()));
    let mut result = String::with_capacity(text.len());
    let mut values = values.iter();
    let mut rest = text;
    while let Some(at) = rest.find(['%', '{']) {
        let (before, tail) = rest.split_at_checked(at).unwrap_or((rest, ""));
        result.push_str(before);
        if let Some(after) = tail.strip_prefix("%%") {
            result.push('%');
            rest = after;
            continue;
        }
        let length = match tail.as_bytes() {
            [b'%', b's' | b'd' | b'q' | b'r', ..] | [b'{', b'}', ..] => 2,
            [b'{', digit, b'}', ..] if digit.is_ascii_digit() => 3,
            _ => 0,
        };
        if length == 0 {
            let (first, after) = tail.split_at_checked(1).unwrap_or((tail, ""));
            result.push_str(first);
            rest = after;
            continue;
        }
        match values.next() {
            Some(value) => result.push_str(&value.to_text()),
            None => result.push(UNKNOWN),
        }
        rest = tail.get(length..).unwrap_or_default();
    }
    result.push_str(rest);
    Value { kind: Kind::Text(result), origin, glob: false }
}
