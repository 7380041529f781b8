//! bash: keys are borrowed while a suggestion is shown, and restored exactly. Also scenario 14.

use crate::pty::{Builder, Terminal};

/// Returns readline's bindings of a key, of each kind.
fn bindings(t: &mut Terminal, key: &str) -> String {
    let drawn = t.run(&format!("{{ bind -p; bind -s; bind -X; }} | grep -F '\"{key}\"'"));
    drawn.lines().skip(1).filter(|line| !line.contains('✗')).collect::<Vec<_>>().join("\n")
}

both_ways!(tab_on_a_line_completes_as_ever);
fn tab_on_a_line_completes_as_ever() {
    let files =
        |builder: Builder| builder.file("alpha1", "").file("alpha2", "").before("bind 'set bell-style none'");
    let mut bare = files(Builder::new("bash").without_darn()).start();
    let mut t = files(Builder::new("bash")).start();
    t.run("gti status");
    for keys in ["ls al", "\t", "\t", "\t", "1\t"] {
        assert_eq!(t.press(keys), bare.press(keys), "{keys:?}");
    }
    assert!(bare.screen().contains("alpha1  alpha2"), "{}", bare.screen());
    assert_eq!(t.line(), "T> ls alpha1");
}

both_ways!(keys_come_back_as_they_were);
fn keys_come_back_as_they_were() {
    let settings = [
        "",
        "bind 'TAB: menu-complete'",
        "bind '\"\\t\": dabbrev-expand'",
        "bind '\"\\t\": \"macro \\\"x\\\"\"'",
        "bind -x '\"\\t\": echo \"my key\" '",
        "bind -x '\"\\t\": printf \"a\\\\nb\\\\\\\\\" \"\\\"\" '",
        "bind -r '\\t'",
        "bind '\"\\e/\": \"slash\"'",
        "bind -r '\\e/'",
        "set -o vi",
        "set -o vi; bind -m vi-insert 'TAB: menu-complete'",
    ];
    for setting in settings {
        let mut t = Builder::new("bash").before(setting).start();
        let before = [bindings(&mut t, "\\C-i"), bindings(&mut t, "\\e/")];
        t.run("gti status");
        t.run("true");
        let after = [bindings(&mut t, "\\C-i"), bindings(&mut t, "\\e/")];
        assert_eq!(after, before, "{setting}, not used");
        t.run("gti status; gti other");
        t.press("\t");
        assert_eq!(t.line(), "T> git status; git other", "{setting}");
        t.press(if setting.contains("vi") { "\x1bddi" } else { "\x15" });
        t.run("true");
        let after = [bindings(&mut t, "\\C-i"), bindings(&mut t, "\\e/")];
        assert_eq!(after, before, "{setting}, used");
    }
}

both_ways!(keys_of_the_user_run_while_a_suggestion_stands);
fn keys_of_the_user_run_while_a_suggestion_stands() {
    let mut t = Builder::new("bash").before("bind -x '\"\\t\": echo \"my key\"'").start();
    t.run("gti status");
    let drawn = t.press("x\t");
    assert!(drawn.contains("my key"), "{drawn}");
    assert!(t.press("\t").contains("my key"));
    let mut t = Builder::new("bash").before("bind '\"\\t\": \"typed\"'").start();
    t.run("gti status");
    t.press("x\t\t");
    assert_eq!(t.line(), "T> xtypedtyped");
    let mut t = Builder::new("bash")
        .file("alpha1", "")
        .file("alpha2", "")
        .before("bind 'TAB: menu-complete'")
        .start();
    t.run("gti status");
    t.press("ls al\t");
    assert_eq!(t.line(), "T> ls alpha1");
    t.press("\t");
    assert_eq!(t.line(), "T> ls alpha2", "cycling should continue");
}

both_ways!(alt_slash_is_lent_only_while_there_is_something_to_list);
fn alt_slash_is_lent_only_while_there_is_something_to_list() {
    let mut t = Builder::new("bash").file("alpha1", "").start();
    t.press("ls al\x1b/");
    assert_eq!(t.line(), "T> ls alpha1");
    t.run("");
    t.run("gti status");
    t.press("ls al\x1b/");
    assert_eq!(t.line(), "T> ls alpha1", "with text on the line it should be complete-filename");
    t.run("");
    t.press("ls al\x1b/");
    assert_eq!(t.line(), "T> ls alpha1");
}

both_ways!(scenario_14_bash_preexec);
fn scenario_14_bash_preexec() {
    // How bash-preexec hooks itself: via PROMPT_COMMAND at the first prompt, from then on as its first and
    // last line, with a DEBUG trap that is active between the two. Version 0.5 puts the last line into an
    // element of its own, the others into one string.
    let preexec = "__bp_on=; preexec_log=(); precmd_log=()\n\
        __bp_precmd_invoke_cmd() { precmd_log+=(\"$?\"); return \"${precmd_log[-1]}\"; }\n\
        __bp_interactive_mode() { __bp_on=1; }\n\
        __bp_preexec_invoke_exec() { [[ -n ${COMP_POINT-}${READLINE_POINT-} || -z $__bp_on ]] && return; __bp_on=; [[ $PROMPT_COMMAND == *\"$BASH_COMMAND\"* ]] || preexec_log+=(\"$BASH_COMMAND\"); }\n\
        __bp_install() { PROMPT_COMMAND=__bp_precmd_invoke_cmd$'\\n'${PROMPT_COMMAND%__bp_install}; __bp_last; __bp_precmd_invoke_cmd; __bp_interactive_mode; trap '__bp_preexec_invoke_exec \"$_\"' DEBUG; }\n\
        PROMPT_COMMAND=${PROMPT_COMMAND:+$PROMPT_COMMAND$'\\n'}__bp_install";
    for last in ["PROMPT_COMMAND+=(__bp_interactive_mode)", "PROMPT_COMMAND+=$'\\n'__bp_interactive_mode"] {
        for is_before in [true, false] {
            let what = format!("{last}, before: {is_before}");
            let preexec = format!("__bp_last() {{ {last}; }}\n{preexec}");
            let builder = Builder::new("bash").size(200, 40);
            let mut t = if is_before { builder.before(&preexec) } else { builder.after(&preexec) }.start();
            t.run("echo one");
            assert!(t.run("gti status").contains("✗ 127  git status"), "{what}");
            t.press("\t");
            t.run("");
            t.run("(exit 4)");
            t.run("echo two");
            let drawn = t.run("printf '%s|' \"${preexec_log[@]}\"; printf '%s,' \"${precmd_log[@]}\"; echo");
            for command in ["echo one", "gti status", "git status", "echo two"] {
                assert_eq!(drawn.matches(&format!("{command}|")).count(), 1, "{what}: {drawn}");
            }
            assert!(drawn.contains("0,127,0,4,0,"), "{what}: {drawn}");
        }
    }
}
