//! bash: where the text of the failed command comes from, and when it must be ignored. Scenarios 35, 41–43.

use crate::pty::{Builder, Terminal};

fn offers(t: &mut Terminal, line: &str, fix: &str) {
    let drawn = t.run(line);
    assert!(drawn.contains(&format!("✗ 127  {fix} ")), "{line}: {drawn}");
    t.press("\t");
    assert_eq!(t.line(), format!("T> {fix}"));
    t.press("\x15");
    t.run("");
}

/// Nothing is drawn, and neither Tab nor `darn` offers anything.
fn is_silent(t: &mut Terminal, line: &str) {
    let drawn = t.run(line);
    assert!(!drawn.contains('✗'), "{line}: {drawn}");
    assert!(!t.press("\t").contains("git"), "{line}");
    t.press("\x15");
    assert!(t.run("darn").contains("no failed command in this shell"), "{line}");
}

both_ways!(scenario_35_comments);
fn scenario_35_comments() {
    let mut t = Builder::new("bash").start();
    assert_eq!(t.run("# gti"), "T> # gti");
    offers(&mut t, "gti x # status", "git x # status");
    assert_eq!(t.run("   # gti"), "T>    # gti");
    let mut t = Builder::new("bash").before("shopt -u interactive_comments").start();
    is_silent(&mut t, "# foo");
}

both_ways!(scenario_41_a_leading_blank_is_private);
fn scenario_41_a_leading_blank_is_private() {
    for control in ["ignorespace", "ignoreboth", "ignoreboth:erasedups"] {
        let mut t = Builder::new("bash").before(&format!("HISTCONTROL={control}")).start();
        is_silent(&mut t, " gti secret");
        offers(&mut t, "gti status", "git status");
        is_silent(&mut t, " gti status2");
        is_silent(&mut t, " gti status2"); // also when repeated
        assert_eq!(
            t.run("history | grep -c status2"),
            "T> history | grep -c status2\n1",
            "darn changed the history"
        );
    }
    // Without ignorespace, the line with a leading blank is in the history, but is still private.
    let mut t = Builder::new("bash").before("HISTCONTROL=").start();
    is_silent(&mut t, " gti secret");
}

both_ways!(scenario_42_repeats_are_recognised);
fn scenario_42_repeats_are_recognised() {
    for control in ["ignoredups", "ignoreboth", "erasedups", "ignoreboth:erasedups"] {
        let mut t = Builder::new("bash").before(&format!("HISTCONTROL={control}")).start();
        offers(&mut t, "gti status", "git status");
        offers(&mut t, "gti status", "git status");
        t.run("true other");
        offers(&mut t, "gti status", "git status");
        t.run("true other");
        offers(&mut t, "gti status", "git status");
    }
}

both_ways!(scenario_43_no_history);
fn scenario_43_no_history() {
    let mut t = Builder::new("bash").before("HISTIGNORE='gti*'").start();
    is_silent(&mut t, "gti status");
    offers(&mut t, "echo; gti status", "echo; git status");
    let mut t = Builder::new("bash").before("unset HISTFILE").start();
    offers(&mut t, "gti status", "git status");
    for off in ["set +o history", "HISTSIZE=0"] {
        let mut t = Builder::new("bash").before(off).start();
        is_silent(&mut t, "gti status");
        is_silent(&mut t, "gti status");
        assert_eq!(t.run("(exit 3)"), "T> (exit 3)");
        assert_eq!(t.run("echo $?"), "T> echo $?\n3");
    }
    let mut t = Builder::new("bash").before("HISTSIZE=3").start();
    for _ in 0..5 {
        offers(&mut t, "gti status", "git status");
        t.run("true");
        offers(&mut t, "gti log", "git log");
    }
    t.run("set +o history");
    is_silent(&mut t, "gti status");
    t.run("set -o history");
    offers(&mut t, "gti status", "git status");
}

both_ways!(times_in_the_history_are_no_part_of_the_text);
fn times_in_the_history_are_no_part_of_the_text() {
    let mut t = Builder::new("bash").before("HISTTIMEFORMAT='%F %T '").start();
    offers(&mut t, "gti status", "git status");
    assert!(t.run("history 1").contains("-"), "the user's time format was lost");
}

both_ways!(command_of_several_lines_is_read_whole);
fn command_of_several_lines_is_read_whole() {
    for (options, expected) in [
        ("", "for i in 1; do git x; done"),
        ("shopt -s lithist", "for i in 1 …"),
        ("shopt -u cmdhist", "for i in 1 …"),
    ] {
        let mut t = Builder::new("bash").before(options).start();
        t.send("for i in 1\rdo gti x\r");
        let drawn = t.run("done");
        assert!(drawn.contains("✗ 127  for i in 1"), "{options}: {drawn}");
        assert!(drawn.contains(expected), "{options}: {drawn}");
        t.press("\t");
        t.press("\x15");
        t.run("");
        offers(&mut t, "gti status", "git status");
    }
    let mut t = Builder::new("bash").start();
    t.send("gti log \\\r");
    let drawn = t.run("--oneline");
    assert!(drawn.contains("✗ 127  git log --oneline"), "{drawn}");
    t.send("cat <<END && gti x\rone\r\rtwo\r");
    let drawn = t.run("END");
    assert!(drawn.contains("✗ 127  cat <<END && git x …"), "{drawn}");
    t.press("\t");
    let drawn = t.run("");
    assert!(drawn.contains("one\n\ntwo\ngit ran: x"), "the document lost its blank line: {drawn}");
}

both_ways!(history_is_used_and_not_touched);
fn history_is_used_and_not_touched() {
    let mut t = Builder::new("bash").file(".bash_history", "first\nsecond\n").start();
    t.run("gti status");
    t.press("\t");
    t.run("");
    assert_eq!(
        t.run("history"),
        "T> history\n    1  first\n    2  second\n    3  gti status\n    4  git status\n    5  history"
    );
    t.send("exit\r");
    t.end();
    let saved = std::fs::read_to_string(t.home().join(".bash_history")).unwrap();
    assert_eq!(saved, "first\nsecond\ngti status\ngit status\nhistory\nexit\n");
}

both_ways!(long_history_costs_little);
fn long_history_costs_little() {
    let long: String = (0..2000).map(|n| format!("echo {n} {}\n", "word ".repeat(40))).collect();
    let mut t = Builder::new("bash").file(".bash_history", &long).before("HISTSIZE=5000").start();
    offers(&mut t, "gti status", "git status");
}
