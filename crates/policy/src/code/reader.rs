//! Statements and expressions of all languages, in one pass from left to right. What is not
//! understood is skipped; its arguments are read anyway.

use std::collections::HashMap;

use super::Code;
use super::lex::{self, Kind as Lexical, Token};
use super::table::{Means, Spec, Style};
use super::value::{Kind, Value};
use crate::prelude::*;

/// Maximum nesting of brackets, code in texts, and code that code runs.
pub(super) const MAX_DEPTH: usize = 48;
/// Maximum number of bytes of all copies of values.
const BUDGET: usize = 512 * 1024;
/// Maximum length of a text that is put together.
pub(super) const MAX_TEXT: usize = 16 * 1024;

/// What is known while code is read.
#[derive(Default)]
pub(super) struct Scope {
    pub variables: HashMap<String, Value>,
    /// Modules whose functions are called without their names.
    pub open_modules: Vec<String>,
    pub arguments: Vec<String>,
    pub budget: usize,
    /// What a function that is an argument will be called with.
    pub subject: Value,
    pub found: Code,
    pub connects: bool,
    pub forks: bool,
    pub loops: bool,
}

impl Scope {
    pub fn new(arguments: &[&str]) -> Self {
        let arguments = arguments.iter().map(|text| (*text).to_owned()).collect();
        Self { arguments, budget: BUDGET, ..Self::default() }
    }

    /// Charges the copy of a value; values are unknown once the budget is exhausted.
    pub fn pay(&mut self, value: Value) -> Value {
        let size = value.size();
        if size > MAX_TEXT || size > self.budget {
            self.found.partial = true;
            return Value::unknown(value.origin);
        }
        self.budget -= size;
        value
    }
}

pub(super) struct Reader<'a, 's> {
    pub spec: &'static Spec,
    pub text: &'a str,
    pub tokens: Vec<Token>,
    pub partners: Vec<usize>,
    pub depth: usize,
    /// Position in the outermost text; `None` for the outermost itself.
    pub whole: Option<Span>,
    pub scope: &'s mut Scope,
    /// Position up to which the statement has no assignment and no trailing `for`.
    pub scanned: usize,
    /// In the list of an awk `print`, where `>` and `|` end an expression.
    pub printing: bool,
}

/// The arguments of a call.
#[derive(Debug, Default)]
pub(super) struct Given {
    pub values: Vec<Value>,
    pub named: Vec<(String, Value)>,
}

impl<'a, 's> Reader<'a, 's> {
    pub fn new(
        spec: &'static Spec,
        text: &'a str,
        depth: usize,
        whole: Option<Span>,
        scope: &'s mut Scope,
    ) -> Self {
        let tokens = lex::tokens(&spec.lexis, text);
        let partners = lex::partners(text, &tokens);
        Self { spec, text, tokens, partners, depth, whole, scope, scanned: 0, printing: false }
    }

    /// Reads all statements.
    pub fn run(&mut self) {
        self.statements(0, self.tokens.len());
    }

    /// Reads the text as one expression.
    pub fn value(&mut self) -> Value {
        let mut at = 0;
        let value = self.expression(&mut at, self.tokens.len());
        self.statements(at, self.tokens.len());
        value
    }

    pub fn statements(&mut self, from: usize, to: usize) {
        let mut at = from;
        while at < to {
            at = self.statement(at, to).max(at + 1);
        }
    }

    // --- tokens

    pub fn kind(&self, at: usize) -> Option<Lexical> {
        self.tokens.get(at).map(|token| token.kind)
    }

    pub fn word(&self, at: usize) -> &'a str {
        self.tokens.get(at).and_then(|token| self.text.get(token.start..token.end)).unwrap_or_default()
    }

    /// Returns whether this is the operator.
    pub fn op(&self, at: usize, text: &str) -> bool {
        self.tokens.get(at).is_some_and(|token| {
            token.kind == Lexical::Op
                && self.text.as_bytes().get(token.start..token.end) == Some(text.as_bytes())
        })
    }

    pub fn name(&self, at: usize) -> &'a str {
        if self.kind(at) == Some(Lexical::Name) { self.word(at) } else { "" }
    }

    /// Returns the position of the bracket that closes the one at `at`, at most `to`.
    pub fn partner(&self, at: usize, to: usize) -> usize {
        self.partners.get(at).copied().unwrap_or(to).min(to)
    }

    pub fn touches(&self, at: usize) -> bool {
        at > 0
            && match (self.tokens.get(at - 1), self.tokens.get(at)) {
                (Some(left), Some(right)) => left.end == right.start,
                _ => false,
            }
    }

    pub fn span(&self, from: usize, to: usize) -> Span {
        self.whole.unwrap_or_else(|| {
            let start = self.tokens.get(from).map_or(0, |token| token.start);
            let end = self.tokens.get(to.saturating_sub(1)).map_or(start, |token| token.end);
            Span::new(start, end.max(start))
        })
    }

    // --- statements

    pub fn statement(&mut self, at: usize, to: usize) -> usize {
        let destructures = self.op(at, "{") && self.op(self.partner(at, to) + 1, "=");
        if self.kind(at) == Some(Lexical::Newline)
            || (self.kind(at) == Some(Lexical::Op)
                && matches!(self.word(at), ";" | "{" | "}" | ")" | "]" | "," | ":")
                && !destructures)
        {
            return at + 1;
        }
        let style = self.spec.style;
        match self.name(at) {
            "for" | "foreach" => return self.for_header(at, to),
            "import" | "from"
                if matches!(style, Style::Python | Style::JavaScript) && !self.op(at + 1, "(") =>
            {
                return self.import(at, to);
            }
            "use" if style == Style::Perl || style == Style::Php => return self.line_end(at, to),
            "while" | "until" | "loop" | "repeat" => self.scope.loops = true,
            "def" | "sub" | "function" | "class" => return self.definition(at, to),
            "include" | "extend" if style == Style::Ruby && self.scope.open_modules.len() < 16 => {
                self.scope.open_modules.push(self.name(at + 1).to_owned());
                return at + 2;
            }
            "print" | "printf" if style == Style::Awk => return self.awk_print(at, to),
            _ => {}
        }
        if self.spec.keywords.contains(&self.name(at)) || matches!(self.name(at), "while" | "until") {
            return at + 1;
        }
        if at >= self.scanned {
            let scan = self.scan(at, to);
            if let Some(equals) = scan.equals {
                return self.assignment(at, equals, to);
            }
            if let Some(late) = scan.late {
                let end = self.for_header(late, to);
                self.scanned = late;
                self.statements(at, late);
                return end;
            }
            self.scanned = scan.end;
        }
        let mut cursor = at;
        self.expression(&mut cursor, to);
        cursor
    }

    /// Finds what changes how the statement at `at` is read.
    fn scan(&self, at: usize, to: usize) -> Scan {
        let style = self.spec.style;
        let mut found = Scan::default();
        let mut here = at;
        while here < to {
            let word = self.word(here);
            match self.kind(here) {
                Some(Lexical::Newline) => break,
                Some(Lexical::Name)
                    if here > at && matches!(word, "for" | "foreach") && style != Style::JavaScript =>
                {
                    found.late = Some(here);
                    break;
                }
                Some(Lexical::Op) => match word {
                    ";" | "}" | ")" | "]" | "=>" => break,
                    ":" if style == Style::Python => break,
                    "{" if style == Style::Awk || (here > at && self.op(here - 1, ")")) => break,
                    "(" | "[" | "{" => here = self.partner(here, to),
                    "=" | "+=" | ".=" | "||=" | "//=" | "??=" | "&&=" | ":=" | "<-" if here > at => {
                        found.equals = Some(here);
                        break;
                    }
                    _ => {}
                },
                _ => {}
            }
            here += 1;
        }
        Scan { end: here.min(to), ..found }
    }

    pub fn line_end(&self, at: usize, to: usize) -> usize {
        (at..to).find(|at| self.kind(*at) == Some(Lexical::Newline) || self.op(*at, ";")).unwrap_or(to)
    }

    /// `print a, b > file`, `print a | command`.
    fn awk_print(&mut self, at: usize, to: usize) -> usize {
        let mut cursor = at + 1;
        self.printing = true;
        let mut printed = Value::text("");
        loop {
            if self.op(cursor, "(") {
                let end = self.partner(cursor, to);
                let given = self.given(cursor + 1, end);
                given.values.iter().for_each(|value| printed = std::mem::take(&mut printed).join(value));
                cursor = end + 1;
            } else if self.is_value(cursor) && cursor < to {
                let value = self.expression(&mut cursor, to);
                printed = std::mem::take(&mut printed).join(&value);
            } else {
                break;
            }
            printed = self.scope.pay(printed);
            if !self.op(cursor, ",") {
                break;
            }
            printed = printed.join(&Value::text(" "));
            cursor += 1;
        }
        self.printing = false;
        if cursor == at + 1 {
            // the whole record
            printed = Value::unknown(Taint::STDIN);
        }
        if self.op(cursor, "|") || self.op(cursor, "|&") {
            cursor += 1;
            let command = self.expression(&mut cursor, to);
            self.fed(&command, &printed);
        } else if self.op(cursor, ">") || self.op(cursor, ">>") {
            cursor += 1;
            let file = self.expression(&mut cursor, to);
            self.writes(&file);
        }
        cursor
    }

    // --- what names mean

    /// Returns the value of a name: a variable, else the function or module of that name.
    pub fn lookup(&mut self, name: &str) -> Value {
        if let Some(known) = self.scope.variables.get(name) {
            let known = known.clone();
            return self.scope.pay(known);
        }
        Value::of(Kind::Name(self.full_name(name.to_owned())))
    }

    /// Returns the name as in the tables.
    pub fn full_name(&self, name: String) -> String {
        for (from, to) in self.spec.synonyms {
            if let Some(rest) = name.strip_prefix(from) {
                return format!("{to}{rest}");
            }
        }
        name
    }

    pub fn member(&mut self, value: Value, name: &str) -> Value {
        let value = self.outside(value);
        match value.kind {
            Kind::Name(path) if path.len() < 256 => {
                Value::of(Kind::Name(self.full_name(format!("{path}.{name}"))))
            }
            Kind::Member(receiver, property) => {
                let receiver = super::apply::property(*receiver, &property);
                Value::of(Kind::Member(Box::new(receiver), name.to_owned()))
            }
            _ => Value::of(Kind::Member(Box::new(value), name.to_owned())),
        }
    }

    /// Returns the meaning of a name.
    pub fn means(&self, name: &str) -> Option<Means> {
        let exact = |name: &str| self.spec.rows.get(name).copied();
        let open = || self.scope.open_modules.iter().find_map(|module| exact(&format!("{module}.{name}")));
        exact(name).or_else(open).or_else(|| {
            // functions of PHP ignore case
            let small = (self.spec.style == Style::Php).then(|| name.to_ascii_lowercase())?;
            exact(&small)
        })
    }

    /// Returns the meaning of a method of any value.
    pub fn method(&self, name: &str) -> Option<Means> {
        self.spec.rows.get(format!(".{name}").as_str()).copied()
    }
}

#[derive(Debug, Default)]
struct Scan {
    equals: Option<usize>,
    late: Option<usize>,
    end: usize,
}
