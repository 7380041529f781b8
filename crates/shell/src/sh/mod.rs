//! Specification of sh.

use syntax::Dialect;

use crate::spec::ShellSpec;

pub const SPEC: ShellSpec = ShellSpec {
    name: "sh",
    dialect: Dialect::Posix,
    hook: include_str!("hook.sh"),
    body: None,
    guard: &[],
    rest: "",
    load: "command -v __darn_offer >/dev/null || eval \"$(@DARN@ init sh)\"\n",
    fresh: None,
    wrap: "",
    rest_frame: ("", ""),
    places: |_| Vec::new(),
    stderr: ("", ""),
    model: "",
    explain: "",
    failed: "",
    programs: &["sh", "dash", "ash", "ksh", "ksh93", "mksh", "yash", "busybox"],
};
