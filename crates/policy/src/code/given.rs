//! Arguments of calls, and entries of lists and maps.

use super::lex::Kind as Lexical;
use super::reader::{Given, MAX_DEPTH, Reader};
use super::table::Style;
use super::value::{Kind, Value};

impl Reader<'_, '_> {
    pub fn call_with_one(&mut self, value: Value, start: usize, at: &mut usize) -> Value {
        let Some(token) = self.tokens.get(*at).copied() else { return value };
        let Lexical::Text(form) = token.kind else { return value };
        *at += 1;
        let argument = self.text_value(token, form);
        self.call(value, Given { values: vec![argument], named: Vec::new() }, start, *at)
    }

    /// Returns whether arguments without brackets follow.
    pub fn is_bare_call(&self, value: &Value, start: usize, at: usize) -> bool {
        if !self.spec.style.bare_calls() || self.touches(at) {
            return false;
        }
        if !matches!(value.kind, Kind::Name(_) | Kind::Member(..))
            || self.word(start).starts_with(['$', '@', '%']) && !matches!(value.kind, Kind::Member(..))
        {
            return false;
        }
        match self.kind(at) {
            Some(Lexical::Op) => match self.word(at) {
                "[" => self.spec.style == Style::Ruby,
                "-" | "\\" | "@" | "*" => self.touches(at + 1) && !self.touches(at),
                "{" => self.spec.style == Style::Perl,
                _ => false,
            },
            _ => self.is_value(at),
        }
    }

    /// Reads `a, b, key => c` up to the end of the statement.
    pub fn bare_arguments(&mut self, at: &mut usize, to: usize) -> Given {
        let mut given = Given::default();
        loop {
            let before = *at;
            self.entry(&mut given, at, to);
            if !(self.op(*at, ",") || self.op(*at, "=>")) || *at >= to || *at == before {
                return given;
            }
            *at += 1;
        }
    }

    /// Reads the arguments of a call; a function among them is called with the value's elements.
    pub fn given_to(&mut self, callee: &Value, from: usize, to: usize) -> Given {
        let Kind::Member(receiver, _) = &callee.kind else { return self.given(from, to) };
        let subject = self.scope.pay((**receiver).clone());
        let before = std::mem::replace(&mut self.scope.subject, subject);
        let given = self.given(from, to);
        self.scope.subject = before;
        given
    }

    /// Reads the entries between brackets.
    pub fn given(&mut self, from: usize, to: usize) -> Given {
        let mut given = Given::default();
        if self.depth >= MAX_DEPTH {
            self.scope.found.partial = true;
            return given;
        }
        self.depth += 1;
        let to = to.min(self.tokens.len());
        // `[f(x) for x in list]`
        let head = if self.spec.style == Style::Python { self.comprehension(from, to) } else { to };
        let mut at = from;
        while at < head {
            let before = at;
            if self.is_separator(at) {
                at += 1;
                continue;
            }
            if self.is_statement(at) {
                at = self.statement(at, head).max(at + 1);
                continue;
            }
            self.entry(&mut given, &mut at, head);
            if at == before {
                at += 1;
            }
        }
        self.depth -= 1;
        given
    }

    /// Returns whether the token only separates entries of a list, or statements of a function in it.
    fn is_separator(&self, at: usize) -> bool {
        match self.kind(at) {
            Some(Lexical::Newline) => true,
            Some(Lexical::Op) => match self.word(at) {
                "," | ";" | "=>" | ":" | "}" | ")" | "]" => true,
                // the body of a function, not an object
                "{" => {
                    at > 0
                        && (self.op(at - 1, ")")
                            || self.op(at - 1, "=>")
                            || self.kind(at - 1) == Some(Lexical::Name))
                }
                _ => false,
            },
            _ => false,
        }
    }

    /// Returns whether a statement begins here, in the body of a function that is an argument.
    fn is_statement(&self, at: usize) -> bool {
        let name = self.name(at);
        !name.is_empty()
            && (matches!(name, "for" | "foreach" | "while" | "import")
                || (self.spec.keywords.contains(&name) && !self.op(at + 1, ":") && !self.op(at + 1, "=>")))
            || (self.spec.style == Style::Awk && matches!(name, "print" | "printf"))
    }

    /// Reads one argument or entry, with its name if it has one.
    fn entry(&mut self, given: &mut Given, at: &mut usize, to: usize) {
        let next = *at + 1;
        let is_key = matches!(self.kind(*at), Some(Lexical::Name | Lexical::Text(_)));
        let separator = if self.op(next, "=>") && !(self.spec.style == Style::JavaScript) {
            true
        } else if self.op(next, ":") {
            matches!(self.spec.style, Style::JavaScript | Style::Ruby | Style::Php | Style::Python)
        } else {
            self.op(next, "=")
                && matches!(self.spec.style, Style::Python | Style::R | Style::Lua)
                && self.kind(*at) == Some(Lexical::Name)
        };
        if is_key && separator && next < to {
            let token = self.tokens.get(*at).copied();
            let key = match token.map(|token| (token.kind, token.inner)) {
                Some((Lexical::Text(_), (start, end))) => self.text.get(start..end).unwrap_or_default(),
                _ => self.word(*at),
            };
            let key = key.to_owned();
            *at += 2;
            let value = self.expression(at, to);
            if self.spec.style == Style::Perl || self.spec.style == Style::Php {
                // `kill 9 => -1` is also a list
                given.values.push(Value::text(key.clone()));
                given.values.push(value.clone());
            }
            given.named.push((key, value));
            return;
        }
        let before = *at;
        let value = self.expression(at, to);
        if *at > before {
            given.values.push(value);
        }
    }
}
