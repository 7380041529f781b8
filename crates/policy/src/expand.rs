//! Words → fields (POSIX §2.6): braces, tilde, variables, substitutions, splitting.

use syntax::{Dialect, Part, Script, Span, Within, Word};

use super::field::{Field, Taint, UNKNOWN};
use super::shell::Shell;
use super::state::{Frame, Item, MAX_ARGUMENTS, Node, Stream, Value};

mod braces;
mod parameter;

/// Maximum number of readings of one command.
const MAX_READINGS: usize = 16;
/// Maximum number of fields of one word: `{1..100}`.
const MAX_FIELDS: usize = 64;
/// Cost of one more value in one reading of a word, see [`Budget::charge`](super::state::Budget::charge).
const TAKEN: usize = 32;

/// A part of a word before field splitting.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Atom {
    Text {
        text: String,
        quoted: bool,
    },
    /// The value of an expansion, each alternative a list of items.
    Values {
        values: Vec<Value>,
        quoted: bool,
    },
}

/// One reading of a word.
type Fields = Vec<Field>;

impl Shell<'_> {
    /// Returns all readings of a list of words: each is the list of fields that the program would get.
    pub fn words(&mut self, frame: Frame<'_>, words: &[Word]) -> Vec<Fields> {
        let mut readings: Vec<Fields> = vec![Vec::with_capacity(words.len())];
        for word in words {
            self.budget.count_words(1);
            if !self.budget.can_go_on() {
                break;
            }
            if readings.iter().any(|reading| reading.len() > MAX_ARGUMENTS) {
                self.budget.skip();
                break;
            }
            let alternatives = self.word(frame, word);
            readings =
                combined(readings, &alternatives, |reading, more| reading.extend(more.iter().cloned()));
        }
        readings
    }

    /// Returns all readings of one word.
    pub fn word(&mut self, frame: Frame<'_>, word: &Word) -> Vec<Fields> {
        let span = frame.origin.place(word.span);
        let raw = frame.script.raw(word.span);
        let simple = !word.dynamic && !word.glob && !raw.starts_with(['~', '=']);
        if simple && !raw.contains(":~") {
            return vec![vec![Field::at(word.value.clone(), span)]];
        }
        let atoms = self.atoms(frame, word.span, Within::Bare);
        self.fields_of(&atoms, span)
    }

    /// Returns the parts of a text with their values.
    pub fn atoms(&mut self, frame: Frame<'_>, span: Span, within: Within) -> Vec<Atom> {
        // `${a:-${a:-…}}`
        if !self.budget.enter(0) {
            return vec![Atom::Values { values: vec![Value::unknown()], quoted: true }];
        }
        let parts = frame.script.parts(span, within);
        self.budget.count_words(parts.len());
        let atoms = parts.into_iter().map(|part| self.atom(frame, part)).collect();
        self.budget.leave();
        atoms
    }

    fn atom(&mut self, frame: Frame<'_>, part: Part) -> Atom {
        match part {
            Part::Text { text, quoted } => Atom::Text { text, quoted },
            Part::Variable { name, prefix, rest, quoted } => {
                let values = self.parameter(frame, &name, prefix, rest);
                match (prefix, values.as_slice()) {
                    // zsh: its value is a pattern
                    (Some('~'), [Value { items }]) if items.len() == 1 && !quoted => Atom::Text {
                        text: items.first().map_or_else(String::new, |i| i.text.clone()),
                        quoted,
                    },
                    _ => Atom::Values { values, quoted },
                }
            }
            Part::Substitution { inside, quoted } => {
                let stream = self.substitute(frame, inside);
                Atom::Values { values: vec![self.printed(stream)], quoted }
            }
            Part::Backtick { text, quoted } => {
                let whole = frame.origin.place(Span::new(0, frame.script.text.len()));
                let origin = super::state::Origin::From(whole);
                let stream = self.subshell(|shell| shell.text(&text, frame.script.dialect, origin));
                Atom::Values { values: vec![self.printed(stream)], quoted }
            }
            Part::ProcessIn(inside) => {
                let stream = self.substitute(frame, inside);
                let name = self.files.insert_fresh(Node::Data(stream));
                Atom::Text { text: name, quoted: true }
            }
            Part::ProcessOut(inside) => {
                let body = frame.body_at(inside);
                let name = self.files.insert_fresh(Node::Reader(body));
                Atom::Text { text: name, quoted: true }
            }
            Part::Arithmetic(inside) => {
                let mut text = super::pure::arithmetic(frame.script.raw(inside)).map(|n| n.to_string());
                if text.is_none() {
                    let items = self.single(frame, inside, Within::Quotes);
                    let first = items.into_iter().next().map(|item| item.text).unwrap_or_default();
                    text = super::pure::arithmetic(&first).map(|n| n.to_string());
                }
                let value = text.map_or_else(Value::unknown, |text| Value::scalar(text, Taint::NONE));
                Atom::Values { values: vec![value], quoted: true }
            }
        }
    }

    /// Returns what the commands inside `$( … )` print.
    fn substitute(&mut self, frame: Frame<'_>, inside: Span) -> Stream {
        let text = frame.script.raw(inside).to_owned();
        let origin = frame.origin.within(inside);
        self.subshell(|shell| shell.text(&text, frame.script.dialect, origin))
    }

    /// Converts output to a value: without trailing newlines; in fish each line is an item.
    fn printed(&self, stream: Stream) -> Value {
        let taint = Taint { printed: true, ..stream.taint };
        let Some(text) = stream.text else { return Value::scalar(UNKNOWN, taint) };
        let text = text.trim_end_matches('\n');
        if self.env.dialect == Dialect::Fish && text.contains('\n') {
            let items = text.split('\n').map(|line| Item { text: line.to_owned(), taint: stream.taint });
            return Value { items: items.collect() };
        }
        Value::scalar(text, stream.taint)
    }

    /// Returns the values of a word that is not split: assignments, redirections, here-documents.
    pub fn single(&mut self, frame: Frame<'_>, span: Span, within: Within) -> Vec<Item> {
        let atoms = self.atoms(frame, span, within);
        self.joined(&atoms)
    }

    /// Returns all texts that the atoms may form, unsplit.
    pub fn joined(&mut self, atoms: &[Atom]) -> Vec<Item> {
        let mut texts = vec![Item { text: String::new(), taint: Taint::NONE }];
        for (at, atom) in atoms.iter().enumerate() {
            match atom {
                Atom::Text { text, quoted } => {
                    let text = if at == 0 && !quoted { self.env.expand_tilde(text) } else { text.clone() };
                    texts.iter_mut().for_each(|item| item.text.push_str(&text));
                }
                Atom::Values { values, .. } => {
                    texts = combined(texts, values, |item, value| {
                        for (at, part) in value.items.iter().enumerate() {
                            if at > 0 {
                                item.text.push(' ');
                            }
                            append(&mut item.text, &part.text);
                            item.taint = item.taint.and(part.taint);
                        }
                    });
                }
            }
        }
        texts.iter_mut().for_each(|item| item.text = bounded(std::mem::take(&mut item.text)));
        self.budget.charge(texts.iter().map(|item| item.text.len()).sum());
        texts
    }

    fn fields_of(&mut self, atoms: &[Atom], span: Span) -> Vec<Fields> {
        let has_brace =
            |atom: &Atom| matches!(atom, Atom::Text { text, quoted: false } if text.contains('{'));
        if self.env.dialect != Dialect::Posix && atoms.iter().any(has_brace) {
            let words = if self.budget.can_expand() { braces::expand(atoms) } else { None };
            let Some(words) = words else {
                self.budget.skip();
                return self.split(atoms, span);
            };
            self.budget.count_expanded(words.len());
            let mut readings: Vec<Fields> = vec![Vec::new()];
            for word in words.iter().take(MAX_FIELDS) {
                let alternatives = self.split(word, span);
                readings =
                    combined(readings, &alternatives, |reading, more| reading.extend(more.iter().cloned()));
            }
            return readings;
        }
        self.split(atoms, span)
    }

    /// Splits unquoted values at separators; marks globs.
    fn split(&mut self, atoms: &[Atom], span: Span) -> Vec<Fields> {
        let has_values = atoms.iter().any(|atom| matches!(atom, Atom::Values { .. }));
        let values = if has_values { self.env.get("IFS").unwrap_or_default() } else { Vec::new() };
        let given = values.first().and_then(|value| value.items.first());
        let given = given.map(|item| item.text.as_str()).filter(|text| !text.contains(UNKNOWN));
        let separators = given.unwrap_or(" \t\n");
        let splits = matches!(self.env.dialect, Dialect::Bash | Dialect::Posix);
        let start = Reading { span, ..Reading::default() };
        let mut readings = vec![start];
        for (at, atom) in atoms.iter().enumerate() {
            match atom {
                Atom::Text { text, quoted } => {
                    let text = if at == 0 && !quoted { self.env.expand_tilde(text) } else { text.clone() };
                    for reading in &mut readings {
                        reading.open |= *quoted || !text.is_empty();
                        reading.current.glob |= !quoted && text.contains(['*', '?', '[']);
                        reading.current.text.push_str(&text);
                    }
                }
                Atom::Values { values, quoted } => {
                    let separators = splits.then_some(separators);
                    readings =
                        combined(readings, values, |reading, value| reading.take(value, *quoted, separators));
                    self.budget.charge(readings.len() * TAKEN);
                    if !self.budget.can_go_on() {
                        break;
                    }
                }
            }
        }
        self.budget.charge(readings.iter().map(Reading::len).sum());
        self.budget.count_words(readings.iter().map(|reading| reading.done.len()).sum());
        readings.into_iter().map(Reading::finish).collect()
    }
}

/// One reading of a word, while it is split.
#[derive(Debug, Clone, Default)]
struct Reading {
    done: Fields,
    current: Field,
    /// The current field exists even if it is empty.
    open: bool,
    span: Span,
}

impl Reading {
    fn take(&mut self, value: &Value, quoted: bool, separators: Option<&str>) {
        for (at, item) in value.items.iter().enumerate() {
            if at > 0 {
                self.cut();
            }
            self.current.taint = self.current.taint.and(item.taint);
            let Some(separators) = separators.filter(|_| !quoted) else {
                self.open |= quoted || !item.text.is_empty();
                append(&mut self.current.text, &item.text);
                continue;
            };
            let mut pieces = item.text.split(|c| separators.contains(c));
            if let Some(first) = pieces.next() {
                self.add(first, item.taint);
            }
            for piece in pieces {
                self.cut();
                self.add(piece, item.taint);
            }
        }
    }

    fn add(&mut self, piece: &str, taint: Taint) {
        self.open |= !piece.is_empty();
        self.current.glob |= piece.contains(['*', '?', '[']);
        append(&mut self.current.text, piece);
        self.current.taint = self.current.taint.and(taint);
    }

    /// Number of bytes copied for it.
    fn len(&self) -> usize {
        self.current.text.len() + self.done.iter().map(|field| field.text.len()).sum::<usize>()
    }

    fn cut(&mut self) {
        let field = std::mem::take(&mut self.current);
        if std::mem::take(&mut self.open) && self.done.len() < MAX_FIELDS {
            self.done.push(Field { span: Some(self.span), text: bounded(field.text), ..field });
        }
    }

    fn finish(mut self) -> Fields {
        self.cut();
        self.done
    }
}

/// Combines each start with each value; a single value costs no copy. If these are too
/// many, each start gets one of the values: copies of growing texts would be quadratic.
fn combined<T: Clone, V>(mut starts: Vec<T>, values: &[V], add: impl Fn(&mut T, &V)) -> Vec<T> {
    if starts.len() * values.len() > MAX_READINGS && starts.len() > MAX_READINGS / 2 {
        for (start, value) in starts.iter_mut().zip(values.iter().cycle()) {
            add(start, value);
        }
        return starts;
    }
    let mut next = Vec::new();
    for mut start in starts {
        let Some((last, others)) = values.split_last() else { break };
        for value in others {
            if next.len() < MAX_READINGS {
                let mut copy = start.clone();
                add(&mut copy, value);
                next.push(copy);
            }
        }
        if next.len() < MAX_READINGS {
            add(&mut start, last);
            next.push(start);
        }
    }
    next
}

/// Appends to a text unless it is already too long.
pub fn append(text: &mut String, more: &str) {
    if text.len() <= super::state::MAX_TEXT {
        text.push_str(more);
    }
}

/// Truncates long texts: `${x/a/…}` of itself doubles with each iteration.
fn bounded(mut text: String) -> String {
    if text.len() > super::state::MAX_TEXT {
        let end = (0..=super::state::MAX_TEXT).rev().find(|at| text.is_char_boundary(*at)).unwrap_or(0);
        text.truncate(end);
        text.push(UNKNOWN);
    }
    text
}

/// Returns name and value of an assignment: where `name=` ends in the word.
pub fn assignment(script: &Script, word: &Word) -> Option<(String, Span, bool)> {
    let raw = script.raw(word.span);
    let at = raw.find('=')?;
    let (name, _) = raw.split_at(at);
    let append = name.ends_with('+');
    let name = name.trim_end_matches('+');
    let name = name.split('[').next().unwrap_or(name);
    syntax::is_name(name)
        .then(|| (name.to_owned(), Span::new(word.span.start + at + 1, word.span.end), append))
}
