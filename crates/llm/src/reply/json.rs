//! JSON as models write it: with trailing commas, single quotes, `None`, `NaN`, bare keys and newlines in
//! strings.

use super::MAX_OBJECT;

/// Maximum nesting depth.
const MAX_DEPTH: usize = 16;

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Value {
    Null,
    Text(String),
    List(Vec<Self>),
    Object(Vec<(String, Self)>),
    /// A number, `true`, `NaN`: never requested.
    Other,
}

impl Value {
    /// Returns the last member of this name, like other JSON parsers.
    pub fn get(&self, name: &str) -> Option<&Self> {
        let Self::Object(members) = self else { return None };
        members.iter().rev().find(|(key, _)| key == name).map(|(_, value)| value)
    }

    pub fn text(&self) -> Option<&str> {
        if let Self::Text(text) = self { Some(text) } else { None }
    }
}

/// Parses the value at the beginning of the text; also returns the rest. `None` if it is broken, truncated,
/// or longer than [`MAX_OBJECT`].
pub fn parse(text: &str) -> Option<(Value, &str)> {
    let end = text.floor_char_boundary(MAX_OBJECT);
    let mut parser = Parser { rest: text.get(..end)? };
    let value = parser.value(0)?;
    text.get(end - parser.rest.len()..).map(|rest| (value, rest))
}

struct Parser<'a> {
    rest: &'a str,
}

impl Parser<'_> {
    fn value(&mut self, depth: usize) -> Option<Value> {
        self.blanks();
        match self.rest.chars().next()? {
            _ if depth > MAX_DEPTH => None,
            '{' => self.object(depth),
            '[' => self.list(depth),
            '"' | '\'' | '“' => self.string().map(Value::Text),
            _ => match self.bare() {
                "" => None,
                "null" | "None" | "nil" | "undefined" => Some(Value::Null),
                _ => Some(Value::Other),
            },
        }
    }

    fn object(&mut self, depth: usize) -> Option<Value> {
        self.take('{');
        let mut members = Vec::new();
        while !self.closed('}')? {
            let key = match self.rest.chars().next()? {
                '"' | '\'' | '“' => self.string()?,
                _ => Some(self.bare().to_owned()).filter(|key| !key.is_empty())?,
            };
            self.blanks();
            if !self.take(':') {
                return None;
            }
            members.push((key, self.value(depth + 1)?));
            self.comma('}')?;
        }
        Some(Value::Object(members))
    }

    fn list(&mut self, depth: usize) -> Option<Value> {
        self.take('[');
        let mut items = Vec::new();
        while !self.closed(']')? {
            items.push(self.value(depth + 1)?);
            self.comma(']')?;
        }
        Some(Value::List(items))
    }

    fn closed(&mut self, close: char) -> Option<bool> {
        self.blanks();
        if self.rest.is_empty() { None } else { Some(self.take(close)) }
    }

    /// Consumes a comma, or accepts the end, which needs none.
    fn comma(&mut self, close: char) -> Option<()> {
        self.blanks();
        (self.take(',') || self.rest.starts_with(close)).then_some(())
    }

    fn string(&mut self) -> Option<String> {
        let open = self.rest.chars().next()?;
        let close = if open == '“' { '”' } else { open };
        self.take(open);
        let mut out = String::new();
        let mut letters = self.rest.char_indices();
        while let Some((at, letter)) = letters.next() {
            if letter == close {
                self.rest = self.rest.get(at + letter.len_utf8()..)?;
                return Some(out);
            }
            if letter != '\\' {
                out.push(letter);
                continue;
            }
            match letters.next()?.1 {
                'n' => out.push('\n'),
                't' => out.push('\t'),
                'r' => out.push('\r'),
                'b' => out.push('\u{8}'),
                'f' => out.push('\u{c}'),
                'u' => out.push(unicode(&mut letters)?),
                escaped @ ('"' | '\'' | '\\' | '/') => out.push(escaped),
                // not a JSON escape: `\d` of a pattern with a single backslash
                other => out.extend(['\\', other]),
            }
        }
        None
    }

    fn bare(&mut self) -> &str {
        let is_part = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | '+' | '.');
        let (word, rest) = self.rest.split_at(self.rest.find(|c| !is_part(c)).unwrap_or(self.rest.len()));
        self.rest = rest;
        word
    }

    fn blanks(&mut self) {
        self.rest = self.rest.trim_start_matches([' ', '\t', '\r', '\n', '\u{feff}']);
    }

    fn take(&mut self, letter: char) -> bool {
        let rest = self.rest.strip_prefix(letter);
        self.rest = rest.unwrap_or(self.rest);
        rest.is_some()
    }
}

/// Parses four digits after `\u`, and the second half of a surrogate pair.
fn unicode(letters: &mut std::str::CharIndices<'_>) -> Option<char> {
    let first = hex(letters)?;
    if !(0xd800..0xdc00).contains(&first) {
        return Some(char::from_u32(first).unwrap_or(char::REPLACEMENT_CHARACTER));
    }
    let mut ahead = letters.clone();
    if (ahead.next().map(|(_, c)| c), ahead.next().map(|(_, c)| c)) == (Some('\\'), Some('u'))
        && let Some(second) = hex(&mut ahead)
        && (0xdc00..0xe000).contains(&second)
    {
        *letters = ahead;
        return char::from_u32(0x1_0000 + ((first - 0xd800) << 10) + (second - 0xdc00));
    }
    Some(char::REPLACEMENT_CHARACTER)
}

fn hex(letters: &mut std::str::CharIndices<'_>) -> Option<u32> {
    (0..4).try_fold(0, |number, _| Some(number * 16 + letters.next()?.1.to_digit(16)?))
}
