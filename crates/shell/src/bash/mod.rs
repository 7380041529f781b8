//! bash.

use crate::shells::{Level, ShellSpec};
use syntax::Dialect;

pub const SPEC: ShellSpec = ShellSpec {
    name: "bash",
    dialect: Dialect::Bash,
    hook: include_str!("hook.bash"),
    // below `active` no key is bound, so there is no guard
    guard: &[(Level::Active, include_str!("guard.bash"))],
    rest: concat!(include_str!("suspects.bash"), include_str!("judge.bash")),
    load: "\\builtin declare -F __darn_hook >/dev/null || \\builtin eval \"$(@DARN@ init bash)\"\n",
    wrap: include_str!("wrap.bash"),
    stderr: "",
    model: include_str!("model.bash"),
    explain: include_str!("explain.bash"),
    programs: &["bash"],
};
