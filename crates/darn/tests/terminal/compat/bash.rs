//! bash: the hint and the cost of the prompt. The numbers are those of the compatibility scenarios
//! (scenarios.txt).

use crate::pty::{self, Builder, Terminal};

/// The hint for `gti ARGS` in a terminal of 100 columns.
fn hint(command: &str) -> String {
    format!("✗ 127  {command}   — did you mean `git`?   [Tab] use")
}

fn bash() -> Terminal {
    Builder::new("bash").start()
}

both_ways!(hint_tab_enter);
fn hint_tab_enter() {
    let mut t = bash();
    assert_eq!(
        t.run("gti status"),
        format!("T> gti status\nbash: gti: command not found\n{}", hint("git status"))
    );
    t.press("\t");
    assert_eq!(t.line(), "T> git status");
    assert_eq!(t.run(""), "T> git status\ngit ran: status");
}

both_ways!(hint_has_its_own_line_after_unfinished_output);
fn hint_has_its_own_line_after_unfinished_output() {
    let mut t = bash();
    let drawn = t.run("printf part; gti");
    assert_eq!(
        drawn,
        format!("T> printf part; gti\npartbash: gti: command not found\n{}", hint("printf part; git"))
    );
    let drawn = t.run("gti 2>/dev/null; printf part; (exit 127)");
    assert!(!drawn.contains("part✗"), "{drawn}");
    assert!(drawn.contains("\npart\n✗ 127"), "{drawn}");
}

both_ways!(the_command_stands_out_of_a_quiet_line);
fn the_command_stands_out_of_a_quiet_line() {
    let mut t = bash();
    t.run("gti status");
    let (row, _) = t.model().cursor_position();
    let cell = |column| t.model().cell(row - 1, column).unwrap().clone();
    assert_eq!(cell(0).fgcolor(), vt100::Color::Idx(1), "the sign");
    for (column, is_dim) in [(2, true), (7, false), (16, false), (20, true), (50, true)] {
        assert_eq!(cell(column).dim(), is_dim, "{column}: {}", t.screen());
    }
}

both_ways!(the_legend_fades_once_it_is_known);
/// After three suggestions accepted by key, the hint no longer explains the key, in other shells, too.
fn the_legend_fades_once_it_is_known() {
    let taken = |legend: &str| {
        let config = format!("[suggest]\nlegend = '{legend}'\n");
        let mut t = Builder::new("bash").file(".config/darn/config.toml", &config).start();
        let mut ends = Vec::new();
        for _ in 0..5 {
            let drawn = t.run("gti status");
            ends.push(drawn.split_once("`?").map(|(_, end)| end.to_owned()).unwrap_or_default());
            t.press("\t");
            t.press("\x15");
        }
        let state = t.home().join(".local/state/darn/taken");
        (ends, std::fs::metadata(state).map_or(0, |file| file.len()))
    };
    let (full, short) = ("   [Tab] use", "   [Tab]");
    // accepted suggestions are reported with the next failure, so they count from the failure after that
    assert_eq!(taken("auto"), ([full, full, full, full, short].map(str::to_owned).to_vec(), 3));
    assert_eq!(taken("always").0, [full; 5]);
    assert_eq!(taken("never").0, [""; 5]);
}

both_ways!(each_failure_has_its_hint);
fn each_failure_has_its_hint() {
    let mut t = bash();
    for line in ["gti status", "gti status", "gitt status"] {
        assert!(t.run(line).ends_with(&hint("git status")), "{line}:\n{}", t.screen());
        t.press("\t");
        assert_eq!(t.line(), "T> git status", "{line}");
        t.press("\x15");
    }
}

both_ways!(scenario_45_empty_enter_shows_nothing_again);
fn scenario_45_empty_enter_shows_nothing_again() {
    let mut t = bash();
    t.run("gti status");
    assert_eq!(t.run(""), "T>");
    assert_eq!(t.run("# a comment"), "T> # a comment");
    assert_eq!(t.run("false"), "T> false", "false is an ordinary no");
    assert_eq!(t.run("# a comment"), "T> # a comment");
}

both_ways!(scenario_44_interrupts_are_silent);
fn scenario_44_interrupts_are_silent() {
    let mut t = bash();
    t.run("gti status");
    t.press("abc");
    let from = t.mark();
    t.send("\x03");
    assert_eq!(t.finish(from, "^C"), "T> abc^C");
    let from = t.mark();
    t.send("sleep 100\r");
    t.wait_until("sleep", |t| t.foreground() == "sleep");
    t.send("\x03");
    assert_eq!(t.finish(from, "^C in a command"), "T> sleep 100\n^C");
    assert_eq!(t.run("echo $?"), "T> echo $?\n130");
    let from = t.mark();
    t.send("sleep 100\r");
    t.wait_until("sleep", |t| t.foreground() == "sleep");
    t.send("\x1a");
    let drawn = t.finish(from, "^Z");
    assert!(drawn.contains("Stopped") && !drawn.contains('✗'), "{drawn}");
    let from = t.mark();
    t.send("fg\r");
    t.wait_until("sleep", |t| t.foreground() == "sleep");
    t.send("\x1c");
    let drawn = t.finish(from, "^\\");
    assert!(!drawn.contains('✗'), "{drawn}");
}

both_ways!(scenario_50_syntax_errors_are_failures);
fn scenario_50_syntax_errors_are_failures() {
    let mut t = bash();
    let drawn = t.run("if [ 1 = 1 ]; echo x; fi");
    assert!(drawn.contains("syntax error"), "{drawn}");
    assert_eq!(t.run("echo $?"), "T> echo $?\n2");
    assert_eq!(t.run("echo ${#__darn_text} $__darn_status"), "T> echo ${#__darn_text} $__darn_status\n24 2");
}

both_ways!(scenario_46_48_jobs_are_undisturbed);
fn scenario_46_48_jobs_are_undisturbed() {
    let mut t = bash();
    t.run("gti status");
    let drawn = t.run("sleep 0.1 & wait; echo done");
    assert!(drawn.contains("done") && !drawn.contains('✗'), "{drawn}");
    assert_eq!(t.run("jobs"), "T> jobs");
    assert_eq!(t.run("gti x"), format!("T> gti x\nbash: gti: command not found\n{}", hint("git x")));
    assert_eq!(t.run("jobs; echo [$!]").matches('[').count(), 2, "darn left a job");
    let drawn = t.run("coproc cat; echo to >&${COPROC[1]}; read -ru ${COPROC[0]} x; echo got $x; disown %1");
    assert!(drawn.contains("got to"), "{drawn}");
    let drawn = t.run("(exit 5) & wait $!");
    assert!(!drawn.contains('✗'), "{drawn}");
}

both_ways!(scenario_49_one_event_for_one_line);
fn scenario_49_one_event_for_one_line() {
    let mut t = bash();
    t.run("f() { (gti a); echo $(gti b); gti c | cat; gti d; }");
    let drawn = t.run("f");
    assert_eq!(drawn.matches('✗').count(), 0, "the mistake is in a function, not on the line: {drawn}");
    let drawn = t.run("(gti a) || gti b");
    assert!(drawn.matches('✗').count() <= 1, "{drawn}");
}

both_ways!(scenario_52_statuses_pass);
fn scenario_52_statuses_pass() {
    let mut t = bash();
    t.run("bash -c 'kill -KILL $$'");
    assert_eq!(t.run("echo $?"), "T> echo $?\n137");
    t.send("exit 7\r");
    assert_eq!(t.end(), 7);
}

both_ways!(pasted_scripts_get_one_hint_at_the_end);
fn pasted_scripts_get_one_hint_at_the_end() {
    let script = "gti one\necho two\nls /nowhere/at/all\necho three";
    // Bracketed: one edit of several lines, then Enter.
    let mut t = bash();
    t.press(&format!("\x1b[200~{script}\x1b[201~"));
    let drawn = t.run("");
    assert!(drawn.contains("two") && drawn.contains("three"), "{drawn}");
    assert!(drawn.matches('✗').count() <= 1, "{drawn}");
    if let Some((_, after)) = drawn.split_once('✗') {
        assert_eq!(after.lines().count(), 1, "not at the end: {drawn}");
    }
    // As typed: each line is read after the previous one has run.
    let mut t = Builder::new("bash").before("bind 'set enable-bracketed-paste off'").start();
    let from = t.mark();
    t.send("gti one\rsleep 0.2\recho two\recho three\r");
    t.wait("the end of the script", |t| t.screen().contains("\nthree\n"));
    let drawn = t.drawn(&from);
    assert_eq!(drawn.matches('✗').count(), 1, "{drawn}");
    assert!(drawn.ends_with(&format!("three\n{}\nT>", hint("git one"))), "{drawn}");
    t.press("\t");
    assert_eq!(t.line(), "T> git one");
}

both_ways!(bounds_of_pasted_commands_are_right);
fn bounds_of_pasted_commands_are_right() {
    let mut t = bash();
    t.press("\x1b[200~# a comment\nfor i in 1 2; do\n  echo $i\ndone\ngti two\x1b[201~");
    let drawn = t.run("");
    assert!(drawn.ends_with(&hint("git two")), "{drawn}");
    t.press("\x1b[200~gti one\necho two\x1b[201~");
    let drawn = t.run("");
    assert!(drawn.ends_with(&format!("two\n{}", hint("git one"))), "{drawn}");
}

both_ways!(success_forks_nothing_and_failure_once);
fn success_forks_nothing_and_failure_once() {
    let mut t = Builder::new("bash")
        .program(&[
            "strace", "-f", "-qq", "-o", "trace", "-e", "trace=fork,vfork,clone,clone3,execve", "bash", "-i",
        ])
        .start();
    let calls = |t: &Terminal| {
        let text = std::fs::read_to_string(t.home().join("trace")).unwrap();
        let count = |what: &str| text.lines().filter(|line| line.contains(what)).count();
        (count("clone(") + count("clone3(") + count("fork("), count("execve("), text)
    };
    let (forks, execs, _) = calls(&t);
    for line in
        ["true", "x=1", ":", "", "# comment", "cd .", "declare -a m=(1 2)", "[[ a == a ]]", "false || true"]
    {
        t.run(line);
    }
    let (after, execs_after, text) = calls(&t);
    assert_eq!((after, execs_after), (forks, execs), "{text}");
    t.run("false"); // a failure of a builtin, so that every fork is darn's
    let (failed, execs_failed, text) = calls(&t);
    if pty::way() == pty::Way::Inside {
        assert_eq!((failed, execs_failed), (after, execs_after), "the relay should answer:\n{text}");
    } else {
        assert!(failed - after <= 2, "only for the history and the program:\n{text}");
        assert_eq!(execs_failed - execs_after, 1, "{text}");
    }
}

both_ways!(scenario_66_dumb_terminals_and_no_terminal);
fn scenario_66_dumb_terminals_and_no_terminal() {
    let mut t = Builder::new("bash").env("TERM", "dumb").start();
    let from = t.mark();
    t.run("gti status");
    let bytes = String::from_utf8_lossy(t.bytes_since(&from)).into_owned();
    assert!(bytes.contains("✗ 127  git status"), "{bytes:?}");
    assert!(!bytes.contains("\x1b["), "{bytes:?}");
    let mut t = Builder::new("bash").env("LANG", "C").env("NO_COLOR", "1").start();
    let from = t.mark();
    t.run("gti status");
    let bytes = String::from_utf8_lossy(t.bytes_since(&from)).into_owned();
    assert!(bytes.contains("x 127  git status   - did you mean `git`?   [Tab] use\r\n"), "{bytes:?}");
    // No line editor, hence no key to offer.
    let mut t = Builder::new("bash").program(&["bash", "--noediting", "-i"]).start();
    assert!(t.run("gti status").ends_with("[darn] choose"));
    // Not interactive: nothing is loaded, nothing is printed.
    let home = tempfile::tempdir().unwrap();
    let script = format!(
        "eval \"$('{}' init bash)\"; gti; declare -F; echo ${{PROMPT_COMMAND-none}}",
        env!("CARGO_BIN_EXE_darn")
    );
    let output =
        std::process::Command::new("bash").args(["-c", &script]).env("HOME", home.path()).output().unwrap();
    assert_eq!(String::from_utf8_lossy(&output.stdout), "none\n");
    assert_eq!(String::from_utf8_lossy(&output.stderr), "bash: line 1: gti: command not found\n");
}

both_ways!(scenario_74_hostile_texts);
fn scenario_74_hostile_texts() {
    let mut t = bash();
    // `-z` runs nothing, but fails with 127 and stays in the history.
    t.run(&format!("gti '{}'", "x".repeat(3000)));
    assert_eq!(t.run("gti 'a\tb' \"\\\"$HOME\" $'\\a'").matches('✗').count(), 1);
    let from = t.mark();
    t.send_bytes(b"gti \xff\xfe\r");
    let drawn = t.finish(from, "bytes that are no UTF-8");
    assert!(!drawn.contains('✗'), "{drawn}");
    // 1 MB in one line, from a file: typing it would test the terminal.
    t.run("printf 'gti %s\\n' \"$(head -c 1000000 /dev/zero | tr '\\0' x)\" >big; history -r big");
    let drawn = t.run("!gti");
    assert!(!drawn.contains("✗ 127"), "hint for a line that is too long");
    let drawn = t.run("gti x");
    assert!(drawn.ends_with(&hint("git x")), "{drawn}");
}
