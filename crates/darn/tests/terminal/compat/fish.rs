//! fish, numbered as in scenarios/compat.

use crate::pty::{Builder, EXPORTED, Terminal};

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

fn fish() -> Builder {
    Builder::new("fish")
}

const HINTED: &str = "fish: Unknown command: gti\n✗ 127  git status";

/// Counts the hints drawn for several lines.
fn hints(builder: Builder, lines: &[&str]) -> usize {
    let mut t = builder.start();
    lines.iter().map(|line| t.run(line).matches('✗').count()).sum()
}

both_ways!(scenarios_1_and_2_status_is_kept);
fn scenarios_1_and_2_status_is_kept() {
    session(
        fish(),
        &[
            ("false", ""),
            ("echo $status", "1"),
            ("false | true | sh -c 'exit 3'", ""),
            ("echo $pipestatus", "1 0 3"),
            ("gti status", HINTED),
            ("echo $status", "127"),
        ],
    );
}

both_ways!(hint_tab_enter_under_what_users_set);
fn hint_tab_enter_under_what_users_set() {
    for before in [
        "true",
        "set -g IFS :",
        "set -g IFS",
        "set -x fish_trace ''; set -g status_is_fine 1",
        "fish_vi_key_bindings",
        "fish_hybrid_key_bindings",
        "set -g fish_escape_delay_ms 10; set -g fish_features all",
        "function grep; echo no; end; function head; echo no; end; alias cat 'echo no'; alias env 'echo no' ",
        "function fish_prompt; set -l s $status; false; echo -n 'T> '; end; function fish_mode_prompt; end",
        "function fish_right_prompt; echo -n ''; end; function p --on-event fish_prompt; false; end",
    ] {
        let mut t = fish().before(before).after("function fish_mode_prompt; end").start();
        for _ in 0..2 {
            let drawn = t.run("gti status");
            assert!(drawn.contains("\n✗ 127  git status   — "), "{before}: {drawn}");
            assert_eq!(drawn.lines().count(), 3, "{before}: {drawn}");
        }
        t.send("\t");
        t.wait_until("T> git status", |t| t.line() == "T> git status");
        assert_eq!(t.run(""), "T> git status\ngit ran: status", "{before}");
    }
}

both_ways!(each_failure_is_hinted_exactly_once);
fn each_failure_is_hinted_exactly_once() {
    let reload = format!("for i in 1 2 3; {} init fish | source; end", env!("CARGO_BIN_EXE_darn"));
    for (name, builder, lines, expected) in [
        ("21 loading again", fish().after(&reload), &["gti status", &reload, "gti log"][..], 2),
        ("39 private mode", fish().program(&["fish", "-i", "--private"]), &["gti status", "gti log"], 0),
        ("41 a leading blank is private", fish(), &[" gti status"], 0),
        ("42 a repeat", fish(), &["gti status", "gti status", "true", "gti status"], 3),
        ("42 another failure with the same fix", fish(), &["gti status", "gitt status"], 2),
        ("45 empty Enter", fish(), &["gti status", "", "", ""], 1),
        ("35 a comment", fish(), &["gti status", "# gti log", "# x"], 1),
        ("46 a job in the background", fish(), &["sh -c 'exit 3' &", "true", "wait"], 0),
        ("49 substitution", fish(), &["true (gti status)"], 1),
        ("49 a function is one event", fish(), &["function f; gti a; gti status; end", "true"], 0),
        ("50 a syntax error", fish(), &["true"], 0),
        ("66 a dumb terminal", fish().env("TERM", "dumb"), &["true"], 0),
        ("DARN_DISABLE", fish().env("DARN_DISABLE", "1"), &["gti status"], 0),
        ("the program is gone", fish().after("set -g __darn_program /nonexistent"), &["gti status"], 0),
    ] {
        assert_eq!(hints(builder, lines), expected, "{name}");
    }
}

both_ways!(scenario_40_blocks_of_several_lines);
fn scenario_40_blocks_of_several_lines() {
    let mut t = fish().start();
    let drawn = t.run("begin\ngti status\nend");
    assert!(drawn.contains("✗ 127  begin …"), "{drawn}");
    t.send("\t");
    t.wait_until("the block", |t| t.screen().ends_with("T> begin\n       git status\n   end"));
    assert!(t.run("").ends_with("git ran: status"));
    assert!(!t.run("function f\ngti status\nend").contains('✗'));
}

both_ways!(scenario_22_shells_in_shells);
fn scenario_22_shells_in_shells() {
    let mut t = fish().file(".bashrc", "PS1='T> '").start();
    t.run("gti status");
    t.run("fish");
    assert!(t.run("gti status").contains("✗ 127  git status"));
    t.run("exit");
    t.run("bash -i");
    assert!(t.run(EXPORTED).ends_with("\n0"));
}

both_ways!(scenario_44_interrupts);
fn scenario_44_interrupts() {
    let mut t = fish().start();
    t.run("gti status");
    t.press("some");
    t.press("\x03");
    t.send("\t");
    t.wait_until("T> git status", |t| t.line() == "T> git status");
    t.press("\x15");
    for key in ["\x03", "\x1a"] {
        let from = t.mark();
        t.send("cat\rhere\n");
        t.wait_until("cat to answer", |t| t.screen().ends_with("\nhere"));
        t.send(key);
        assert!(!t.finish(from, "cat").contains('✗'));
    }
    assert!(!t.run("kill %1; wait").contains('✗'));
}

both_ways!(scenario_51_handler_of_the_system_or_hint_never_both);
fn scenario_51_handler_of_the_system_or_hint_never_both() {
    let handler =
        "function fish_command_not_found; true /usr/lib/command-not-found; echo SYSTEM $argv[1]; end";
    let mut t = fish().before(handler).start();
    assert!(!t.run("gti status").contains("SYSTEM"));
    let drawn = t.run("true | qqqqqqqqqqqqqqqqq");
    assert!(drawn.ends_with("SYSTEM qqqqqqqqqqqqqqqqq"), "{drawn}");
    let mut t = fish().before("function fish_command_not_found; echo MINE $argv; end").start();
    assert!(t.run("gti status").contains("\nMINE gti status"));
}

both_ways!(scenario_74_long_and_strange_text);
fn scenario_74_long_and_strange_text() {
    let mut t = fish().start();
    assert!(!t.run("gti (string repeat -n 40000 x)").contains("darn"));
    let drawn = t.run("gti 'ä\"\\$`é' \\t 日本");
    assert!(drawn.contains("✗ 127  git 'ä\"\\$`é' \\t 日本"), "{drawn}");
    t.send("\t");
    t.wait_until("T> git 'ä\"\\$`é' \\t 日本", |t| t.line() == "T> git 'ä\"\\$`é' \\t 日本");
}

const KEYS: &str =
    "for m in default insert; for k in \\t \\e/; bind -M $m $k 2>/dev/null; end; end | string escape";

both_ways!(scenario_78_keys_are_lent_only);
fn scenario_78_keys_are_lent_only() {
    for before in [
        "true",
        "fish_vi_key_bindings; function fish_mode_prompt; end",
        "bind \\t 'echo \"a b\"' complete; bind -M insert \\e/ cancel",
    ] {
        let mut t = fish().before(before).start();
        let keys = |t: &mut Terminal| t.run(KEYS).split_once('\n').map(|(_, keys)| keys.to_owned());
        let at_first = keys(&mut t);
        assert!(at_first.is_some());
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
        let left = t.run("count (functions -an | string match '*darn*') (set -n | string match '*darn*')");
        assert!(left.ends_with("\n0"), "{left}");
        assert!(!t.run("gti status").contains('✗'));
    }
}

both_ways!(keys_without_a_suggestion_are_unchanged);
fn keys_without_a_suggestion_are_unchanged() {
    let mut t = fish().file("alpha1", "").file("alpha2", "").start();
    t.run("gti status");
    t.send("ls al");
    t.press("\t");
    t.press("\t");
    t.wait_for("\nalpha1  alpha2");
}
