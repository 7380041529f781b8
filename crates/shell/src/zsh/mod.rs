//! zsh.

use crate::shells::ShellSpec;
use syntax::Dialect;

pub const SPEC: ShellSpec =
    ShellSpec { name: "zsh", dialect: Dialect::Zsh, hook: include_str!("hook.zsh"), programs: &["zsh"] };
