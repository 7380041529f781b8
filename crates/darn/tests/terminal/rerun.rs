//! `darn explain --rerun`: only read-only commands, only after confirmation, only at a terminal.

use crate::home::Home;
use crate::pty::{Builder, Terminal};

#[test]
fn rerun_without_a_terminal_runs_nothing() {
    let home = Home::new();
    let said = home.darn(&["explain", "--rerun", "--status", "1", "--command", "cat nosuch"]);
    assert_eq!(said.status, 1);
    assert!(said.err.starts_with("darn: --rerun asks before it runs a command"), "{said:?}");
    assert!(said.err.contains("hint: --output FILE"), "{said:?}");
}

#[test]
fn command_with_effects_is_not_rerun() {
    let home = Home::new();
    home.write("a", "");
    for command in ["rm a", "cat a > b", "touch b", "cat $(touch b)", "sudo cat a", "make", "gpg -d a"] {
        let said = home.darn(&["explain", "--rerun", "--status", "1", "--command", command]);
        assert_eq!(said.status, 1, "{command}");
        assert!(said.err.starts_with("darn: the command is not run again: "), "{command}: {said:?}");
    }
    assert!(home.path("a").exists() && !home.path("b").exists());
}

/// A shell that asks whether to run the last command again.
fn asking(shell: &str) -> Terminal {
    let mut t = Builder::new(shell).size(100, 40).start();
    t.run("cat nosuch | wc -l; cat nosuch");
    t.send("darn explain --rerun -- cat nosuch\r");
    t.wait_for("[y/N]");
    t
}

per_shell!(rerun_confirmed_explains_the_new_output: bash, zsh, fish);
fn rerun_confirmed_explains_the_new_output(shell: &str) {
    let drawn = asking(shell).press("y\r");
    assert!(drawn.contains("✗ 1  cat nosuch"), "{shell}: {drawn}");
    assert!(drawn.contains("`nosuch`"), "{shell}: {drawn}");
}

#[test]
fn rerun_declined_runs_nothing() {
    let drawn = asking("bash").press("n\r");
    assert!(drawn.contains("nothing was run"), "{drawn}");
}
