//! zsh, numbered as in scenarios/compat: what counts as a failed command, and keys.

use crate::pty::{self, Builder, Terminal};

fn zsh() -> Builder {
    Builder::new("zsh")
}

/// Counts the hints drawn for several lines.
fn hints(builder: Builder, lines: &[&str]) -> usize {
    let mut t = builder.start();
    lines.iter().map(|line| t.run(line).matches('✗').count()).sum()
}

both_ways!(each_failure_is_hinted_exactly_once);
fn each_failure_is_hinted_exactly_once() {
    let plain = zsh;
    for (name, builder, lines, expected) in [
        ("41 a leading blank is private", plain(), &[" gti status"][..], 0),
        (
            "41 with hist_ignore_space",
            zsh().before("setopt hist_ignore_space"),
            &[" gti status", "\tgti log"],
            0,
        ),
        ("42 a repeat", plain(), &["gti status", "gti status", "true", "gti status"], 3),
        ("42 another failure with the same fix", plain(), &["gti status", "gitt status"], 2),
        ("42 another failure", plain(), &["gti status", "gti log"], 2),
        ("43 no history", zsh().before("HISTSIZE=0; unset HISTFILE"), &["gti status", "gti log"], 2),
        ("45 empty Enter", plain(), &["gti status", "", "", ""], 1),
        ("46 a job in the background", plain(), &["false &!", "true", "wait"], 0),
        ("49 subshell and pipeline are one event", plain(), &["( gti status; gti status )"], 1),
        ("49 substitution", plain(), &["true $(gti status)"], usize::from(pty::way() == pty::Way::Inside)),
        ("49 in a function", plain(), &["f() { gti a | gti b; gti status }", "true"], 0),
        ("66 a dumb terminal", zsh().env("TERM", "dumb"), &["gti status"], 0),
        ("DARN_DISABLE", zsh().env("DARN_DISABLE", "1"), &["gti status"], 0),
        ("success says nothing", plain(), &["true", "git status", "echo x"], 0),
        ("the program is gone", zsh().after("__darn_program=/nonexistent"), &["gti status"], 0),
    ] {
        assert_eq!(hints(builder, lines), expected, "{name}");
    }
}

both_ways!(scenario_44_interrupts);
fn scenario_44_interrupts() {
    let mut t = zsh().start();
    t.run("gti status");
    assert_eq!(t.line(), "T> git status");
    let from = t.mark();
    t.send("\x03");
    t.finish(from, "Ctrl-C");
    assert!(
        t.screen().ends_with("\nT>\nT>"),
        "the ghost leaves the line, and is shown once:\n{}",
        t.screen()
    );
    t.send("\t");
    t.wait_until("T> git status", |t| t.line() == "T> git status");
    t.press("\x15");
    let from = t.mark();
    t.send("cat\rhere\n");
    t.wait_until("cat to answer", |t| t.screen().ends_with("\nhere"));
    t.send("\x03");
    assert!(!t.finish(from, "cat").contains('✗'));
    let from = t.mark();
    t.send("cat\rhere\n");
    t.wait_until("cat to answer", |t| t.screen().ends_with("\nhere"));
    t.send("\x1a");
    assert!(!t.finish(from, "cat").contains('✗'));
    assert_eq!(t.run("kill %1; wait; echo $?").matches('✗').count(), 0);
}

both_ways!(a_trap_of_the_user_stays);
fn a_trap_of_the_user_stays() {
    for trap in ["trap 'echo mine' INT", "TRAPINT() { echo mine; return $((128 + $1)); }"] {
        let mut t = zsh().before(trap).start();
        t.run("gti status");
        assert_eq!(t.line(), "T> git status");
        t.send("\x03");
        t.wait_for("mine");
    }
    let mut t = zsh().start();
    t.run("gti status");
    let drawn = t.run("trap; whence -w TRAPINT");
    assert!(drawn.ends_with("\nTRAPINT: none") && drawn.lines().count() == 2, "{drawn}");
}

both_ways!(scenarios_47_and_48_jobs);
fn scenarios_47_and_48_jobs() {
    let mut t = zsh().start();
    t.run("gti status");
    for line in ["jobs", "wait", "true", "coproc cat; print -p x; read -p y; echo $y; kill %1; wait", "jobs"]
    {
        let drawn = t.run(line);
        let other: Vec<_> = drawn.lines().skip(1).filter(|l| !l.starts_with('[')).collect();
        assert_eq!(other.concat(), if line.contains("coproc") { "x" } else { "" }, "{drawn}");
        assert!(!drawn.contains("darn"), "{drawn}");
    }
}

both_ways!(scenario_50_syntax_errors_reach_the_program);
fn scenario_50_syntax_errors_reach_the_program() {
    // without a file for the history, the calls have arguments that the log shows
    let log = "HISTFILE=; __darn_program=$HOME/bin/spy; __darn_channel=";
    let spy = "#!/bin/sh\nprintf '%s|' \"$@\" >>$HOME/log; echo >>$HOME/log\n";
    let mut t = zsh().after(log).file("bin/spy", spy).start();
    for line in ["gti x", "echo )", "echo 'a\nb' )", "# a comment", " echo )", "true"] {
        t.run(line);
    }
    t.run("setopt interactive_comments");
    t.run("false");
    t.run("# a comment");
    let log = std::fs::read_to_string(t.home().join("log")).expect("the log");
    let calls: Vec<_> = log.lines().collect();
    assert_eq!(
        calls,
        [
            "hook|zsh|failed|127|gti x|", "hook|zsh|failed|1|echo )|", "hook|zsh|failed|1|echo 'a", "b' )|",
            "hook|zsh|failed|127|# a comment|", "hook|zsh|failed|1|false|"
        ]
    );
}

both_ways!(scenario_51_handler_of_the_system_or_hint_never_both);
fn scenario_51_handler_of_the_system_or_hint_never_both() {
    let handler =
        "command_not_found_handler() { : /usr/lib/command-not-found; echo \"SYSTEM $1\"; return 127 }";
    let mut t = zsh().after(handler).start();
    t.run("true");
    assert!(!t.run("gti status").contains("SYSTEM"));
    let drawn = t.run("true | qqqqqqqqqqqqqqqqq");
    assert!(drawn.ends_with("SYSTEM qqqqqqqqqqqqqqqqq"), "{drawn}");
    let mut t = zsh().after("command_not_found_handler() { echo \"MINE $*\"; return 0 }").start();
    assert_eq!(t.run("gti status"), "T> gti status\nMINE gti status");
    for (says, hints) in [("no $1 here", 0), ("zsh: command not found: $1", 1)] {
        let handler = format!("command_not_found_handler() {{ print \"{says}\"; return 127 }}");
        let drawn = zsh().after(&handler).start().run("gti status");
        assert_eq!(drawn.matches('✗').count(), hints, "{drawn}");
    }
}

both_ways!(scenario_74_long_and_strange_text);
fn scenario_74_long_and_strange_text() {
    let mut t = zsh().start();
    let text = format!("gti {}", "a 'b' ".repeat(200));
    let drawn = t.run(&text);
    assert!(drawn.contains("✗ 127  git a 'b' a"), "{drawn}");
    t.press("\t");
    t.press("\x15");
    assert!(!t.run("eval \"gti $(printf '%040000d' 1)\"").contains("darn"));
    let drawn = t.run("gti 'ä\"\\$`é' $'\\t' 日本");
    assert!(drawn.contains("✗ 127  git 'ä\"\\$`é' $'\\t' 日本"), "{drawn}");
    t.send("\t");
    t.wait_until("T> git 'ä\"\\$`é' $'\\t' 日本", |t| t.line() == "T> git 'ä\"\\$`é' $'\\t' 日本");
}

const KEYS: &str = "for m in emacs viins vicmd; do for k in '^I' '^[/' '^[[C' '^[OC' '^F' '^[^['; do bindkey -M $m $k; done; done | cksum";

both_ways!(scenario_78_keys_are_lent_only);
fn scenario_78_keys_are_lent_only() {
    for before in
        ["bindkey -e", "bindkey -v; KEYTIMEOUT=1", "bindkey -s '^I' 'a b\"c'; bindkey '^[/' which-command"]
    {
        let mut t = zsh().before(before).start();
        let keys = |t: &mut Terminal| t.run(KEYS).lines().last().map(str::to_owned);
        let at_first = keys(&mut t);
        t.run("gti status");
        assert_eq!(keys(&mut t), at_first, "after the next command");
        t.run("gti log");
        t.send("ec");
        t.press("\t");
        t.press("\x15");
        assert_eq!(keys(&mut t), at_first, "after a press");
        t.run("gti status");
        t.run("__darn_unload");
        assert_eq!(keys(&mut t), at_first, "after unloading");
        let left = t.run(
            "echo ${#${(Mk)functions:#*darn*}} ${#${(Mk)widgets:#*darn*}} ${#${(Mk)parameters:#*darn*}}",
        );
        assert!(left.ends_with("\n0 0 0"), "{left}");
        assert!(!t.run("gti status").contains('✗'));
    }
}

both_ways!(keys_without_a_suggestion_are_unchanged);
fn keys_without_a_suggestion_are_unchanged() {
    let mut t =
        zsh().before("autoload -Uz compinit; compinit -D").file("alpha1", "").file("alpha2", "").start();
    t.run("gti status");
    t.send("ls al");
    t.press("\t");
    t.press("\t");
    t.wait_for("\nalpha1  alpha2");
    t.press("\x15");
    t.run("gti status");
    t.send("ab");
    t.press("\x02\x1b[C");
    t.send("c");
    t.send("");
    t.wait_until("T> abc", |t| t.line() == "T> abc");
}
