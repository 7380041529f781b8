//! sh.

use crate::shells::ShellSpec;
use syntax::Dialect;

pub const SPEC: ShellSpec = ShellSpec {
    name: "sh",
    dialect: Dialect::Posix,
    hook: include_str!("hook.sh"),
    guard: &[],
    rest: "",
    load: "command -v __darn_offer >/dev/null || eval \"$(@DARN@ init sh)\"\n",
    wrap: "",
    stderr: "",
    model: "",
    explain: "",
    programs: &["sh", "dash", "ash", "ksh", "ksh93", "mksh", "yash", "busybox"],
};
