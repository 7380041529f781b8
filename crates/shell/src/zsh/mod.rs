//! Specification of zsh.

use programs::{Program, Role};
use syntax::{Dialect, quote};

use crate::notation;
use crate::spec::{BRACKETS, Body, Level, ModelKeys, Options, ShellSpec};

/// Options of our functions, independent of the user's.
macro_rules! emulation {
    () => {
        "-o no_aliases -o extended_glob -o no_xtrace -o no_err_return -o no_warn_nested_var"
    };
}

/// The frame around hook.zsh, which is quoted as one word for `emulate -c`, so that the user's aliases and
/// options affect neither its text nor its functions; `-x` and the like would trace each of its steps. (`eval`
/// reads its whole text before it runs the first line, so the hook itself could not turn aliases off.)
const FRAME: &str = concat!(
    "if [[ -o interactive && -o zle && ${TERM-} != dumb ]]; then\n",
    "if (( $+functions[__darn_unload] )); then __darn_unload; fi\n",
    "\\builtin typeset -g __darn_program=@DARN@ __darn_accept=@ACCEPT@ __darn_more=@LIST@ __darn_escape=@ESC_ESC@ __darn_model=@MODEL_KEY@ __darn_ask_key=@ASK_KEY@ __darn_explain_key=@EXPLAIN_KEY@ __darn_rest=@REST@ __darn_deferred=@DEFERRED@ __darn_body=@BODY_FILE@ __darn_leave=@LEAVE@ __darn_leave_lines=@LEAVE_LINES@\n",
    "\\builtin emulate zsh ",
    emulation!(),
    " -c '\n",
    include_str!("read.zsh"),
    "# @BODY@\n'\n# @OUTSIDE@\nfi\n"
);

/// The part of the standard error redirection that tests an option of the user and is therefore outside the
/// emulation. If a failed command ends the shell at once, our functions do not run any more.
const STDERR_OUTSIDE: &str = "__darn_err_preexec() { [[ -o err_exit ]] || __darn_err_begin \"$1\" \"$3\" }\n";

/// Returns the patterns of words and of lines whose commands keep their terminal, for the standard error
/// redirection: those of programs that need it, and additional lists of words that occur in a line in this order.
fn left_alone(more: &[Vec<String>]) -> (String, String) {
    let (words, lines): (Vec<_>, Vec<_>) = more.iter().partition(|words| words.len() == 1);
    let known = programs::all().filter(|program| needs_terminal(*program)).map(|program| {
        let star = if program.is(Role::Family) { "*" } else { "" };
        pattern(program.name()) + star
    });
    let words: Vec<_> = known.chain(words.into_iter().flatten().map(|word| pattern(word))).collect();
    let line =
        |words: &Vec<String>| words.iter().map(|word| format!("*{}", pattern(word))).collect::<String>();
    let lines: Vec<_> = lines.into_iter().map(|words| line(words) + "*").collect();
    (words.join("|"), lines.join("|"))
}

/// Returns whether the program draws, asks, shows progress, runs for long or changes the shell itself.
fn needs_terminal(program: Program) -> bool {
    let roles = [Role::Terminal, Role::FullScreen, Role::Editor, Role::Pager, Role::Privileged];
    program.is_any(&roles) || program.is_shell() || program.language.is_some()
}

/// Converts a word to a zsh pattern; `*` keeps its meaning.
fn pattern(word: &str) -> String {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '*') || !c.is_ascii();
    word.chars().flat_map(|c| (!is_plain(c)).then_some('\\').into_iter().chain([c])).collect()
}

pub const SPEC: ShellSpec = ShellSpec {
    name: "zsh",
    dialect: Dialect::Zsh,
    hook: FRAME,
    body: Some(&Body { text: include_str!("hook.zsh"), read: "__darn_read $__darn_body\n" }),
    guard: &[(Level::Passive, include_str!("warn.zsh")), (Level::Active, include_str!("guard.zsh"))],
    rest: concat!(include_str!("suspects.zsh"), include_str!("judge.zsh")),
    load: "(( $+functions[__darn_precmd] )) || \\builtin eval \"$(@DARN@ init zsh)\"\n",
    fresh: Some(&BRACKETS),
    wrap: include_str!("wrap.zsh"),
    rest_frame: ("", ""),
    places,
    stderr: (include_str!("stderr.zsh"), STDERR_OUTSIDE),
    model: include_str!("model.zsh"),
    explain: include_str!("explain.zsh"),
    failed: include_str!("failed.zsh"),
    programs: &["zsh"],
};

fn places(options: &Options) -> Vec<(&'static str, String)> {
    let ModelKeys { failure, wish } = options.model.clone().unwrap_or_default();
    let key = |bytes: &[u8]| quote(&notation::zle(bytes), Dialect::Zsh).into_owned();
    let word = |text: &str| quote(text, Dialect::Zsh).into_owned();
    let (words, lines) = options.stderr_file.as_deref().map(left_alone).unwrap_or_default();
    vec![
        ("@ACCEPT@", key(&options.accept)),
        ("@LIST@", key(&options.list)),
        ("@MODEL_KEY@", key(&failure)),
        ("@ASK_KEY@", key(&wish)),
        ("@EXPLAIN_KEY@", key(&options.explain)),
        ("@ESC_ESC@", word(if options.esc_esc { "^[^[" } else { "" })),
        ("@EMULATION@", emulation!().into()),
        ("@LEAVE@", word(&words)),
        ("@LEAVE_LINES@", word(&lines)),
    ]
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_file_can_stand_between_single_quotes() {
        assert!(
            !include_str!("hook.zsh").contains('\'')
                && !include_str!("read.zsh").contains('\'')
                && !include_str!("failed.zsh").contains('\'')
                && !super::SPEC.rest.contains('\'')
        );
        assert!(!super::SPEC.stderr.0.contains('\'') && !super::SPEC.model.contains('\''));
        for (_, guard) in super::SPEC.guard {
            assert!(!guard.contains('\''));
        }
    }

    #[test]
    fn what_is_left_alone_is_a_pattern() {
        let more = ["pass", "git-credential*", "a.b", "gh auth token"];
        let more: Vec<Vec<String>> =
            more.iter().map(|row| row.split(' ').map(str::to_owned).collect()).collect();
        let (words, lines) = super::left_alone(&more);
        assert!(words.contains("|vim|") && words.ends_with(r"|pass|git-credential*|a\.b"), "{words}");
        assert!(
            words.starts_with(r"\.|") && words.contains("|ssh-*|") && words.contains("|python*|"),
            "{words}"
        );
        assert_eq!(lines, "*gh*auth*token*");
    }
}
