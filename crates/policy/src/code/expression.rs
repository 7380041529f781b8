//! Expressions: operators, values, and what follows a value.

use super::lex::Kind as Lexical;
use super::reader::{Given, MAX_DEPTH, MAX_TEXT, Reader};
use super::table::Style;
use super::value::{Kind, Value};
use crate::field::Taint;

/// Words that begin or join statements, and are no values.
const NO_VALUES: &[&str] = table!("no_values");

/// Prefix operators without a relevant effect.
const PREFIX_OPERATORS: &[&str] = table!("prefix_operators");

/// Prefix words without a relevant effect.
const PREFIX_WORDS: &[&str] = table!("prefix_words");

impl<'a> Reader<'a, '_> {
    /// Returns whether a value may begin here.
    pub fn is_value(&self, at: usize) -> bool {
        match self.kind(at) {
            Some(Lexical::Text(_) | Lexical::Number) => true,
            Some(Lexical::Name) => !NO_VALUES.contains(&self.word(at)),
            Some(Lexical::Op) => matches!(self.word(at), "$" | "@"),
            _ => false,
        }
    }

    /// Reads one expression and moves `at` behind it.
    pub fn expression(&mut self, at: &mut usize, to: usize) -> Value {
        if self.depth >= MAX_DEPTH {
            self.scope.found.partial = true;
            *at = self.partner(*at, to).max(*at + 1).min(to);
            return Value::default();
        }
        self.depth += 1;
        let value = self.operators(at, to);
        self.depth -= 1;
        value
    }

    fn operators(&mut self, at: &mut usize, to: usize) -> Value {
        let start = *at;
        let mut value = self.operand(at, to);
        let mut choices = 0_usize;
        while *at < to {
            let style = self.spec.style;
            let op = self.word(*at);
            let joins = match self.kind(*at) {
                Some(Lexical::Text(_)) => matches!(style, Style::Python | Style::Ruby | Style::Awk),
                _ => style == Style::Awk && self.is_value(*at) && op != "getline",
            };
            if joins {
                let right = self.operand(at, to);
                value = self.scope.pay(value.join(&right));
                continue;
            }
            match self.kind(*at) {
                Some(Lexical::Newline) => {
                    // a method of the value on the next line
                    if self.spec.members.contains(&self.word(*at + 1))
                        && self.kind(*at + 2) == Some(Lexical::Name)
                    {
                        *at += 1;
                        value = self.postfix(value, start, at, to);
                        continue;
                    }
                    break;
                }
                Some(Lexical::Name) => match op {
                    "and" | "or" | "in" | "is" | "not" | "eq" | "ne" | "xor" | "cmp" | "instanceof" | "x"
                    | "lt" | "gt" | "le" | "ge" => {
                        *at += 1;
                        let right = self.operand(at, to);
                        value = Value::unknown(value.origin().and(right.origin()));
                        continue;
                    }
                    "if" | "else" if style == Style::Python => {
                        *at += 1;
                        self.operand(at, to);
                        continue;
                    }
                    _ => break,
                },
                Some(Lexical::Op) => {}
                _ => break,
            }
            if matches!(op, "," | ";" | ")" | "]" | "}" | "{" | "(" | "[") {
                break;
            }
            match op {
                "=>" if style != Style::JavaScript => break,
                ":" if choices == 0 => break,
                ">" | ">>" | "|" | "|&" if self.printing => break,
                "|" | "|&" if style == Style::Awk => {
                    *at += 1;
                    if self.name(*at) == "getline" {
                        *at += 1;
                        value = self.shell(&value);
                        continue;
                    }
                    break;
                }
                "=" if *at == start + 1 => {
                    *at += 1;
                    let right = self.expression(at, to);
                    self.bind(start, start + 1, "=", right.clone());
                    value = right;
                    continue;
                }
                _ => {}
            }
            *at += 1;
            if *at >= to {
                break;
            }
            let right = self.operand(at, to);
            value = match op {
                "?" => {
                    choices += 1;
                    right
                }
                ":" => {
                    choices -= 1;
                    Value::of(Kind::List(vec![value, right]))
                }
                _ => self.computed(op, value, &right),
            };
            value = self.scope.pay(value);
        }
        value
    }

    /// Computes a binary operator.
    fn computed(&self, op: &str, value: Value, right: &Value) -> Value {
        let style = self.spec.style;
        match op {
            "*" | "x" => repeated(value, right),
            "%" if matches!(style, Style::Python | Style::Ruby) => formatted(&value, right),
            "/" if style == Style::Python && value.as_text().is_some() => joined_path(value, right),
            "||" | "//" | "??" if matches!(value.kind, Kind::Unknown) => {
                Value::unknown(value.origin.and(right.origin()))
            }
            "||" | "//" | "??" => value,
            _ if self.spec.joiners.contains(&op) => match (&value.kind, &right.kind) {
                (Kind::Number(left), Kind::Number(right)) if op == "+" => {
                    Value::of(Kind::Number(left.wrapping_add(*right)))
                }
                _ => value.join(right),
            },
            _ => Value::unknown(value.origin().and(right.origin())),
        }
    }

    fn operand(&mut self, at: &mut usize, to: usize) -> Value {
        let mut negative = false;
        // prefixes without a relevant effect
        while *at < to {
            let word = self.word(*at);
            match self.kind(*at) {
                Some(Lexical::Op) if word == "-" => negative = !negative,
                Some(Lexical::Op) if PREFIX_OPERATORS.contains(&word) => {}
                Some(Lexical::Name) if PREFIX_WORDS.contains(&word) && self.is_prefix(*at) => {}
                Some(Lexical::Name) if word == "lambda" => {
                    while *at < to && !self.op(*at, ":") {
                        *at += 1;
                    }
                }
                _ => break,
            }
            *at += 1;
        }
        let start = *at;
        if self.spec.style == Style::Awk && *at > 0 && self.op(*at - 1, "$") {
            // a field of the record
            *at += 1;
            return Value::unknown(Taint::STDIN);
        }
        let Some(token) = self.tokens.get(*at).copied().filter(|_| *at < to) else { return Value::default() };
        let value = match token.kind {
            Lexical::Text(form) => {
                *at += 1;
                self.text_value(token, form)
            }
            Lexical::Number => {
                *at += 1;
                let digits = self.text.get(token.start..token.end).unwrap_or_default();
                let number =
                    number(digits).map(|number| if negative { number.wrapping_neg() } else { number });
                Value::of(number.map_or(Kind::Unknown, Kind::Number))
            }
            Lexical::Name => self.name_value(at, to),
            Lexical::Newline => return Value::default(),
            Lexical::Op => {
                let open = self.word(*at);
                if !matches!(open, "(" | "[" | "{") {
                    *at += usize::from(!matches!(open, ")" | "]" | "}" | "," | ";"));
                    return Value::default();
                }
                let end = self.partner(*at, to);
                let mut given = self.given(*at + 1, end);
                *at = end + 1;
                let is_one = given.values.len() == 1 && !self.op(end.saturating_sub(1), ",");
                // without `key: value` it may be anything
                let is_map = !given.named.is_empty() || given.values.is_empty();
                match open {
                    "(" if is_one => given.values.pop().unwrap_or_default(),
                    "{" if is_map => Value::of(Kind::Map(given.named)),
                    "{" => Value::default(),
                    _ => Value::of(Kind::List(given.values)),
                }
            }
        };
        self.postfix(value, start, at, to)
    }

    /// Returns whether the word is a prefix here, not an identical name.
    fn is_prefix(&self, at: usize) -> bool {
        !matches!(self.word(at + 1), "." | "=" | "," | ")" | "")
            && (!self.op(at + 1, "(") || self.word(at) != "new")
    }

    fn name_value(&mut self, at: &mut usize, to: usize) -> Value {
        let name = self.word(*at);
        *at += 1;
        if matches!(name, "function" | "sub" | "proc" | "fn" | "func") {
            // an anonymous function: its arguments are sometimes known
            if self.op(*at, "(") {
                let end = self.partner(*at, to);
                self.bind_subject(*at + 1, end);
                *at = end + 1;
            }
            return Value::default();
        }
        if self.spec.style == Style::JavaScript && self.op(*at, "=>") {
            self.bind_subject(*at - 1, *at);
            *at += 1;
            return Value::default();
        }
        if self.spec.style == Style::Perl
            && self.op(*at, "{")
            && matches!(name, "eval" | "do" | "map" | "grep" | "sort")
        {
            // a block; `$_` iterates over the list after it
            let end = self.partner(*at, to);
            let inside = *at + 1;
            let mut behind = end + 1;
            let list = if name == "eval" || name == "do" {
                Value::default()
            } else {
                self.expression(&mut behind, to)
            };
            self.scope.variables.insert("$_".to_owned(), list.clone());
            self.nested(inside, end);
            *at = behind;
            return list;
        }
        self.lookup(name)
    }

    /// Reads statements within an expression.
    pub fn nested(&mut self, from: usize, to: usize) {
        if self.depth >= MAX_DEPTH {
            self.scope.found.partial = true;
            return;
        }
        self.depth += 1;
        let scanned = std::mem::replace(&mut self.scanned, from);
        self.statements(from, to);
        self.scanned = scanned.max(self.scanned.min(to));
        self.depth -= 1;
    }

    /// Reads members, indexes and calls after a value.
    fn postfix(&mut self, mut value: Value, start: usize, at: &mut usize, to: usize) -> Value {
        let style = self.spec.style;
        while *at < to {
            let op = self.word(*at);
            match self.kind(*at) {
                Some(Lexical::Op)
                    if self.spec.members.contains(&op)
                        && self.kind(*at + 1) == Some(Lexical::Name)
                        && *at + 1 < to =>
                {
                    value = self.member(value, self.word(*at + 1));
                    *at += 2;
                }
                // `&.`, `?.(`, `->[`: the bracket follows
                Some(Lexical::Op)
                    if matches!(op, "->" | "?.") && matches!(self.word(*at + 1), "(" | "[" | "{") =>
                {
                    *at += 1
                }
                Some(Lexical::Op) if op == "(" => {
                    let end = self.partner(*at, to);
                    let given = self.given_to(&value, *at + 1, end);
                    *at = end + 1;
                    value = self.call(value, given, start, *at);
                }
                Some(Lexical::Op) if op == "[" && self.touches(*at) => {
                    let end = self.partner(*at, to);
                    let given = self.given(*at + 1, end);
                    let reversed = style == Style::Python
                        && (self.op(*at + 1, "::") || self.op(*at + 1, ":"))
                        && self.op(end.saturating_sub(2), "-");
                    *at = end + 1;
                    value = self.index(value, &given, reversed);
                }
                Some(Lexical::Op)
                    if op == "{"
                        && style == Style::Perl
                        && self.touches(*at)
                        && self.word(start).starts_with(['$', '@', '%']) =>
                {
                    let end = self.partner(*at, to);
                    // a bare word is a key, not a call
                    let given = if end == *at + 2
                        && self.kind(*at + 1) == Some(Lexical::Name)
                        && !self.word(*at + 1).starts_with('$')
                    {
                        Given { values: vec![Value::text(self.word(*at + 1))], named: Vec::new() }
                    } else {
                        self.given(*at + 1, end)
                    };
                    *at = end + 1;
                    value = self.index(value, &given, false);
                }
                // a block with parameters: its statements follow like any others
                Some(_) if matches!(op, "{" | "do") && style == Style::Ruby && self.op(*at + 1, "|") => {
                    *at = self.block_names(&value, *at + 2, to);
                    break;
                }
                Some(Lexical::Text(_))
                    if matches!(value.kind, Kind::Name(_) | Kind::Member(..))
                        && (style == Style::Lua || style == Style::JavaScript && self.touches(*at)) =>
                {
                    value = self.call_with_one(value, start, at);
                }
                _ if self.is_bare_call(&value, start, *at) => {
                    let given = self.bare_arguments(at, to);
                    value = self.call(value, given, start, *at);
                    break;
                }
                _ => break,
            }
        }
        self.finished(value, start, *at)
    }
}

fn number(digits: &str) -> Option<i64> {
    let clean = digits.replace('_', "").to_ascii_lowercase();
    match clean.get(..2) {
        Some("0x") => i64::from_str_radix(clean.get(2..)?, 16).ok(),
        Some("0o") => i64::from_str_radix(clean.get(2..)?, 8).ok(),
        Some("0b") => i64::from_str_radix(clean.get(2..)?, 2).ok(),
        _ => clean.parse().ok(),
    }
}

fn repeated(value: Value, times: &Value) -> Value {
    let origin = value.origin.and(times.origin);
    match (&value.kind, &times.kind) {
        (Kind::Text(text), Kind::Number(times)) => {
            let times = usize::try_from(*times).unwrap_or(0);
            if text.len().saturating_mul(times) > MAX_TEXT {
                return Value::unknown(origin);
            }
            Value { kind: Kind::Text(text.repeat(times)), origin, glob: value.glob }
        }
        _ => Value::unknown(origin),
    }
}

/// `"rm %s" % path`.
fn formatted(value: &Value, arguments: &Value) -> Value {
    let Some(text) = value.as_text() else { return Value::unknown(value.origin.and(arguments.origin())) };
    let list = match &arguments.kind {
        Kind::List(list) => list.as_slice(),
        _ => std::slice::from_ref(arguments),
    };
    super::text::filled(text, list, value.origin)
}

pub(super) fn joined_path(left: Value, right: &Value) -> Value {
    if right.as_text().is_some_and(|text| text.starts_with('/')) {
        return right.clone();
    }
    match left.as_text() {
        Some("") => right.clone(),
        Some(text) if text.ends_with('/') => left.join(right),
        _ => left.join(&Value::text("/")).join(right),
    }
}
