//! Statements: pipelines, assignments, keywords.

use syntax::Span;

use super::Reader;
use super::value::{Kind, Value};
use crate::checks;
use crate::shell::Value as ShellValue;

impl Reader<'_, '_> {
    /// Statements up to the closing bracket, or to the end; what they give.
    pub fn statements(&mut self, close: Option<u8>) -> Value {
        let mut given = Vec::new();
        self.parameters();
        loop {
            self.space();
            if self.state.work > super::MAX_WORK {
                self.at = self.text.len();
            }
            if self.ended() {
                break;
            }
            let byte = self.peek();
            if Some(byte) == close {
                self.at += 1;
                break;
            }
            if matches!(byte, b';' | b')' | b'}' | b']' | b',' | b'|') || byte == b'&' && self.starts("&&") {
                self.at += 1;
                continue;
            }
            let before = self.at;
            let value = self.statement();
            if !value.is_null() && given.len() < super::value::MAX_ITEMS {
                given.push(value);
            }
            if self.at == before {
                self.character();
            }
        }
        Value::together(given)
    }

    pub fn statement(&mut self) -> Value {
        if self.peek().is_ascii_alphabetic() {
            let before = self.at;
            let word = self.name().to_ascii_lowercase();
            let next = self.peek();
            if !matches!(next, b'-' | b'.' | b'\\' | b':' | b'/' | b'=' | b'*')
                && let Some(value) = self.keyword(&word)
            {
                return value;
            }
            self.at = before;
        }
        if let Some(value) = self.assignment() {
            return value;
        }
        self.chain()
    }

    /// `a && b || c`
    fn chain(&mut self) -> Value {
        let mut value = self.pipeline();
        loop {
            self.blanks();
            if !(self.starts("&&") || self.starts("||")) {
                break;
            }
            self.at += 2;
            self.space();
            self.shell.conditional += 1;
            let next = self.pipeline();
            self.shell.conditional -= 1;
            value = Value::together(vec![value, next]);
        }
        if self.peek() == b'&' {
            self.at += 1; // in the background
        }
        value
    }

    /// `a | b | c`
    pub fn pipeline(&mut self) -> Value {
        let mut flow = None;
        loop {
            self.blanks();
            let value = self.stage(flow.take());
            self.blanks();
            // a pipe may stand at the start of the next line
            let next = self.rest().trim_start();
            if self.peek() == b'|' && !self.starts("||") {
                self.at += 1;
            } else if matches!(self.peek(), b'\n' | b'\r') && next.starts_with('|') && !next.starts_with("||")
            {
                self.at = self.text.len() - next.len() + 1;
            } else {
                return value;
            }
            self.space();
            if self.ended() {
                return value;
            }
            flow = Some(value);
        }
    }

    /// One element of a pipeline.
    fn stage(&mut self, input: Option<Value>) -> Value {
        let is_expression = match self.peek() {
            b'$' | b'"' | b'\'' | b'(' | b'[' | b'{' | b'!' | b',' => true,
            b'@' => true,
            b'+' | b'-' => true,
            // `7z x`, `2to3`: a number ends where a word would
            b'0'..=b'9' => {
                let rest = self.rest();
                let end = rest.find(|c: char| !(c.is_ascii_alphanumeric() || c == '.')).unwrap_or(rest.len());
                let word = rest.get(..end).unwrap_or("");
                word.parse::<f64>().is_ok() || word.starts_with("0x") || word.contains("..")
            }
            _ => false,
        };
        if !is_expression {
            return self.command(input);
        }
        let start = self.at;
        let value = self.expression(0);
        self.blanks();
        let mut value = value;
        while self.peek() == b'>' || self.starts("2>") || self.starts("*>") {
            value = self.redirection(value, start);
            self.blanks();
        }
        value
    }

    /// `$x = …`, `$x += …`, `$env:X = …`, `$a, $b = …`
    fn assignment(&mut self) -> Option<Value> {
        if !matches!(self.peek(), b'$' | b'[') {
            return None;
        }
        let before = self.at;
        let targets = self.targets();
        let operator = ["=", "+=", "-=", "*=", "/=", "%=", "??="]
            .into_iter()
            .find(|operator| self.starts(operator))
            .filter(|_| !self.starts("=="));
        let (Some(operator), false) = (operator, targets.is_empty()) else {
            self.at = before;
            return None;
        };
        self.at += operator.len();
        self.space();
        let value = if matches!(self.peek(), b';' | 0) { Value::NULL } else { self.deeper(Self::statement) };
        if let [name] = targets.as_slice() {
            let value = match (operator, self.variable(name)) {
                ("+=", old) => self.plus(&old, &value),
                ("=" | "??=", _) => value,
                _ => Value::unknown().tainted(value.taint),
            };
            self.assign(name, value, self.span(before));
        } else {
            let mut items = value.items().into_iter();
            for name in &targets {
                let item = items.next().unwrap_or(Value::NULL);
                self.assign(name, item, self.span(before));
            }
        }
        Some(Value::NULL)
    }

    /// Names before a `=`: `x`, `env:path`, `x.member`; none where it is no assignment.
    fn targets(&mut self) -> Vec<String> {
        let mut names = Vec::new();
        loop {
            while self.peek() == b'[' {
                self.at += 1;
                if !self.enclosed_nearby() {
                    return Vec::new();
                }
                self.blanks();
            }
            if !self.take("$") {
                return Vec::new();
            }
            let mut name = String::new();
            if self.take("{") {
                let inside = self.enclosed();
                name.push_str(self.text.get(inside.start..inside.end).unwrap_or(""));
            } else {
                name.push_str(self.name());
                if self.peek() == b':' && self.peek_at(1) != b':' {
                    self.at += 1;
                    name.push(':');
                    name.push_str(self.name());
                }
            }
            if name.is_empty() {
                return Vec::new();
            }
            loop {
                if self.peek() == b'.' && (self.peek_at(1).is_ascii_alphabetic() || self.peek_at(1) == b'_') {
                    self.at += 1;
                    name.push('.');
                    name.push_str(self.name());
                } else if self.peek() == b'[' {
                    self.at += 1;
                    if !self.enclosed_nearby() {
                        return Vec::new();
                    }
                    name.push_str(".[]");
                } else {
                    break;
                }
            }
            names.push(name);
            self.blanks();
            if self.peek() != b',' || names.len() > 16 {
                return names;
            }
            self.at += 1;
            self.space();
        }
    }

    fn assign(&mut self, name: &str, value: Value, span: Span) {
        let lower = name.to_ascii_lowercase();
        let bare = ["script:", "global:", "local:", "private:", "using:", "variable:"]
            .iter()
            .find_map(|scope| lower.strip_prefix(scope))
            .unwrap_or(&lower);
        if let Some(variable) = bare.strip_prefix("env:") {
            let name = variable.to_ascii_uppercase();
            let values = vec![ShellValue::scalar(value.display(), value.taint)];
            checks::environment(self.shell, &name, &values, span);
            self.set(bare, value);
            return;
        }
        if let Some(function) = bare.strip_prefix("function:") {
            if let Kind::Block(block) = value.kind {
                self.state.functions.insert(function.to_owned(), block);
            }
            return;
        }
        if bare == "whatifpreference" {
            self.state.what_if = value.is_true();
        }
        // a branch that may not be taken: the value before it is as good
        if self.shell.conditional > 0
            && value.known().is_none()
            && self.state.variables.get(bare).is_some_and(|old| old.known().is_some())
            && value.taint.is_none()
        {
            return;
        }
        self.set(bare, value);
    }
}
