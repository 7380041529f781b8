//! What most of the checks and of the readers need.

pub(crate) use crate::arguments::{Words, fits_any, has, has_word, operands, operands_with, value, values};
pub(crate) use crate::context::{Context, Step};
pub(crate) use crate::field::{Field, Invocation, Taint, UNKNOWN};
pub(crate) use crate::level::Level;
pub(crate) use crate::paths::{Place, display};
pub(crate) use crate::state::{Env, Origin, Stream};
pub(crate) use crate::verdict::Target;
pub(crate) use facts::world::PathKind;
pub(crate) use programs::Role;
pub(crate) use syntax::{Dialect, Span};
