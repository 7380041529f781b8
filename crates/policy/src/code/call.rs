//! A call with its arguments.

use super::reader::Given;
use super::value::{Kind, Value};
use crate::field::Taint;

/// One call with all that belongs to it.
pub(super) struct Call {
    /// The receiver of a method.
    pub receiver: Option<Value>,
    pub given: Given,
    /// Last part of the name.
    pub name: String,
    /// The tokens of the call.
    pub start: usize,
    pub end: usize,
}

impl Call {
    /// Returns the receiver of a method, else the first argument.
    pub fn subject(&self) -> Value {
        self.receiver.clone().or_else(|| self.given.values.first().cloned()).unwrap_or_default()
    }

    /// Returns the argument after the subject.
    pub fn second(&self) -> Value {
        self.argument(usize::from(self.receiver.is_none()))
    }

    pub fn argument(&self, at: usize) -> Value {
        self.given.values.get(at).cloned().unwrap_or_default()
    }

    /// Returns an option by its name, also from a map among the arguments.
    pub fn option(&self, name: &str) -> Option<&Value> {
        let maps = self.given.values.iter().filter_map(|value| match &value.kind {
            Kind::Map(map) => Some(map.iter()),
            _ => None,
        });
        let mut all = self.given.named.iter().chain(maps.flatten());
        all.find(|(key, _)| key.trim_start_matches(':') == name).map(|(_, value)| value)
    }

    pub fn origin(&self) -> Taint {
        let receiver = self.receiver.as_ref().map_or_else(Taint::default, Value::origin);
        self.given.values.iter().fold(receiver, |origin, value| origin.and(value.origin()))
    }
}
