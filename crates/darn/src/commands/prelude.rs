//! What most commands need.

pub(super) use std::ffi::OsString;
pub(super) use std::path::{Path, PathBuf};
pub(super) use std::process::ExitCode;
pub(super) use std::sync::Arc;
pub(super) use std::time::Duration;

pub(super) use engine::Suggestion;
pub(super) use policy::{Level, Verdict};
pub(super) use protocol::{HookReply, SafeText};
pub(super) use shell::capture::find::Moment;

pub(super) use crate::audit::EventKind;
pub(super) use crate::caller::Caller;
pub(super) use crate::config::Settings;
pub(super) use crate::context::Context;
pub(super) use crate::error::{Error, ErrorKind};
pub(super) use crate::request::Request;
pub(super) use crate::service::Service;
pub(super) use crate::ui::style::Style;
pub(super) use crate::{config, context, dirs, env, ui};
