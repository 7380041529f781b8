//! bash.

use crate::shells::ShellSpec;
use syntax::Dialect;

pub const SPEC: ShellSpec =
    ShellSpec { name: "bash", dialect: Dialect::Bash, hook: include_str!("hook.bash"), programs: &["bash"] };
