//! Operators on values.

use super::Reader;
use super::value::{Kind, MAX_ITEMS, Value};
use crate::field::UNKNOWN;
use crate::shell::MAX_TEXT;

/// How strongly `,` binds.
pub const COMMA: u8 = 8;

/// The operators that are words, and how strongly they bind.
const WORDS: &[(&str, u8)] = &[
    ("and", 1),
    ("or", 1),
    ("xor", 1),
    ("band", 2),
    ("bor", 2),
    ("bxor", 2),
    ("shl", 2),
    ("shr", 2),
    ("eq", 3),
    ("ne", 3),
    ("gt", 3),
    ("ge", 3),
    ("lt", 3),
    ("le", 3),
    ("like", 3),
    ("notlike", 3),
    ("match", 3),
    ("notmatch", 3),
    ("replace", 3),
    ("contains", 3),
    ("notcontains", 3),
    ("in", 3),
    ("notin", 3),
    ("is", 3),
    ("isnot", 3),
    ("as", 3),
    ("join", 3),
    ("split", 3),
    ("f", 6),
];

/// The operator at the start of the text: its name, how strongly it binds, its length.
pub fn operator(rest: &str) -> Option<(&'static str, u8, usize)> {
    let bytes = rest.as_bytes();
    let next = bytes.get(1).copied().unwrap_or(0);
    match bytes.first()? {
        b'-' if next.is_ascii_alphabetic() => {
            let length = rest.bytes().skip(1).take_while(u8::is_ascii_alphabetic).count();
            let word = rest.get(1..=length)?.to_ascii_lowercase();
            let find = |word: &str| WORDS.iter().find(|(name, _)| *name == word);
            let (name, binds) = find(&word).or_else(|| find(word.strip_prefix(['c', 'i'])?))?;
            Some((name, *binds, length + 1))
        }
        b',' => Some((",", COMMA, 1)),
        b'.' if next == b'.' => Some(("..", 7, 2)),
        b'+' if next != b'+' && next != b'=' => Some(("+", 4, 1)),
        b'-' if next != b'-' && next != b'=' => Some(("-", 4, 1)),
        b'*' if next != b'=' && next != b'>' => Some(("*", 5, 1)),
        b'/' if next != b'=' => Some(("/", 5, 1)),
        b'%' if next != b'=' => Some(("%", 5, 1)),
        b'?' if next == b'?' => Some(("??", 1, 2)),
        b'?' => Some(("?", 0, 1)),
        _ => None,
    }
}

impl Reader<'_, '_> {
    pub fn apply(&mut self, operator: &str, left: Value, right: &Value) -> Value {
        let taint = left.whole_taint().and(right.whole_taint());
        let both = || Some((left.known()?, right.known()?));
        let numbers = || Some((left.as_number()?, right.as_number()?));
        let value = match operator {
            "+" => self.plus(&left, right),
            "-" => numbers().and_then(|(a, b)| a.checked_sub(b)).map_or_else(Value::unknown, Value::number),
            "/" => numbers().and_then(|(a, b)| a.checked_div(b)).map_or_else(Value::unknown, Value::number),
            "%" => numbers().and_then(|(a, b)| a.checked_rem(b)).map_or_else(Value::unknown, Value::number),
            "*" => self.times(&left, right),
            "bxor" => numbers().map_or_else(Value::unknown, |(a, b)| Value::number(a ^ b)),
            "band" => numbers().map_or_else(Value::unknown, |(a, b)| Value::number(a & b)),
            "bor" => numbers().map_or_else(Value::unknown, |(a, b)| Value::number(a | b)),
            ".." => self.range(&left, right),
            "f" => self.format(&left, right),
            "join" => self.join(&left, &right.display()),
            "split" => self.split(&left, right),
            "replace" => self.replaced(&left, right),
            "eq" => both().map_or_else(Value::unknown, |(a, b)| Value::truth(a.eq_ignore_ascii_case(b))),
            "ne" => both().map_or_else(Value::unknown, |(a, b)| Value::truth(!a.eq_ignore_ascii_case(b))),
            "as" => left,
            "and" if left.known().is_some() && left.is_false() => left,
            "or" if left.is_true() => left,
            "??" if left.is_null() => right.clone(),
            "??" => left,
            _ => Value::unknown(),
        };
        value.tainted(taint)
    }

    pub fn plus(&mut self, left: &Value, right: &Value) -> Value {
        let taint = left.whole_taint().and(right.whole_taint());
        let value = match (&left.kind, &right.kind) {
            (Kind::Null, _) => right.clone(),
            (Kind::List(items), _) => {
                let mut all = items.to_vec();
                all.extend(right.items());
                if !self.afford(all.len() * 8) {
                    return Value::unknown().tainted(taint);
                }
                Value::list(all)
            }
            _ => match (left.as_number(), right.as_number()) {
                // texts of digits are joined rather than added; only short ones are likely numbers
                (Some(a), Some(b)) if a.checked_add(b).is_some() => Value::number(a + b),
                _ => {
                    let (a, b) = (left.display(), right.display());
                    if a.len() + b.len() > MAX_TEXT || !self.afford(a.len() + b.len()) {
                        return Value::unknown().tainted(taint);
                    }
                    Value::text(a + &b)
                }
            },
        };
        value.tainted(taint)
    }

    fn times(&mut self, left: &Value, right: &Value) -> Value {
        if let (Some(a), Some(b)) = (left.as_number(), right.as_number()) {
            return a.checked_mul(b).map_or_else(Value::unknown, Value::number);
        }
        let (Some(text), Some(count)) = (left.as_text(), right.as_number()) else { return Value::unknown() };
        let count = usize::try_from(count).unwrap_or(0);
        match text.len().checked_mul(count) {
            Some(length) if length <= MAX_TEXT && self.afford(length) => Value::text(text.repeat(count)),
            _ => Value::unknown(),
        }
    }

    fn range(&mut self, left: &Value, right: &Value) -> Value {
        let (Some(from), Some(to)) = (left.as_number(), right.as_number()) else { return Value::unknown() };
        let length = from.abs_diff(to).min(MAX_ITEMS as u64) as usize + 1;
        if !self.afford(length * 8) {
            return Value::unknown();
        }
        let step = if from <= to { 1 } else { -1 };
        let numbers = std::iter::successors(Some(from), |number| number.checked_add(step)).take(length);
        Value::list(numbers.map(Value::number).collect())
    }

    /// `"{1}{0}" -f 'a', 'b'`
    fn format(&mut self, pattern: &Value, values: &Value) -> Value {
        let pattern = pattern.display();
        let items: Vec<String> = values.items().iter().map(Value::display).collect();
        let mut text = String::new();
        let mut rest = pattern.as_str();
        while let Some(open) = rest.find(['{', '}']) {
            text.push_str(rest.get(..open).unwrap_or(""));
            rest = rest.get(open..).unwrap_or("");
            if rest.starts_with("{{") || rest.starts_with("}}") {
                text.push_str(rest.get(..1).unwrap_or(""));
                rest = rest.get(2..).unwrap_or("");
                continue;
            }
            let end = rest.find('}').unwrap_or(rest.len());
            let inside = rest.get(1..end).unwrap_or("");
            let digits = inside.split([',', ':']).next().unwrap_or("").trim();
            let item = digits.parse::<usize>().ok().and_then(|place| items.get(place));
            let item = item.cloned().unwrap_or_else(|| UNKNOWN.to_string());
            if text.len() + item.len() > MAX_TEXT || !self.afford(item.len()) {
                return Value::unknown();
            }
            text.push_str(&item);
            rest = rest.get(end + 1..).unwrap_or("");
        }
        text.push_str(rest);
        Value::text(text)
    }

    pub fn join(&mut self, items: &Value, between: &str) -> Value {
        let items: Vec<String> = items.items().iter().map(Value::display).collect();
        let length = items.iter().map(|item| item.len() + between.len()).sum::<usize>();
        if length > MAX_TEXT || !self.afford(length) {
            return Value::unknown();
        }
        Value::text(items.join(between))
    }

    pub fn split(&mut self, text: &Value, at: &Value) -> Value {
        let Some(text) = text.as_text() else { return Value::unknown() };
        let separator = at.items().first().map(Value::display).unwrap_or_default();
        if !self.afford(text.len()) {
            return Value::unknown();
        }
        let Some(separator) = literal(&separator) else { return Value::unknown() };
        let parts: Vec<Value> = if separator.is_empty() {
            text.chars().take(MAX_ITEMS).map(|c| Value::text(c.to_string())).collect()
        } else {
            text.split(separator.as_str()).take(MAX_ITEMS).map(Value::text).collect()
        };
        Value::list(parts)
    }

    fn replaced(&mut self, text: &Value, how: &Value) -> Value {
        let how = how.items();
        let from = how.first().map(Value::display).unwrap_or_default();
        let to = how.get(1).map(Value::display).unwrap_or_default();
        let (Some(text), Some(from)) = (text.as_text(), literal(&from)) else { return Value::unknown() };
        if to.contains('$') {
            return Value::unknown();
        }
        self.replace(text, &from, &to)
    }

    /// Without regard to case, as `-replace` does.
    pub fn replace(&mut self, text: &str, from: &str, to: &str) -> Value {
        if from.is_empty() || !self.afford(text.len()) {
            return Value::text(text);
        }
        let hay = text.to_ascii_lowercase();
        let needle = from.to_ascii_lowercase();
        let mut result = String::new();
        let mut last = 0;
        for (at, _) in hay.match_indices(&needle) {
            result.push_str(text.get(last..at).unwrap_or(""));
            result.push_str(to);
            last = at + needle.len();
            if result.len() > MAX_TEXT {
                return Value::unknown();
            }
        }
        result.push_str(text.get(last..).unwrap_or(""));
        if self.afford(result.len()) { Value::text(result) } else { Value::unknown() }
    }
}

/// A regular expression that means itself.
fn literal(pattern: &str) -> Option<String> {
    let mut text = String::new();
    let mut letters = pattern.chars();
    while let Some(letter) = letters.next() {
        match letter {
            '\\' => {
                let next = letters.next()?;
                if next.is_ascii_alphanumeric() {
                    return None;
                }
                text.push(next);
            }
            '.' | '*' | '+' | '?' | '[' | '(' | '|' | '^' | '$' | '{' => return None,
            letter => text.push(letter),
        }
    }
    Some(text)
}
