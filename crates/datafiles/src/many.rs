//! A field of a data file that may hold one value or a list.

use serde::Deserialize;

/// One value or a list of values; empty by default.
#[derive(Debug, Clone, Deserialize)]
#[serde(untagged)]
pub enum Many<T> {
    One(T),
    List(Vec<T>),
}

impl<T> Default for Many<T> {
    fn default() -> Self {
        Self::List(Vec::new())
    }
}

impl<T> Many<T> {
    pub fn as_slice(&self) -> &[T] {
        match self {
            Self::One(value) => std::slice::from_ref(value),
            Self::List(values) => values,
        }
    }

    pub fn is_empty(&self) -> bool {
        self.as_slice().is_empty()
    }
}
