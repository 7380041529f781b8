//! Specification of fish.

use syntax::{Dialect, quote};

use crate::notation;
use crate::spec::{Fresh, Level, ModelKeys, Options, ShellSpec};

pub const SPEC: ShellSpec = ShellSpec {
    name: "fish",
    dialect: Dialect::Fish,
    hook: include_str!("hook.fish"),
    body: None,
    guard: &[
        (Level::Passive, concat!(include_str!("load.fish"), include_str!("warn.fish"))),
        (Level::Active, concat!(include_str!("load.fish"), include_str!("guard.fish"))),
    ],
    rest: concat!(include_str!("suspects.fish"), include_str!("judge.fish")),
    load: "functions -q __darn_prompt; or @DARN@ init fish | source\n",
    fresh: Some(&Fresh {
        is_program: "test -x @FILE@",
        is_older: "test -e @FILE@; and test @STORED@ -nt @FILE@",
        is_missing: "not test -e @FILE@",
        and: "; and ",
        or_fail: "; or return 1\n",
    }),
    wrap: include_str!("wrap.fish"),
    rest_frame: ("", ""),
    places,
    stderr: ("", ""),
    model: include_str!("model.fish"),
    explain: include_str!("explain.fish"),
    failed: include_str!("failed.fish"),
    programs: &["fish"],
};

/// Returns each key in both notations of `bind`: bytes before fish 4, names since.
fn places(options: &Options) -> Vec<(&'static str, String)> {
    let ModelKeys { failure, wish } = options.model.clone().unwrap_or_default();
    let name = |bytes: &[u8]| quote(&notation::fish_names(bytes), Dialect::Fish).into_owned();
    vec![
        ("@ACCEPT@", notation::fish(&options.accept)),
        ("@LIST@", notation::fish(&options.list)),
        ("@ACCEPT_NAME@", name(&options.accept)),
        ("@LIST_NAME@", name(&options.list)),
        ("@MODEL_KEY@", notation::fish(&failure)),
        ("@MODEL_NAME@", name(&failure)),
        ("@ASK_KEY@", notation::fish(&wish)),
        ("@ASK_NAME@", name(&wish)),
        ("@EXPLAIN_KEY@", notation::fish(&options.explain)),
        ("@EXPLAIN_NAME@", name(&options.explain)),
    ]
}
