//! bash with settings that users have: scenarios 1–13, 21–22, 36, 51, 75–77, 79.

use crate::pty::{Builder, EXPORTED, Terminal};

/// Checks what must hold with every setting: a failure gets its hint, Tab accepts it, statuses are kept.
fn works(mut t: Terminal, what: &str) {
    let drawn = t.run("gti status");
    assert!(drawn.contains("✗ 127  git status"), "{what}: {drawn}");
    assert_eq!(drawn.lines().count(), 3, "{what}: {drawn}");
    t.press("\t");
    assert_eq!(t.line(), "T> git status", "{what}");
    assert_eq!(t.run(""), "T> git status\ngit ran: status", "{what}");
    assert_eq!(t.run("(exit 3)"), "T> (exit 3)", "{what}");
    assert_eq!(t.run("echo \"$?\""), "T> echo \"$?\"\n3", "{what}");
    assert_eq!(t.run(""), "T>", "{what}");
    let drawn = t.run("gti log");
    assert!(drawn.contains("✗ 127  git log"), "{what}: {drawn}");
    let from = t.mark();
    t.send("darn\r");
    t.wait_for("Esc leaves");
    t.send("\r");
    assert_eq!(t.finish(from, "darn"), "T> darn\nT> git log\ngit ran: log", "{what}");
    assert_eq!(t.run("echo again"), "T> echo again\nagain", "{what}");
}

/// Like `works`, with the setting before darn, after it, and typed at the prompt.
fn works_with(setting: &str) {
    works(Builder::new("bash").before(setting).start(), &format!("{setting}, before"));
    works(Builder::new("bash").after(setting).start(), &format!("{setting}, after"));
    let mut t = Builder::new("bash").start();
    t.run(setting);
    works(t, &format!("{setting}, typed"));
}

both_ways!(scenario_1_status_is_kept);
fn scenario_1_status_is_kept() {
    let mut t = Builder::new("bash").start();
    assert_eq!(t.run("false"), "T> false");
    assert_eq!(t.run("echo $?"), "T> echo $?\n1");
    t.run("gti");
    assert_eq!(t.run("echo $?"), "T> echo $?\n127");
}

both_ways!(scenario_2_pipestatus_is_kept);
fn scenario_2_pipestatus_is_kept() {
    let mut t = Builder::new("bash").start();
    t.run("false|true|(exit 3)");
    assert_eq!(t.run("echo ${PIPESTATUS[@]}"), "T> echo ${PIPESTATUS[@]}\n1 0 3");
}

both_ways!(scenario_3_last_argument_is_kept);
fn scenario_3_last_argument_is_kept() {
    let mut t = Builder::new("bash").start();
    t.run("true a b");
    assert_eq!(t.run("echo $_"), "T> echo $_\nb");
    t.run("gti a c");
    assert_eq!(t.run("echo $_"), "T> echo $_\nc");
}

both_ways!(scenario_4_nounset);
fn scenario_4_nounset() {
    works_with("set -u");
}

both_ways!(scenario_5_errexit);
fn scenario_5_errexit() {
    // A failing command ends such a shell, with or without darn; a failing hook must not.
    let mut t = Builder::new("bash").before("set -e").start();
    let output = t.run("if gti; then :; fi; echo $?");
    // In `darn shell` there is a hint below.
    let without_darn = "T> if gti; then :; fi; echo $?\nbash: gti: command not found\n0";
    assert!(output.starts_with(without_darn), "{output}");
    assert_eq!(t.run("! true"), "T> ! true");
    // The program has disappeared.
    t.run("__darn_program=/nowhere/darn");
    t.run("! true");
    assert_eq!(t.run("echo alive"), "T> echo alive\nalive");
}

both_ways!(scenario_6_options);
fn scenario_6_options() {
    for setting in [
        "set -o noclobber", "shopt -s nullglob", "shopt -s failglob", "shopt -u extglob",
        "shopt -s nocasematch", "set -f",
    ] {
        works(Builder::new("bash").before(setting).start(), setting);
    }
}

both_ways!(scenario_7_separators);
fn scenario_7_separators() {
    works(Builder::new("bash").before("IFS=:").start(), "IFS=:");
    works(Builder::new("bash").before("IFS=0123456789").start(), "IFS=digits");
}

both_ways!(scenario_8_posix);
fn scenario_8_posix() {
    works_with("set -o posix");
}

both_ways!(scenario_9_promptvars_off);
fn scenario_9_promptvars_off() {
    works_with("shopt -u promptvars");
}

both_ways!(scenario_10_ps0_of_the_user);
fn scenario_10_ps0_of_the_user() {
    let mut t = Builder::new("bash").before("PS0='[run]\\n'").start();
    assert_eq!(t.run("echo x"), "T> echo x\n[run]\nx");
    assert!(t.run("gti status").contains("✗ 127"));
    t.run("PS0='[two]\\n'");
    assert!(t.run("gti log").contains("[two]\nbash: gti: command not found\n✗ 127"));
    assert_eq!(t.run("echo x"), "T> echo x\n[two]\nx");
}

both_ways!(scenario_11_prompt_command);
fn scenario_11_prompt_command() {
    for setting in [
        "PROMPT_COMMAND=mine", "PROMPT_COMMAND='mine;'", "PROMPT_COMMAND='mine ; '",
        "PROMPT_COMMAND=(mine true)", "PROMPT_COMMAND=(true mine)", "export PROMPT_COMMAND=mine",
        "PROMPT_COMMAND=([3]=mine)",
    ] {
        for is_before in [true, false] {
            let mine = "mine() { seen=\"$? ${PIPESTATUS[*]}\"; }";
            let setting = if is_before {
                setting.to_owned()
            } else {
                setting.replace("PROMPT_COMMAND=(", "PROMPT_COMMAND+=(")
            };
            let builder = Builder::new("bash").before(mine);
            let mut t = if is_before { builder.before(&setting) } else { builder.after(&setting) }.start();
            assert!(t.run("gti status").contains("✗ 127  git status"), "{setting}");
            t.run("false|(exit 4)");
            assert_eq!(t.run("echo $seen"), "T> echo $seen\n4 1 4", "{setting}");
        }
    }
    let mut t =
        Builder::new("bash").before("PROMPT_COMMAND=mine; readonly PROMPT_COMMAND; mine() { :; }").start();
    assert_eq!(t.run("gti status"), "T> gti status\nbash: gti: command not found", "nothing can be hooked");
    let mut t = Builder::new("bash").before("unset PROMPT_COMMAND").start();
    assert!(t.run("gti status").contains("✗ 127"));
}

both_ways!(scenario_65_kitty);
/// kitty 0.26.5's observed default behaviour after the rc file.
fn scenario_65_kitty() {
    let kitty = "if [[ -z ${PROMPT_COMMAND-} ]]; then PROMPT_COMMAND=(:); else PROMPT_COMMAND+=(:); fi";
    let mut t = Builder::new("bash").env("KITTY_WINDOW_ID", "1").after(kitty).start();
    assert!(t.run("gti status").contains("✗ 127  git status"));
    t.run("false|(exit 4)");
    assert_eq!(t.run("echo $? ${PIPESTATUS[*]}"), "T> echo $? ${PIPESTATUS[*]}\n4 1 4");
}

both_ways!(scenario_12_debug_trap);
fn scenario_12_debug_trap() {
    let mut t = Builder::new("bash").before("trap 'dbg+=(\"$BASH_COMMAND\")' DEBUG").start();
    t.run("dbg=()");
    t.run("echo one");
    t.run("gti two");
    let drawn = t.run("printf '%s\\n' \"${dbg[@]}\" | grep -v darn");
    for command in ["echo one", "gti two"] {
        assert_eq!(drawn.lines().filter(|line| *line == command).count(), 1, "{drawn}");
    }
    let drawn = t.run("trap -p DEBUG");
    assert!(drawn.contains("dbg+="), "{drawn}");
}

both_ways!(scenario_13_other_traps);
fn scenario_13_other_traps() {
    let mut t = Builder::new("bash")
        .before("trap 'echo ERR' ERR; trap 'echo INT' INT; trap 'echo EXIT' EXIT")
        .start();
    let drawn = t.run("gti status");
    assert_eq!(drawn.matches("ERR").count(), 1, "{drawn}");
    assert_eq!(t.run("true"), "T> true");
    assert_eq!(t.run("false"), "T> false\nERR");
    t.run("set -E");
    assert_eq!(t.run("(exit 9)").matches("ERR").count(), 1);
    assert_eq!(t.run("true"), "T> true");
    t.send("exit\r");
    t.end();
    assert!(t.screen().ends_with("EXIT"), "{}", t.screen());
}

both_ways!(scenario_21_loaded_ten_times);
fn scenario_21_loaded_ten_times() {
    let again = format!(
        "for i in 1 2 3 4 5 6 7 8 9 10; do eval \"$('{}' init bash)\"; done",
        env!("CARGO_BIN_EXE_darn")
    );
    works(Builder::new("bash").after(&again).start(), "loaded again in the rc file");
    let mut t = Builder::new("bash").start();
    t.run("gti x");
    t.run(&again);
    assert_eq!(
        t.run("echo ${#PROMPT_COMMAND[@]}; bind -q complete"),
        "T> echo ${#PROMPT_COMMAND[@]}; bind -q complete\n1\ncomplete can be invoked via \"\\C-i\", \"\\e\\e\\000\"."
    );
    works(t, "loaded again at the prompt");
}

both_ways!(scenario_22_nested_shells);
fn scenario_22_nested_shells() {
    for inner in ["bash", "bash -l", "exec bash", "bash --posix"] {
        let mut t = Builder::new("bash")
            .file(".bash_profile", ". ~/.bashrc\nPATH=~/bin:$PATH\n")
            .file(".shrc", ". ~/.bashrc\n")
            .start();
        t.run("gti outer");
        t.run(inner);
        let drawn = t.run("darn");
        assert!(
            drawn.contains("no failed command in this shell"),
            "{inner}: it shows the outer shell's failure: {drawn}"
        );
        works(t, inner);
    }
    let mut t = Builder::new("bash").start();
    t.run("gti outer");
    assert!(t.run(EXPORTED).ends_with("\n0"), "a variable is exported");
    t.send("bash --norc --noprofile\r");
    t.wait_for("\nbash-");
    let from = t.mark();
    t.send("PS1='T> '\r");
    t.finish(from, "PS1");
    assert_eq!(t.run("gti"), "T> gti\nbash: gti: command not found", "a bare shell should stay bare");
}

both_ways!(scenario_36_shadowed_names);
fn scenario_36_shadowed_names() {
    let functions = "printf() { echo SHADOW; }; read() { echo SHADOW; }; command() { echo SHADOW; }; history() { echo SHADOW; }; bind() { echo SHADOW; }; shopt() { echo SHADOW; }; compgen() { echo SHADOW; }";
    works(Builder::new("bash").before("alias printf='echo SHADOW' read='echo SHADOW' local='echo SHADOW' if='echo SHADOW' return='echo SHADOW' darn='echo SHADOW' history='echo SHADOW'").after("unalias -a").start(), "aliases before");
    works(
        Builder::new("bash")
            .after("alias printf='echo SHADOW' read='echo SHADOW' local='echo SHADOW' return='echo SHADOW'")
            .start(),
        "aliases after",
    );
    works(Builder::new("bash").before(functions).start(), "functions before");
    works(Builder::new("bash").after(functions).start(), "functions after");
}

both_ways!(scenario_51_command_not_found_handlers);
fn scenario_51_command_not_found_handlers() {
    // The handler of Debian and Ubuntu, from their /etc/bash.bashrc: it starts Python to print what darn
    // prints, so darn replaces its text.
    let debian = "command_not_found_handle() { if [ -x /usr/lib/command-not-found ]; then /usr/lib/command-not-found -- \"$1\"; return $?; else printf 'HANDLER %s\\n' \"$1\" >&2; return 127; fi; }";
    let mut t = Builder::new("bash").before(debian).start();
    let drawn = t.run("gti status");
    assert!(drawn.starts_with("T> gti status\nbash: gti: command not found\n✗ 127"), "{drawn}");
    // The user's own handler: it prints a message, and darn borrows no key for something that is not on the
    // screen.
    let mut t =
        Builder::new("bash").before("command_not_found_handle() { echo \"MINE $1\"; return 127; }").start();
    assert_eq!(t.run("gti status"), "T> gti status\nMINE gti");
    t.press("\t");
    assert_eq!(t.line(), "T>");
    t.send("\x1b/");
    t.wait_for("1   git status");
    t.press("\x1b");
}

both_ways!(scenario_75_decimal_comma);
fn scenario_75_decimal_comma() {
    works(Builder::new("bash").env("LC_NUMERIC", "de_DE.UTF-8").start(), "LC_NUMERIC");
    works(Builder::new("bash").env("LANG", "xx_XX.UTF-8").start(), "a locale that does not exist");
}

both_ways!(scenario_76_without_epochrealtime);
fn scenario_76_without_epochrealtime() {
    works_with("unset EPOCHREALTIME EPOCHSECONDS");
}

both_ways!(scenario_77_restricted_and_posix);
fn scenario_77_restricted_and_posix() {
    let mut t = Builder::new("bash").program(&["bash", "-r", "-i"]).start();
    assert_eq!(t.run("gti status"), "T> gti status\nbash: gti: command not found", "restricted: silent");
    works(
        Builder::new("bash").program(&["bash", "--posix", "-i"]).file(".shrc", ". ~/.bashrc\n").start(),
        "--posix",
    );
}

both_ways!(scenario_79_two_versions);
fn scenario_79_two_versions() {
    let other = format!("eval \"$('{}' init bash | sed 's/closest/other/')\"", env!("CARGO_BIN_EXE_darn"));
    works(Builder::new("bash").before(&other).start(), "another before");
    works(Builder::new("bash").after(&other).start(), "another after");
}

both_ways!(darn_disable_keeps_it_out);
fn darn_disable_keeps_it_out() {
    let mut t = Builder::new("bash").env("DARN_DISABLE", "1").start();
    assert_eq!(t.run("gti"), "T> gti\nbash: gti: command not found");
    assert_eq!(
        t.run("declare -F | grep -c darn; echo \"[$PS0${PROMPT_COMMAND[*]}]\""),
        "T> declare -F | grep -c darn; echo \"[$PS0${PROMPT_COMMAND[*]}]\"\n0\n[]"
    );
}
