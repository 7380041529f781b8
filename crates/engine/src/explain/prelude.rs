//! What most causes need.

pub(super) use super::Finding;
pub(super) use super::complaint::{complaint, said};
pub(super) use super::subject::*;
pub(super) use crate::failure::FailureKind;
pub(super) use crate::rules::Case;
pub(super) use crate::spell;
pub(super) use facts::system::{elf, limits, mounts, network, processes, signals, size, users};
pub(super) use facts::world::{PathKind, World};
pub(super) use facts::{builtins, packages, vocabulary};
pub(super) use programs::{Language, Program, Role};
pub(super) use syntax::Command;
