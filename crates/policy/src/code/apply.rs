//! Calls, members and elements of values.

use super::call::Call;
use super::reader::{Given, Reader};
use super::table::{Means, Style};
use super::value::{Kind, Value, value_of};

impl Reader<'_, '_> {
    /// Calls a value.
    pub fn call(&mut self, value: Value, given: Given, start: usize, end: usize) -> Value {
        let origin = value.origin;
        match value.kind {
            Kind::Name(path) => self.call_name(path, given, start, end),
            // a variable that holds the name of a function
            Kind::Text(name) if matches!(self.spec.style, Style::Php | Style::Perl) => {
                self.call_name(name, given, start, end)
            }
            Kind::Member(receiver, name) => {
                let means = self.method(&name);
                self.act(means, Call { receiver: Some(*receiver), given, name, start, end })
            }
            _ => Value::unknown(given.values.iter().fold(origin, |origin, value| origin.and(value.origin()))),
        }
    }

    fn call_name(&mut self, path: String, given: Given, start: usize, end: usize) -> Value {
        let (before, name) =
            path.rsplit_once('.').map_or((None, &*path), |(before, name)| (Some(before), name));
        let (means, receiver) = match self.means(&path) {
            Some(means) => (Some(means), None),
            None => (before.and_then(|_| self.method(name)), before),
        };
        let receiver = receiver.map(|receiver| Value::of(Kind::Name(receiver.to_owned())));
        self.act(means, Call { receiver, given, name: name.to_owned(), start, end })
    }

    /// Resolves a name for arguments or the environment.
    pub fn outside(&mut self, value: Value) -> Value {
        match &value.kind {
            Kind::Name(path) if matches!(self.means(path), Some(Means::Argv(_) | Means::Environment)) => {
                self.call(value, Given::default(), 0, 0)
            }
            _ => value,
        }
    }

    /// Resolves a name or member that is not called.
    pub fn finished(&mut self, value: Value, start: usize, end: usize) -> Value {
        let style = self.spec.style;
        let is_called = match &value.kind {
            Kind::Name(path) => match self.means(path) {
                Some(Means::Stdin | Means::Argv(_) | Means::Environment | Means::Home) => true,
                Some(Means::Fork | Means::DeleteAll(_) | Means::Endless | Means::Names | Means::Terminal) => {
                    matches!(style, Style::Ruby | Style::Perl) && !self.op(end, "=")
                }
                Some(_) => false,
                None => style == Style::Ruby && path.contains('.'),
            },
            Kind::Member(..) if style == Style::Ruby => true,
            Kind::Member(receiver, name) => return property((**receiver).clone(), name),
            _ => false,
        };
        if is_called { self.call(value, Given::default(), start, end) } else { value }
    }

    /// Returns an element of a value.
    pub fn index(&mut self, value: Value, given: &Given, reversed: bool) -> Value {
        let value = self.outside(value);
        let origin = value.origin();
        let key = given.values.first();
        match (&value.kind, key.map(|key| &key.kind)) {
            (Kind::Text(text), _) if reversed => {
                Value { kind: Kind::Text(text.chars().rev().collect()), origin, glob: false }
            }
            (Kind::Environment, Some(Kind::Text(name))) => variable(name),
            // `Dir["*"]`
            (Kind::Name(path), _) if matches!(self.means(path), Some(Means::Glob)) => {
                Value::pattern(key.map(Value::to_text).unwrap_or_default())
            }
            (Kind::Name(path), Some(Kind::Text(name))) => {
                Value::of(Kind::Name(self.full_name(format!("{path}.{name}"))))
            }
            (Kind::List(list), Some(Kind::Number(at))) => {
                let at = if *at < 0 {
                    list.len().checked_add_signed(isize::try_from(*at).unwrap_or(0))
                } else {
                    usize::try_from(*at).ok()
                };
                at.and_then(|at| list.get(at)).cloned().unwrap_or_else(|| Value::unknown(origin))
            }
            (Kind::Map(map), Some(Kind::Text(name))) => {
                value_of(map, &[name]).cloned().unwrap_or_else(|| Value::unknown(origin))
            }
            (Kind::Unknown | Kind::Member(..), Some(Kind::Text(name))) => {
                Value::of(Kind::Member(Box::new(Value::unknown(origin)), name.clone()))
            }
            // parts of texts and patterns are not tracked
            _ => Value::unknown(origin),
        }
    }
}

pub(super) fn variable(name: &str) -> Value {
    if name == "HOME" { Value::text("~") } else { Value::default() }
}

/// Returns a property of a value: unknown ones have the value's origin, a few are the value itself.
pub(super) fn property(value: Value, name: &str) -> Value {
    match (&value.kind, name) {
        (
            Kind::Text(_) | Kind::List(_),
            "path" | "name" | "to_s" | "to_str" | "full_name" | "each" | "value",
        ) => value,
        (Kind::File(_) | Kind::Process(_), _) => value,
        (Kind::Map(map), _) => {
            value_of(map, &[name]).cloned().unwrap_or_else(|| Value::unknown(value.origin))
        }
        (Kind::Environment, _) => variable(name),
        (Kind::List(list), "length") => Value::of(Kind::Number(i64::try_from(list.len()).unwrap_or(0))),
        _ => Value::unknown(value.origin()),
    }
}
