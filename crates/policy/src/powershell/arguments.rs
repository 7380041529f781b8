//! A command and its arguments, as they stand in the text.

use syntax::Span;

use super::Reader;
use super::strings::Pieces;
use super::value::{Kind, MAX_ITEMS, Value};
use crate::field::{Field, Taint};

/// One argument.
#[derive(Debug, Clone)]
pub struct Argument {
    pub part: Part,
    /// As a program gets it.
    pub raw: String,
    /// Holds an unquoted `*` or `?`.
    pub glob: bool,
    pub span: Span,
}

#[derive(Debug, Clone)]
pub enum Part {
    /// `-Name`, `-Name:value`; the name in lower case.
    Parameter(String, Option<Value>),
    Value(Value),
}

impl Argument {
    fn value(value: Value, span: Span) -> Self {
        Self { raw: value.display(), part: Part::Value(value), glob: false, span }
    }

    pub fn taint(&self) -> Taint {
        match &self.part {
            Part::Parameter(_, value) => value.as_ref().map_or(Taint::NONE, Value::whole_taint),
            Part::Value(value) => value.whole_taint(),
        }
    }

    /// As the words that a program gets.
    pub fn fields(&self) -> Vec<Field> {
        let field =
            |text: String| Field { text, glob: self.glob, taint: self.taint(), span: Some(self.span) };
        match &self.part {
            Part::Value(value) if matches!(value.kind, Kind::List(_)) => {
                value.items().iter().map(|item| field(item.display())).collect()
            }
            _ => vec![field(self.raw.clone())],
        }
    }
}

/// A file that the output goes to.
struct Output {
    path: Value,
    append: bool,
}

impl Reader<'_, '_> {
    /// A command with its arguments; what it gives.
    pub fn command(&mut self, input: Option<Value>) -> Value {
        if !self.shell.step() || !self.shell.enter(0) {
            self.at = self.text.len();
            return Value::unknown();
        }
        let start = self.at;
        let head = self.head();
        let mut outputs = Vec::new();
        let arguments = self.arguments(&mut outputs);
        let span =
            Span::new(start, self.text.get(start..self.at).map_or(self.at, |t| start + t.trim_end().len()));
        let span = self.origin.place(span);
        let mut value = self.invoke(&head, arguments, input, span);
        for output in outputs {
            self.write(&output.path, &value, output.append, span);
            value = Value::NULL;
        }
        self.shell.leave();
        value
    }

    /// What names the command.
    fn head(&mut self) -> Value {
        let calls = self.peek() == b'&' && !self.starts("&&")
            || self.peek() == b'.'
                && matches!(self.peek_at(1), b' ' | b'\t' | b'"' | b'\'' | b'$' | b'(' | b'{');
        if calls {
            self.at += 1;
            self.blanks();
        }
        match self.peek() {
            b'{' if calls => self.braces().map_or(Value::NULL, |block| Kind::Block(block).into()),
            b'%' | b'?' if matches!(self.peek_at(1), b'{' | b' ' | b'\t' | b'\n' | b'(') => {
                let name = if self.peek() == b'%' { "%" } else { "?" };
                self.at += 1;
                Value::text(name)
            }
            _ => self.word().0,
        }
    }

    fn arguments(&mut self, outputs: &mut Vec<Output>) -> Vec<Argument> {
        let mut list = Vec::new();
        loop {
            self.blanks();
            let start = self.at;
            match self.peek() {
                b'\n' | b'\r' | b';' | b'|' | b')' | b'}' => break,
                0 if self.ended() => break,
                b'&' => break,
                b',' | b'<' => self.at += 1,
                b'>' => self.redirect(outputs),
                b'*' | b'0'..=b'9' if self.peek_at(1) == b'>' => self.redirect(outputs),
                b'-' if self.starts("--%") => {
                    self.at += 3;
                    let rest = self.rest();
                    let end = rest.find(['\n', '|']).unwrap_or(rest.len());
                    let words = rest.get(..end).unwrap_or("").split_whitespace();
                    let span = Span::new(start, self.at + end);
                    list.extend(
                        words.map(|w| {
                            Argument::value(Value::text(w.trim_matches('"')), self.origin.place(span))
                        }),
                    );
                    self.at += end;
                }
                b'@' if self.peek_at(1).is_ascii_alphabetic() => self.splat(&mut list),
                _ => {
                    let argument = self.argument();
                    self.afford(argument.raw.len());
                    if list.len() < MAX_ITEMS {
                        list.push(argument);
                    }
                }
            }
            if self.at == start {
                self.character();
            }
        }
        list
    }

    /// `@parameters`
    fn splat(&mut self, list: &mut Vec<Argument>) {
        let start = self.at;
        self.at += 1;
        let name = self.name().to_owned();
        let value = self.variable(&name);
        let span = self.span(start);
        match &value.kind {
            Kind::Table(entries) => {
                for (name, value) in entries.iter() {
                    let part = Part::Parameter(name.clone(), Some(value.clone()));
                    list.push(Argument { raw: format!("-{name}"), part, glob: false, span });
                }
            }
            _ => list.extend(value.items().into_iter().map(|item| Argument::value(item, span))),
        }
    }

    fn argument(&mut self) -> Argument {
        let start = self.at;
        let is_parameter =
            self.peek() == b'-' && (self.peek_at(1).is_ascii_alphabetic() || self.peek_at(1) == b'?');
        let (value, glob) = self.word();
        if is_parameter && let Some(text) = value.as_text() {
            let text = text.to_owned();
            let (name, attached) =
                text.split_once(':').map_or((text.as_str(), None), |(name, v)| (name, Some(v)));
            let attached = match attached {
                Some("") => {
                    self.blanks();
                    Some(self.listed().0)
                }
                Some(given) => Some(Value::text(given).tainted(value.taint)),
                None => None,
            };
            let name = name.trim_start_matches('-').to_ascii_lowercase();
            return Argument {
                part: Part::Parameter(name, attached),
                raw: text,
                glob,
                span: self.span(start),
            };
        }
        let (value, glob) = self.more(value, glob);
        Argument { raw: value.display(), part: Part::Value(value), glob, span: self.span(start) }
    }

    /// A word, or several with commas between.
    fn listed(&mut self) -> (Value, bool) {
        let (value, glob) = self.word();
        self.more(value, glob)
    }

    fn more(&mut self, first: Value, glob: bool) -> (Value, bool) {
        let mut items = vec![first];
        let mut glob = glob;
        loop {
            let before = self.at;
            self.blanks();
            if !self.take(",") {
                self.at = before;
                break;
            }
            self.space();
            let (next, more) = self.word();
            glob |= more;
            if items.len() < MAX_ITEMS {
                items.push(next);
            }
        }
        if items.len() > 1 { (Value::list(items), glob) } else { (items.pop().unwrap_or(Value::NULL), glob) }
    }

    fn redirect(&mut self, outputs: &mut Vec<Output>) {
        let from = if self.peek() == b'>' { b'1' } else { self.peek() };
        self.at += usize::from(self.peek() != b'>');
        self.at += 1;
        let append = self.take(">");
        self.blanks();
        if self.peek() == b'&' {
            self.at += 1;
            self.name();
            return;
        }
        let path = self.word().0;
        if !path.is_null() && matches!(from, b'1' | b'*') && outputs.len() < 16 {
            outputs.push(Output { path, append });
        }
    }

    /// `"text" > file`
    pub fn redirection(&mut self, value: Value, start: usize) -> Value {
        let mut outputs = Vec::new();
        self.redirect(&mut outputs);
        let span = self.span(start);
        for output in outputs {
            self.write(&output.path, &value, output.append, span);
        }
        Value::NULL
    }

    /// One word where arguments stand; whether it holds an unquoted wildcard.
    pub fn word(&mut self) -> (Value, bool) {
        let start = self.at;
        let first = match self.peek() {
            b'(' => {
                let value = self.parenthesis();
                return (self.members(value, start), false);
            }
            b'{' => return (self.braces().map_or(Value::NULL, |block| Kind::Block(block).into()), false),
            b'@' if matches!(self.peek_at(1), b'(' | b'{' | b'\'' | b'"') => {
                let value = self.expression(super::operators::COMMA + 1);
                return (value, false);
            }
            b'$' => {
                let value = self.dollar();
                Some(self.members(value, start))
            }
            b'\'' => Some(self.single_quoted()),
            b'"' => Some(self.double_quoted()),
            _ => None,
        };
        if let Some(value) = &first
            && self.at_boundary()
        {
            return (value.clone(), false);
        }
        let mut pieces = Pieces::default();
        if let Some(value) = first {
            pieces.add(&value);
        }
        let mut glob = false;
        while !self.at_boundary() {
            match self.peek() {
                b'\'' => {
                    let value = self.single_quoted();
                    pieces.add(&value);
                }
                b'"' => {
                    let value = self.double_quoted();
                    pieces.add(&value);
                }
                b'$' | b'`' => self.piece(&mut pieces),
                byte => {
                    glob |= matches!(byte, b'*' | b'?');
                    if let Some(character) = self.character() {
                        pieces.text.push(character);
                    }
                }
            }
        }
        (pieces.value(), glob)
    }

    fn at_boundary(&self) -> bool {
        match self.peek() {
            0 => self.ended(),
            b'`' => matches!(self.peek_at(1), b'\n' | b'\r'),
            byte => matches!(
                byte,
                b' ' | b'\t'
                    | b'\n'
                    | b'\r'
                    | b'('
                    | b')'
                    | b'{'
                    | b'}'
                    | b';'
                    | b'|'
                    | b'&'
                    | b','
                    | b'<'
                    | b'>'
            ),
        }
    }
}
