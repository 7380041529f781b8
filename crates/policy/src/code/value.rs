//! Values of expressions, as far as they are known.

use super::UNKNOWN;
use crate::field::Taint;

#[derive(Debug, Clone, Default)]
pub(super) struct Value {
    pub kind: Kind,
    pub origin: Taint,
    /// The text is a pattern of file names.
    pub glob: bool,
}

#[derive(Debug, Clone, Default)]
pub(super) enum Kind {
    #[default]
    Unknown,
    Text(String),
    Number(i64),
    List(Vec<Value>),
    Map(Vec<(String, Value)>),
    /// A function, class or module, by its full name with dots.
    Name(String),
    /// A method or property of a value.
    Member(Box<Value>, String),
    /// An open file.
    File(String),
    /// A command that was started: its place in [`super::Code::commands`].
    Process(usize),
    Environment,
}

/// Returns the value of one of these keys.
pub(super) fn value_of<'m>(map: &'m [(String, Value)], keys: &[&str]) -> Option<&'m Value> {
    map.iter().find(|(key, _)| keys.contains(&key.as_str())).map(|(_, value)| value)
}

impl Value {
    pub fn text(text: impl Into<String>) -> Self {
        Self { kind: Kind::Text(text.into()), ..Self::default() }
    }

    pub fn pattern(text: impl Into<String>) -> Self {
        Self { kind: Kind::Text(text.into()), glob: true, ..Self::default() }
    }

    pub fn of(kind: Kind) -> Self {
        Self { kind, ..Self::default() }
    }

    pub fn unknown(origin: Taint) -> Self {
        Self { origin, ..Self::default() }
    }

    /// The text, with [`UNKNOWN`] for what is not known.
    pub fn to_text(&self) -> String {
        match &self.kind {
            Kind::Text(text) => text.clone(),
            Kind::Number(number) => number.to_string(),
            _ => UNKNOWN.to_string(),
        }
    }

    pub fn as_text(&self) -> Option<&str> {
        match &self.kind {
            Kind::Text(text) => Some(text),
            _ => None,
        }
    }

    /// Returns whether a flag with this value is set.
    pub fn is_true(&self) -> bool {
        match &self.kind {
            Kind::Name(name) => matches!(name.as_str(), "True" | "true" | "TRUE" | "T"),
            Kind::Number(number) => *number != 0,
            _ => false,
        }
    }

    /// Returns an upper bound of the cost of a copy.
    pub fn size(&self) -> usize {
        16 + match &self.kind {
            Kind::Text(text) | Kind::Name(text) | Kind::File(text) => text.len(),
            Kind::List(list) => list.iter().map(Self::size).sum(),
            Kind::Map(map) => map.iter().map(|(key, value)| key.len() + value.size()).sum(),
            Kind::Member(value, name) => value.size() + name.len(),
            _ => 0,
        }
    }

    /// Collects all texts in it, those of lists one by one.
    pub fn leaves<'v>(&'v self, found: &mut Vec<&'v Self>) {
        match &self.kind {
            Kind::List(list) => list.iter().for_each(|value| value.leaves(found)),
            _ => found.push(self),
        }
    }

    /// Returns the origin of the value and everything in it.
    pub fn origin(&self) -> Taint {
        match &self.kind {
            Kind::List(list) => list.iter().fold(self.origin, |origin, value| origin.and(value.origin())),
            Kind::Member(value, _) => self.origin.and(value.origin()),
            _ => self.origin,
        }
    }

    /// Concatenates two texts; a list stands for any of its texts.
    pub fn join(self, other: &Self) -> Self {
        let origin = self.origin.and(other.origin);
        let glob = self.glob || other.glob;
        let kind = match (self.kind, &other.kind) {
            (Kind::List(mut left), Kind::List(right)) => {
                left.extend(right.iter().cloned());
                Kind::List(left)
            }
            (Kind::List(left), _) => Kind::List(left.into_iter().map(|part| part.join(other)).collect()),
            (left, Kind::List(right)) => {
                let left = Self { kind: left, origin, glob: false };
                let most = if left.size() > 256 { 1 } else { 64 };
                Kind::List(right.iter().take(most).map(|part| left.clone().join(part)).collect())
            }
            (Kind::Unknown, Kind::Unknown) => Kind::Unknown,
            (Kind::Text(mut left), Kind::Text(right)) => {
                left.push_str(right);
                Kind::Text(left)
            }
            (Kind::Text(mut left), _) => {
                left.push_str(&other.to_text());
                Kind::Text(left)
            }
            (left, _) => Kind::Text(Self { kind: left, ..Self::default() }.to_text() + &other.to_text()),
        };
        Self { kind, origin, glob }
    }
}
