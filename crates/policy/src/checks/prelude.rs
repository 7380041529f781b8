//! What most checks need.

pub(super) use crate::arguments::{Words, fits_any, has, has_word, operands, operands_with, value, values};
pub(super) use crate::context::{Context, Step};
pub(super) use crate::field::{Field, Invocation, Taint, UNKNOWN};
pub(super) use crate::level::Level;
pub(super) use crate::paths::{Place, display};
pub(super) use crate::state::{Env, Stream};
pub(super) use crate::verdict::Target;
pub(super) use facts::world::PathKind;
pub(super) use programs::Role;
pub(super) use syntax::{Dialect, Span};
