//! A field of a data file that may hold one value or a list.

use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// One value or a list of values; empty by default. Packed, it is always a list.
#[derive(Debug, Clone)]
pub enum Many<T> {
    One(T),
    List(Vec<T>),
}

/// What a data file may hold.
#[derive(Deserialize)]
#[serde(untagged)]
enum Written<T> {
    One(T),
    List(Vec<T>),
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Many<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        if !deserializer.is_human_readable() {
            return Vec::deserialize(deserializer).map(Self::List);
        }
        Ok(match Written::deserialize(deserializer)? {
            Written::One(value) => Self::One(value),
            Written::List(values) => Self::List(values),
        })
    }
}

impl<T: Serialize> Serialize for Many<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.as_slice().serialize(serializer)
    }
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
