//! Languages of data stores. [`super::code::read`] is the entry.

pub(super) mod redis;
pub(super) mod sql;
