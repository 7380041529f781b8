//! bash: `darn` and its key, and the commands that they run.

use crate::pty::{Builder, Terminal};

fn with_failure(line: &str) -> Terminal {
    let mut t = Builder::new("bash").start();
    t.run(line);
    t
}

/// Opens the list with `darn`, presses keys, waits for the prompt, and returns what was drawn.
fn darn(t: &mut Terminal, keys: &str) -> String {
    let from = t.mark();
    t.send("darn\r");
    t.wait_for("leaves");
    t.send(keys);
    t.finish(from, "darn")
}

both_ways!(enter_runs_at_the_top_level);
fn enter_runs_at_the_top_level() {
    let mut t = with_failure("gti x && cd / && declare -a m=(1 2)");
    assert_eq!(
        darn(&mut t, "\r"),
        "T> darn\nExecuting: git x\ngit ran: x\nExecuting: cd /\nExecuting: declare -a m=(1 2)"
    );
    assert_eq!(
        t.run("echo $PWD; declare -p m"),
        "T> echo $PWD; declare -p m\n/\ndeclare -a m=([0]=\"1\" [1]=\"2\")"
    );
    let drawn = t.run("history 3");
    assert!(drawn.contains("git x && cd / && declare -a m=(1 2)"), "{drawn}");
}

both_ways!(command_run_from_the_list_may_fail);
fn command_run_from_the_list_may_fail() {
    let mut t = Builder::new("bash").file("bin/git", "#!/bin/sh\nexit 127\n").start();
    t.run("gti x; gti2 y");
    let drawn = darn(&mut t, "\r");
    assert!(drawn.starts_with("T> darn\nT> git x; git"), "{drawn}");
    assert!(t.run("darn").contains("for: git x; git"), "the last failure should be that of the fix");
    let mut t = with_failure("(gti x); exec 3</nowhere; gti");
    let drawn = darn(&mut t, "\r");
    assert!(drawn.contains("/nowhere: No such file"), "{drawn}");
}

both_ways!(escape_and_interrupt_leave_no_trace);
fn escape_and_interrupt_leave_no_trace() {
    for key in ["\x1b", "\x03", "\x04", "q"] {
        let mut t = with_failure("gti status");
        assert_eq!(darn(&mut t, key), "T> darn", "{key:?}");
        assert_eq!(
            t.run("stty -a | grep -c ' icanon.* echo '"),
            "T> stty -a | grep -c ' icanon.* echo '\n1",
            "{key:?}"
        );
        assert_eq!(t.run("echo on"), "T> echo on\non");
    }
}

both_ways!(e_edits_before_running);
fn e_edits_before_running() {
    let mut t = with_failure("gti status");
    t.send("darn\r");
    t.wait_for("leaves");
    t.press("e");
    assert_eq!(t.line(), "T> git status");
    t.press(" -s");
    assert_eq!(t.run(""), "T> git status -s\ngit ran: status -s");
    assert!(t.run("history 2").contains("git status -s"));
}

both_ways!(the_key_opens_the_list_and_runs_as_if_typed);
fn the_key_opens_the_list_and_runs_as_if_typed() {
    let mut t = with_failure("gti x && cd / && declare -a m=(1)");
    let from = t.mark();
    t.send("\x1b/");
    t.wait_for("leaves");
    t.send("?");
    t.wait_for("there is no command `gti` here");
    t.wait_for("rule:any/unknown-command");
    t.send("+");
    t.wait_for("noted as good");
    t.send("\r");
    let drawn = t.finish(from, "Alt-/");
    assert_eq!(drawn, "Executing: git x\ngit ran: x\nExecuting: cd /\nExecuting: declare -a m=(1)");
    assert_eq!(t.run("echo $PWD ${m[0]} $?"), "T> echo $PWD ${m[0]} $?\n/ 1 0");
    t.run("gti status");
    t.send("\x1b/");
    t.wait_for("leaves");
    t.press("e");
    assert_eq!(t.line(), "T> git status");
    t.press("\x15");
    t.run("gti status");
    t.press("\t");
    t.send("\x1b/");
    t.wait_for("leaves");
    t.press("\x1b");
    assert_eq!(t.line(), "T> git status", "left with the suggestion accepted");
    t.press("\x15");
    let rated = t.run("darn log --event good");
    assert!(rated.contains("good") && rated.contains("gti x"), "{rated}");
}

both_ways!(list_without_a_failure_says_so);
fn list_without_a_failure_says_so() {
    let mut t = Builder::new("bash").start();
    assert_eq!(t.run("darn"), "T> darn\ndarn: no failed command in this shell yet");
    t.run("(exit 9)");
    assert!(t.run("darn").contains("darn: no suggestion for: (exit 9)"));
    assert!(t.run("darn").contains("darn: no suggestion for: (exit 9)"), "its own status is not a failure");
}

both_ways!(list_after_a_success_shows_the_last_failure);
fn list_after_a_success_shows_the_last_failure() {
    let mut t = with_failure("gti status");
    t.run("true");
    assert_eq!(darn(&mut t, "\r"), "T> darn\nT> git status\ngit ran: status");
}

both_ways!(list_without_a_terminal_prints_lines);
fn list_without_a_terminal_prints_lines() {
    let mut t = with_failure("gti status");
    assert_eq!(t.run("darn | cat"), "T> darn | cat\ngit status");
    assert_eq!(t.run("x=$(darn); echo \"[$x]\""), "T> x=$(darn); echo \"[$x]\"\n[git status]");
}

both_ways!(arguments_go_to_the_program);
fn arguments_go_to_the_program() {
    let mut t = Builder::new("bash").start();
    let drawn = t.run("darn --version");
    assert!(drawn.starts_with("T> darn --version\ndarn "), "{drawn}");
    assert_eq!(
        t.run("darn fix --command 'gti x' --status 127 --shell bash"),
        "T> darn fix --command 'gti x' --status 127 --shell bash\ngit x"
    );
}

both_ways!(keys_typed_before_the_list_go_to_the_shell);
fn keys_typed_before_the_list_go_to_the_shell() {
    let mut t = with_failure("gti status");
    let from = t.mark();
    t.send("darn\recho typed\r");
    t.wait("the typed line", |t| t.screen().contains("\ntyped\n"));
    let drawn = t.drawn(&from);
    assert!(!drawn.contains("git ran"), "{drawn}");
    assert!(drawn.contains("you typed before"), "{drawn}");
}

both_ways!(the_terminal_is_restored_when_the_list_is_killed);
fn the_terminal_is_restored_when_the_list_is_killed() {
    let mut t = with_failure("gti status");
    let from = t.mark();
    t.send("darn\r");
    t.wait_for("leaves");
    let killed = std::process::Command::new("pkill")
        .args(["-TERM", "-P", &t.pid().to_string(), "darn"])
        .status()
        .unwrap();
    assert!(killed.success());
    t.finish(from, "SIGTERM");
    assert_eq!(t.run("stty -a | grep -c ' icanon.* echo '"), "T> stty -a | grep -c ' icanon.* echo '\n1");
}

both_ways!(small_and_dumb_terminals);
fn small_and_dumb_terminals() {
    for (columns, rows) in [(80, 5), (20, 4), (10, 3)] {
        let mut t = Builder::new("bash").size(columns, rows).start();
        t.run("gti x");
        t.send("darn\r");
        t.wait_for("1");
        t.press("\x1b");
        assert_eq!(t.line(), "T>", "{columns}x{rows}");
    }
    let mut t = Builder::new("bash").env("TERM", "dumb").start();
    t.run("gti x");
    let from = t.mark();
    t.send("darn\r");
    t.wait_for("leaves");
    t.send("\r");
    let drawn = t.finish(from.clone(), "darn");
    assert!(drawn.ends_with("git ran: x"), "{drawn}");
    assert!(!t.bytes_since(&from).contains(&0x1b), "{drawn}");
}
