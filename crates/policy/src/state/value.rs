//! Variables and their possible values.

use crate::field::{Field, Taint, UNKNOWN};

/// One value of a variable: a scalar is a list of one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Value {
    pub items: Vec<Item>,
}

/// Returns an element of a value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Item {
    pub text: String,
    pub taint: Taint,
}

impl From<&Field> for Item {
    fn from(field: &Field) -> Self {
        Self { text: field.text.clone(), taint: field.taint }
    }
}

impl Value {
    pub fn scalar(text: impl Into<String>, taint: Taint) -> Self {
        Self { items: vec![Item { text: text.into(), taint }] }
    }

    pub fn unknown() -> Self {
        Self::scalar(UNKNOWN, Taint::NONE)
    }
}

/// All values that a variable may have.
#[derive(Debug, Clone, Default)]
pub struct Variable {
    pub values: Vec<Value>,
    pub exported: bool,
    /// `readonly`: later assignments fail.
    pub fixed: bool,
}

/// Values that are remembered of one variable.
const MAX_ALTERNATIVES: usize = 8;

impl Variable {
    /// Assigns values; `keeps` if it may also keep its old ones.
    pub fn assign(&mut self, values: Vec<Value>, keeps: bool) {
        if self.fixed {
            return;
        }
        if !keeps {
            self.values.clear();
        }
        for value in values {
            if self.values.len() < MAX_ALTERNATIVES && !self.values.contains(&value) {
                self.values.push(value);
            }
        }
    }
}
