//! zsh.

use crate::shells::{Level, ShellSpec};
use syntax::Dialect;

/// The file as it lies, quoted as one word for `emulate -c`: the user's aliases and options reach
/// neither its text nor its functions; `-x` and its like would comment each of its steps. (`eval`
/// reads all of its text before it runs the first line, so the file itself could not turn aliases
/// off.)
const HOOK: &str = concat!(
    "if [[ -o interactive && -o zle && ${TERM-} != dumb ]]; then\n",
    "if (( $+functions[__darn_unload] )); then __darn_unload; fi\n",
    "\\builtin typeset -g __darn_program=@DARN@ __darn_accept=@ACCEPT@ __darn_more=@LIST@ __darn_escape=@ESC_ESC@ __darn_rest=@REST@\n",
    "\\builtin emulate zsh -o no_aliases -o extended_glob -o no_xtrace -o no_err_return -o no_warn_nested_var -c '\n",
    include_str!("hook.zsh"),
    "'\nfi\n"
);

/// The same for a file that is read later.
pub const EMULATE: &str = "\\builtin emulate zsh -o no_aliases -o extended_glob -o no_xtrace -o no_err_return -o no_warn_nested_var -c '\n";

pub const SPEC: ShellSpec = ShellSpec {
    name: "zsh",
    dialect: Dialect::Zsh,
    hook: HOOK,
    guard: &[(Level::Passive, include_str!("warn.zsh")), (Level::Active, include_str!("guard.zsh"))],
    rest: concat!(include_str!("suspects.zsh"), include_str!("judge.zsh")),
    load: "(( $+functions[__darn_precmd] )) || \\builtin eval \"$(@DARN@ init zsh)\"\n",
    wrap: include_str!("wrap.zsh"),
    programs: &["zsh"],
};

#[cfg(test)]
mod tests {
    #[test]
    fn the_file_can_stand_between_single_quotes() {
        assert!(!include_str!("hook.zsh").contains('\'') && !super::SPEC.rest.contains('\''));
        for (_, guard) in super::SPEC.guard {
            assert!(!guard.contains('\''));
        }
    }
}
