//! Expressions: operators, casts, members, indices.

use super::Reader;
use super::operators::{COMMA, operator};
use super::value::{Kind, MAX_ITEMS, Value};

/// Longer paths of members (`$a.b.c`) are not told apart, in bytes.
const MAX_PATH: usize = 256;

impl Reader<'_, '_> {
    /// An expression of operators that bind at least that strongly.
    pub fn expression(&mut self, least: u8) -> Value {
        let mut left = self.unary();
        loop {
            self.blanks();
            let Some((name, binds, length)) = operator(self.rest()) else { return left };
            if binds < least || name == "?" && least > 0 {
                return left;
            }
            self.at += length;
            self.space();
            match name {
                "," => {
                    let mut items = vec![left];
                    loop {
                        let item = self.unary();
                        if items.len() < MAX_ITEMS {
                            items.push(item);
                        }
                        self.blanks();
                        if self.peek() != b',' {
                            break;
                        }
                        self.at += 1;
                        self.space();
                    }
                    left = Value::list(items);
                }
                "?" => {
                    let yes = self.expression(1);
                    self.space();
                    self.take(":");
                    self.space();
                    let no = self.expression(1);
                    left = if left.known().is_some() && left.is_false() { no } else { yes };
                }
                name => {
                    let right = self.expression(binds + 1);
                    left = self.apply(name, left, &right);
                }
            }
        }
    }

    /// Signs, casts, then what they stand before.
    fn unary(&mut self) -> Value {
        let mut before: Vec<String> = Vec::new();
        loop {
            self.space();
            let lower = self.rest().get(..8).unwrap_or_else(|| self.rest()).to_ascii_lowercase();
            let word = ["-join", "-split", "-csplit", "-isplit", "-not", "-bnot"].into_iter().find(|word| {
                lower.strip_prefix(word).is_some_and(|rest| !rest.starts_with(|c: char| c.is_alphanumeric()))
            });
            if let Some(word) = word {
                self.at += word.len();
                before.push(word.to_owned());
            } else if self.take("++") || self.take("--") || self.take(",") || self.take("+") {
                before.push(String::new());
            } else if self.take("!") {
                // an even number of them changes nothing
                if before.last().is_some_and(|sign| sign == "-not") {
                    before.pop();
                } else {
                    before.push("-not".to_owned());
                }
            } else if self.peek() == b'-'
                && (self.peek_at(1).is_ascii_digit() || matches!(self.peek_at(1), b'(' | b'$'))
            {
                self.at += 1;
                before.push("-".to_owned());
            } else if let Some(cast) = self.cast() {
                before.push(cast);
            } else {
                break;
            }
        }
        let mut value = self.postfix();
        for sign in before.iter().rev() {
            let taint = value.whole_taint();
            value = match sign.as_str() {
                "" => value,
                "-join" => self.join(&value, ""),
                "-not" => {
                    if value.known().is_some() {
                        Value::truth(value.is_false())
                    } else {
                        Value::unknown()
                    }
                }
                "-" => {
                    value.as_number().and_then(i64::checked_neg).map_or_else(Value::unknown, Value::number)
                }
                sign if sign.starts_with('-') => self.split(&value, &Value::text(" ")),
                name => self.convert(name, value),
            };
            value = value.tainted(taint);
        }
        value
    }

    /// `[type]` before a value; leaves it where it is the value itself.
    fn cast(&mut self) -> Option<String> {
        if self.peek() != b'[' {
            return None;
        }
        let before = self.at;
        self.at += 1;
        let inside = self.enclosed();
        let name = self.text.get(inside.start..inside.end).unwrap_or("").to_ascii_lowercase();
        self.blanks();
        let is_cast = matches!(self.peek(), b'$' | b'"' | b'\'' | b'(' | b'@' | b'[' | b'{' | b'0'..=b'9')
            || self.peek() == b'-' && self.peek_at(1) != b' '
            || self.peek() == b',' && self.peek_at(1) == b'(';
        if !is_cast {
            self.at = before;
            return None;
        }
        Some(name)
    }

    /// A value with its members, calls and indices.
    fn postfix(&mut self) -> Value {
        let start = self.at;
        let primary = self.primary();
        self.members(primary, start)
    }

    pub fn members(&mut self, mut value: Value, start: usize) -> Value {
        let mut path = self.text.get(start..self.at).unwrap_or("").to_ascii_lowercase();
        loop {
            let at = self.at;
            if self.take("::")
                || self.peek() == b'.' && self.peek_at(1) != b'.' && self.is_member()
                || self.starts("?.")
            {
                if self.at == at {
                    self.at += if self.peek() == b'?' { 2 } else { 1 };
                }
                self.blanks();
                let name = match self.peek() {
                    b'\'' => self.single_quoted().display(),
                    b'"' => self.double_quoted().display(),
                    b'$' => self.dollar().display(),
                    b'(' => self.parenthesis().display(),
                    _ => self.name().to_owned(),
                }
                .to_ascii_lowercase();
                if self.peek() == b'(' {
                    self.at += 1;
                    let (given, names) = self.method_arguments();
                    let span = self.span(start);
                    value = self.method(value, &name, &given, &names, span);
                } else if self.peek() == b'{' && matches!(name.as_str(), "foreach" | "where") {
                    if let Some(block) = self.braces() {
                        value = self.turns("_", &value, &block);
                    }
                } else {
                    if path.len() <= MAX_PATH {
                        path.push('.');
                        path.push_str(&name);
                    }
                    let set = self.state.variables.get(path.trim_start_matches('$')).cloned();
                    value = match set {
                        Some(set) => set,
                        None => self.property(value, &name),
                    };
                }
            } else if self.peek() == b'[' {
                self.at += 1;
                self.space();
                let index = self.deeper(|reader| {
                    let index = reader.expression(0);
                    reader.space();
                    reader.take("]");
                    index
                });
                value = self.indexed(&value, &index);
            } else if self.starts("++") || self.starts("--") {
                self.at += 2;
            } else {
                return value;
            }
        }
    }

    /// Does a member follow the dot, rather than a blank or a path?
    fn is_member(&self) -> bool {
        let next = self.peek_at(1);
        next.is_ascii_alphabetic() || matches!(next, b'_' | b'\'' | b'"' | b'$' | b'(')
    }

    /// `( a, b )`: the values, and the variables that were named.
    fn method_arguments(&mut self) -> (Vec<Value>, Vec<String>) {
        let mut names = Vec::new();
        let mut values = Vec::new();
        self.deeper(|reader| {
            loop {
                reader.space();
                match reader.peek() {
                    0 if reader.ended() => break,
                    b')' => {
                        reader.at += 1;
                        break;
                    }
                    b',' => reader.at += 1,
                    _ => {
                        let start = reader.at;
                        let value = reader.expression(COMMA + 1);
                        // `a + b`: all but the comma
                        let value = reader.continued(value);
                        if reader.at == start {
                            reader.character();
                        }
                        let raw = reader.text.get(start..reader.at).unwrap_or("").trim();
                        names.push(raw.strip_prefix('$').unwrap_or("").to_ascii_lowercase());
                        values.push(value);
                    }
                }
            }
            Value::NULL
        });
        (values, names)
    }

    /// Operators behind an argument of a method, where `,` ends it.
    fn continued(&mut self, mut left: Value) -> Value {
        loop {
            self.space();
            let Some((name, binds, length)) = operator(self.rest()) else { return left };
            if matches!(name, "," | "?") {
                return left;
            }
            self.at += length;
            self.space();
            let right = self.expression(binds.max(COMMA) + 1);
            left = self.apply(name, left, &right);
        }
    }

    fn primary(&mut self) -> Value {
        match self.peek() {
            b'$' => self.dollar(),
            b'\'' => self.single_quoted(),
            b'"' => self.double_quoted(),
            b'(' => self.parenthesis(),
            b'{' => self.braces().map_or(Value::NULL, |block| Kind::Block(block).into()),
            b'[' => {
                self.at += 1;
                let inside = self.enclosed();
                let name = self.text.get(inside.start..inside.end).unwrap_or("").to_ascii_lowercase();
                Value::named(name.trim().trim_start_matches("system."))
            }
            b'@' => match self.peek_at(1) {
                b'\'' | b'"' => self.here_string(),
                b'(' => {
                    self.at += 2;
                    let value = self.deeper(|reader| reader.statements(Some(b')')));
                    match value.kind {
                        Kind::List(_) => value,
                        _ => Value::list(value.items()),
                    }
                }
                b'{' => {
                    self.at += 2;
                    self.table()
                }
                _ => {
                    // `@splat`
                    self.at += 1;
                    let name = self.name().to_owned();
                    self.variable(&name)
                }
            },
            b'0'..=b'9' => self.number(),
            _ => {
                // a word where a value should stand: `if (Test-Path x)`
                if self.peek().is_ascii_alphabetic() || matches!(self.peek(), b'&' | b'%') {
                    return self.deeper(|reader| reader.command(None));
                }
                Value::NULL
            }
        }
    }

    fn number(&mut self) -> Value {
        let rest = self.rest();
        let end = rest
            .char_indices()
            .find(|(at, c)| {
                let range = *c == '.' && rest.get(at + 1..).is_some_and(|r| r.starts_with('.'));
                range || !(c.is_ascii_alphanumeric() || *c == '.')
            })
            .map_or(rest.len(), |(at, _)| at);
        self.at += end;
        Value::text(rest.get(..end).unwrap_or(""))
    }

    /// `@{ name = value; … }`
    fn table(&mut self) -> Value {
        let mut entries: Vec<(String, Value)> = Vec::new();
        self.deeper(|reader| {
            loop {
                reader.space();
                match reader.peek() {
                    0 if reader.ended() => break,
                    b'}' => {
                        reader.at += 1;
                        break;
                    }
                    b';' | b',' => {
                        reader.at += 1;
                        continue;
                    }
                    _ => {}
                }
                let start = reader.at;
                let name = match reader.peek() {
                    b'\'' => reader.single_quoted().display(),
                    b'"' => reader.double_quoted().display(),
                    b'$' => reader.dollar().display(),
                    _ => reader.name().to_owned(),
                };
                reader.space();
                if reader.take("=") {
                    reader.space();
                    let value = reader.statement();
                    if entries.len() < 256 {
                        entries.push((name.to_ascii_lowercase(), value));
                    }
                }
                if reader.at == start {
                    reader.character();
                }
            }
            Value::NULL
        });
        Kind::Table(entries.into()).into()
    }

    fn indexed(&mut self, value: &Value, index: &Value) -> Value {
        if !self.afford(value.weight()) {
            return Value::unknown();
        }
        let taint = value.whole_taint();
        if let (Kind::Table(entries), Some(name)) = (&value.kind, index.as_text()) {
            let name = name.to_ascii_lowercase();
            let found = entries.iter().find(|(key, _)| *key == name);
            return found.map_or_else(Value::unknown, |(_, value)| value.clone());
        }
        let letters: Vec<char>;
        let length;
        let item: &dyn Fn(usize) -> Option<Value> = match &value.kind {
            Kind::Text(text) => {
                if !self.afford(text.len()) {
                    return Value::unknown().tainted(taint);
                }
                letters = text.chars().collect();
                length = letters.len();
                &|place| letters.get(place).map(|letter| Value::text(letter.to_string()))
            }
            Kind::List(items) => {
                length = items.len();
                &|place| items.get(place).cloned()
            }
            Kind::Files { .. } | Kind::Things { .. } => return value.clone(),
            _ => return Value::unknown().tainted(taint),
        };
        let pick = |index: &Value| -> Option<Value> {
            let number = index.as_number()?;
            let place = if number < 0 { i64::try_from(length).ok()?.checked_add(number)? } else { number };
            item(usize::try_from(place).ok()?)
        };
        let picked = match &index.kind {
            Kind::List(list) => {
                if !self.afford(list.len() * 8) {
                    return Value::unknown().tainted(taint);
                }
                Value::list(list.iter().filter_map(pick).collect())
            }
            _ => pick(index).unwrap_or_else(Value::unknown),
        };
        picked.tainted(taint)
    }
}
