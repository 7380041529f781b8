//! fish.

use crate::shells::ShellSpec;
use syntax::Dialect;

pub const SPEC: ShellSpec =
    ShellSpec { name: "fish", dialect: Dialect::Fish, hook: include_str!("hook.fish"), programs: &["fish"] };
