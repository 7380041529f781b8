//! zsh, numbered as in scenarios/compat: the shell's own states and options.

use crate::pty::{Builder, EXPORTED};

/// Runs lines and compares what each drew below itself; of a hint only `✗ STATUS  TEXT` counts.
fn session(builder: Builder, steps: &[(&str, &str)]) {
    let mut t = builder.start();
    for (line, expected) in steps {
        let drawn = t.run(line);
        let lines: Vec<_> = drawn.lines().skip(line.lines().count().max(1)).map(hint).collect();
        assert_eq!(lines.join("\n"), *expected, "after {line:?} on\n{}", t.screen());
    }
}

fn hint(line: &str) -> &str {
    if line.starts_with('✗') { line.split("   ").next().unwrap_or(line) } else { line }
}

fn zsh() -> Builder {
    Builder::new("zsh")
}

const HINTED: &str = "zsh: command not found: gti\n✗ 127  git status";

both_ways!(hint_ghost_tab_enter);
fn hint_ghost_tab_enter() {
    let mut t = zsh().start();
    let drawn = t.run("gti status");
    assert!(drawn.contains("\n✗ 127  git status   — did you mean"), "{drawn}");
    assert_eq!(t.line(), "T> git status", "ghost text");
    t.send("\t");
    t.wait_until("T> git status", |t| t.line() == "T> git status");
    assert!(t.run("").ends_with("\ngit ran: status"));
}

both_ways!(scenarios_1_to_3_status_and_last_argument_are_kept);
fn scenarios_1_to_3_status_and_last_argument_are_kept() {
    session(
        zsh(),
        &[
            ("false", ""),
            ("echo $?", "1"),
            ("false|true|(exit 3)", ""),
            ("echo $pipestatus", "1 0 3"),
            (": a b", ""),
            ("echo $_", "b"),
            ("gti status", HINTED),
            ("echo $? $_", "127 status"),
        ],
    );
}

both_ways!(scenarios_4_to_7_options);
fn scenarios_4_to_7_options() {
    for options in [
        "set -u",
        "setopt noclobber nullglob",
        "setopt ksharrays shwordsplit",
        "setopt warn_create_global warn_nested_var",
        "setopt err_return glob_subst ksh_glob sh_glob",
        "setopt csh_nullcmd magic_equal_subst no_multi_func_def posix_builtins",
        "setopt no_prompt_subst rc_quotes c_bases octal_zeroes ksh_typeset",
        "IFS=:",
        "unset RPROMPT; RPS1='%{%}'; set -u",
        "unset HISTFILE; HISTSIZE=0",
        "setopt hist_ignore_all_dups hist_ignore_space share_history hist_reduce_blanks",
        "unsetopt zle_bracketed_paste; setopt prompt_cr prompt_sp",
    ] {
        let (line, fails) = ("gti status", "gti status; cd /; true; gti status");
        let mut t = zsh().before(options).start();
        for _ in 0..2 {
            let drawn = t.run(line);
            assert!(drawn.contains("✗ 127  git status"), "{options}: {drawn}");
            assert_eq!(drawn.lines().count(), 3, "{options}: {drawn}");
        }
        t.send("\t");
        t.wait_until("T> git status", |t| t.line() == "T> git status");
        assert!(t.run("").contains("git ran: status"), "{options}");
        let drawn = t.run(fails);
        assert_eq!(drawn.matches("✗ 127").count(), 1, "{options}: {drawn}");
    }
}

both_ways!(scenario_5_set_e_ends_the_shell_exactly_where_it_does_without_darn);
fn scenario_5_set_e_ends_the_shell_exactly_where_it_does_without_darn() {
    let mut t = zsh().start();
    assert_eq!(t.run("set -e; true || false"), "T> set -e; true || false");
    let output = t.run("if gti; then :; fi");
    // In `darn shell` there is a hint below.
    assert!(output.starts_with("T> if gti; then :; fi\nzsh: command not found: gti"), "{output}");
    t.send("(exit 9)\r");
    assert_eq!(t.end(), 9);
}

both_ways!(scenario_13_traps_see_the_commands_of_the_user_only);
fn scenario_13_traps_see_the_commands_of_the_user_only() {
    session(
        zsh().after(
            "TRAPZERR() { print zerr $? }\nTRAPEXIT() { print bye }\nTRAPINT() { print int; return 130 }",
        ),
        &[
            ("false", "zerr 1"),
            ("true", ""),
            ("gti status", "zsh: command not found: gti\nzerr 127\n✗ 127  git status"),
            ("true", ""),
        ],
    );
}

both_ways!(scenarios_21_and_79_loading_again);
fn scenarios_21_and_79_loading_again() {
    let again = format!("for i in {{1..9}}; do eval \"$({} init zsh)\"; done", env!("CARGO_BIN_EXE_darn"));
    session(
        zsh().after(&again),
        &[
            ("gti status", HINTED),
            ("echo ${#precmd_functions:#^__darn*} ${#preexec_functions:#^__darn*}", "1 1"),
            (&again, ""),
            ("gti log", "zsh: command not found: gti\n✗ 127  git log"),
        ],
    );
}

both_ways!(scenario_22_shells_in_shells);
fn scenario_22_shells_in_shells() {
    session(
        zsh().file(".bashrc", "PS1='T> '"),
        &[
            ("gti status", HINTED),
            ("zsh", ""),
            ("darn", "darn: no failed command in this shell yet"),
            ("gti status", HINTED),
            ("exec zsh", ""),
            ("gti status", HINTED),
            ("exit", ""),
            ("bash -i", ""),
            (EXPORTED, "0"),
        ],
    );
}

both_ways!(scenarios_34_and_35_lines_that_are_no_single_command);
fn scenarios_34_and_35_lines_that_are_no_single_command() {
    session(
        zsh(),
        &[
            (
                "for i in 1 2; do\ngti status\ndone",
                "zsh: command not found: gti\nzsh: command not found: gti\n✗ 127  for i in 1 2; do …",
            ),
            (
                "cat <<X; gti status\ntext\nX",
                "text\nzsh: command not found: gti\n✗ 127  cat <<X; git status …",
            ),
            ("gti \\\nstatus", "zsh: command not found: gti\n✗ 127  git \\ …"),
            ("setopt interactive_comments", ""),
            ("gti status", HINTED),
            ("# gti status", ""),
            ("gti status # why", "zsh: command not found: gti\n✗ 127  git status # why"),
        ],
    );
}

both_ways!(scenario_36_aliases_and_functions_in_the_way);
fn scenario_36_aliases_and_functions_in_the_way() {
    let aliases: String = [
        "printf", "read", "command", "local", "typeset", "bindkey", "zle", "return", "case", "export",
        "eval", "builtin",
    ]
    .map(|name| format!("alias {name}='echo alias of {name}'; "))
    .concat();
    for before in [
        aliases.as_str(),
        "alias -g status=STATUS -g local=LOCAL",
        "read() { echo no }; command() { echo no }; whence() { echo no }; bindkey() { echo no }",
    ] {
        // If the line that loads darn cannot be parsed, nothing can help, so `eval` is not aliased.
        let before = before.replace("alias eval='echo alias of eval'; ", "");
        let mut t = zsh().before(&before).start();
        let drawn = t.run("gti log");
        assert!(drawn.ends_with("[Tab] use") && drawn.lines().count() == 3, "{before}: {drawn}");
        t.send("\t");
        t.wait_until("T> git log", |t| t.line() == "T> git log");
        assert!(t.run("").ends_with("\ngit ran: log"));
    }
}
