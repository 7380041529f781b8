//! Commands that live in the shell itself.

use syntax::Dialect;

const POSIX: &str = ". : [ alias bg break cd command continue echo eval exec exit export false fc fg getopts hash jobs kill printf pwd read readonly return set shift test times trap true type ulimit umask unalias unset wait";
const BASH: &str = "bind builtin caller compgen complete compopt declare dirs disown enable help history let local logout mapfile popd pushd readarray shopt source suspend typeset";
const ZSH: &str = "autoload bindkey builtin declare dirs disown echotc emulate float functions history integer let limit local log logout noglob nocorrect popd print pushd pushln r rehash sched setopt source suspend typeset unfunction unhash unlimit unsetopt vared whence where which zcompile zle zmodload zparseopts zstyle";
const FISH: &str = ". : [ abbr argparse begin bg bind block break breakpoint builtin case cd command commandline complete contains continue count dirh dirs disown echo emit eval exec exit false fg fish_config for funced funcsave function functions help history if isatty jobs math nextd not and or open popd prevd printf prompt_pwd pushd pwd random read realpath return set set_color source status string suspend switch test time trap true type ulimit umask vared wait while else end";
const KEYWORDS: &str = "if then else elif fi for while until do done case esac time";

/// Names of builtins and keywords a person may want to type in this shell.
pub fn names<'a>(dialect: Dialect) -> impl Iterator<Item = &'a str> {
    let lists = match dialect {
        Dialect::Bash => [POSIX, BASH, KEYWORDS],
        Dialect::Zsh => [POSIX, ZSH, KEYWORDS],
        Dialect::Fish => [FISH, "", ""],
        Dialect::Posix | Dialect::PowerShell | Dialect::Nu => [POSIX, "local", KEYWORDS],
    };
    lists.into_iter().flat_map(|list: &'a str| list.split_ascii_whitespace())
}

/// True if the shell has a builtin or keyword of this name.
#[must_use]
pub fn has(dialect: Dialect, name: &str) -> bool {
    names(dialect).any(|known| known == name)
}
