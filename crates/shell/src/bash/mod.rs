//! Specification of bash.

use syntax::{Dialect, quote};

use crate::notation;
use crate::spec::{BRACKETS, Level, ModelKeys, Options, ShellSpec};

pub const SPEC: ShellSpec = ShellSpec {
    name: "bash",
    dialect: Dialect::Bash,
    hook: include_str!("hook.bash"),
    body: None,
    // levels below `active` bind no key, so they have no guard
    guard: &[(Level::Active, include_str!("guard.bash"))],
    rest: concat!(include_str!("suspects.bash"), include_str!("judge.bash")),
    load: "\\builtin declare -F __darn_hook >/dev/null || \\builtin eval \"$(@DARN@ init bash)\"\n",
    fresh: Some(&BRACKETS),
    wrap: include_str!("wrap.bash"),
    rest_frame: (
        "\\builtin shopt -q expand_aliases && __darn_aliases=1 || __darn_aliases=''\n\\builtin shopt -u expand_aliases\n",
        "if [[ -n $__darn_aliases ]]; then builtin shopt -s expand_aliases; fi\n",
    ),
    places,
    stderr: ("", ""),
    model: include_str!("model.bash"),
    explain: include_str!("explain.bash"),
    failed: include_str!("failed.bash"),
    programs: &["bash"],
};

fn places(options: &Options) -> Vec<(&'static str, String)> {
    let ModelKeys { failure, wish } = options.model.clone().unwrap_or_default();
    let key = |bytes: &[u8]| quote(&notation::readline(bytes), Dialect::Bash).into_owned();
    vec![
        ("@ACCEPT@", key(&options.accept)),
        ("@LIST@", key(&options.list)),
        ("@MODEL_KEY@", key(&failure)),
        ("@ASK_KEY@", key(&wish)),
        ("@EXPLAIN_KEY@", key(&options.explain)),
    ]
}
