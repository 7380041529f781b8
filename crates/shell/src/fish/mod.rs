//! fish.

use crate::shells::{Level, ShellSpec};
use syntax::Dialect;

pub const SPEC: ShellSpec = ShellSpec {
    name: "fish",
    dialect: Dialect::Fish,
    hook: include_str!("hook.fish"),
    guard: &[
        (Level::Passive, concat!(include_str!("load.fish"), include_str!("warn.fish"))),
        (Level::Active, concat!(include_str!("load.fish"), include_str!("guard.fish"))),
    ],
    rest: concat!(include_str!("suspects.fish"), include_str!("judge.fish")),
    load: "functions -q __darn_prompt; or @DARN@ init fish | source\n",
    wrap: include_str!("wrap.fish"),
    stderr: "",
    model: include_str!("model.fish"),
    explain: include_str!("explain.fish"),
    programs: &["fish"],
};
