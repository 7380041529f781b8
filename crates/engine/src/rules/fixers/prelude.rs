//! What most fixers need.

pub(super) use super::first;
pub(super) use crate::diagnosis::Applicability;
pub(super) use crate::failure::FailureKind;
pub(super) use crate::rules::guard::has_option;
pub(super) use crate::rules::interpret::{holds_part, pipeline_start};
pub(super) use crate::rules::{Case, Proposal, install};
pub(super) use crate::spell;
pub(super) use facts::world::PathKind;
pub(super) use facts::{builtins, paths, vocabulary};
pub(super) use programs::{Language, Program, Role};
pub(super) use syntax::{
    Command, Connector, Dialect, Edit, Issue, IssueKind, QuoteStyle, Redirect, Script, Span, Word, is_name,
};
