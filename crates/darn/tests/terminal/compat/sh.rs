//! The shells that are an sh: mksh, ksh93 and yash, whose history a script can read, dash and busybox, whose history it
//! cannot. Scenario 80.

use crate::pty::{Builder, Terminal};

const HINT: &str = "✗ 127  git status   — did you mean `git`?   [darn] choose";

both_ways!(scenario_80_hint_status_and_empty_enter: mksh, ksh, yash);
fn scenario_80_hint_status_and_empty_enter(shell: &str) {
    let mut t = Builder::new(shell).start();
    let drawn = t.run("gti status");
    assert!(drawn.ends_with(&format!("\n{HINT}")), "{shell}: {drawn}");
    assert_eq!(drawn.lines().count(), 3, "{shell}: {drawn}");
    assert_eq!(t.run("echo $?"), "T> echo $?\n127", "{shell}");
    assert!(t.run("gti status").ends_with(HINT), "{shell}");
    assert_eq!(t.run(""), "T>", "{shell}");
    assert_eq!(t.run("(exit 3)"), "T> (exit 3)", "{shell}");
    assert_eq!(t.run(""), "T>", "{shell}");
    assert_eq!(t.run("echo $?"), "T> echo $?\n3", "{shell}");
    assert_eq!(t.run(" gti secret").matches('✗').count(), 0, "{shell}");
    assert_eq!(t.run("jobs"), "T> jobs", "{shell}");
}

both_ways!(scenario_80_darn_runs_in_the_shell: mksh, ksh, yash);
fn scenario_80_darn_runs_in_the_shell(shell: &str) {
    let mut t = Builder::new(shell).start();
    t.run("gti status && cd / && v=1");
    let from = t.mark();
    t.send("darn\r");
    t.wait_for("leaves");
    t.send("\r");
    let drawn = t.finish(from, "darn");
    let ran = "Executing: git status\ngit ran: status\nExecuting: cd /\nExecuting: v=1";
    assert_eq!(drawn, format!("T> darn\n{ran}"), "{shell}");
    assert_eq!(t.run("echo $PWD $v"), "T> echo $PWD $v\n/ 1", "{shell}");
    assert!(t.run("fc -l").contains("git status"), "{shell}");
    assert_eq!(t.run("darn fix --command 'gti x' --status 127").lines().last(), Some("git x"), "{shell}");
}

both_ways!(scenario_80_shells_without_history_are_left_alone: dash, busybox);
fn scenario_80_shells_without_history_are_left_alone(shell: &str) {
    let mut t = Builder::new(shell).start();
    let drawn = t.run("gti status");
    assert_eq!(drawn.lines().count(), 2, "{shell}: {drawn}");
    assert_eq!(t.run("echo $? \"$PS1\""), "T> echo $? \"$PS1\"\n127 T>", "{shell}");
    let drawn = t.run("darn");
    assert!(
        drawn.contains("darn: this shell does not report what was typed\nhint: darn fix"),
        "{shell}: {drawn}"
    );
}

both_ways!(shell_options_do_not_break_the_hint: mksh, ksh, yash);
fn shell_options_do_not_break_the_hint(shell: &str) {
    for setting in
        ["set -u", "set -o noclobber", "IFS=:", "set -f", "alias printf='echo SHADOW' print='echo SHADOW'"]
    {
        let mut t = Builder::new(shell).before(setting).start();
        let drawn = t.run("gti status");
        assert!(drawn.ends_with(&format!("\n{HINT}")), "{shell}, {setting}: {drawn}");
        assert_eq!(t.run(""), "T>", "{shell}, {setting}");
    }
}

both_ways!(several_commands_run_until_one_fails: mksh, ksh, yash);
fn several_commands_run_until_one_fails(shell: &str) {
    let mut t = Builder::new(shell).start();
    t.run("gti a && mkdir -p q/inner && cd q && cd iner && touch never");
    t.send("darn\r");
    t.wait_for("5. touch never");
    t.wait_for("Esc leaves");
    t.send("\r");
    t.wait("the end", |t| t.screen().contains("Executing: cd iner") && t.line() == "T>");
    let screen = t.screen();
    let ran =
        "Executing: git a\ngit ran: a\nExecuting: mkdir -p q/inner\nExecuting: cd q\nExecuting: cd iner\n";
    assert!(screen.contains(ran), "{shell}: {screen}");
    assert!(screen.contains("  cd inner "), "{shell}: {screen}");
    assert!(t.run("pwd").ends_with("/q"), "{shell}: {}", t.screen());
}

both_ways!(bash_as_sh_behaves_like_bash);
fn bash_as_sh_behaves_like_bash() {
    let home_rc = format!("PS1='T> '\neval \"$('{}' init sh)\"\n", env!("CARGO_BIN_EXE_darn"));
    let mut t = Builder::new("bash")
        .program(&["bash", "--posix", "-i"])
        .without_hooks()
        .file(".shrc", &home_rc)
        .start();
    assert!(t.run("gti status").ends_with("[Tab] use"));
}

both_ways!(success_forks_nothing: mksh, ksh, yash);
fn success_forks_nothing(shell: &str) {
    let mut t = Builder::new(shell)
        .program(&[
            "strace", "-f", "-qq", "-o", "trace", "-e", "trace=fork,vfork,clone,clone3,execve", shell, "-i",
        ])
        .start();
    let calls = |t: &Terminal| std::fs::read_to_string(t.home().join("trace")).unwrap().lines().count();
    t.run("true");
    let before = calls(&t);
    for line in ["true", "x=1", ":", "", "cd ."] {
        t.run(line);
    }
    let text = std::fs::read_to_string(t.home().join("trace")).unwrap();
    assert_eq!(calls(&t), before, "{shell}: {text}");
}
