//! `darn explain --rerun`: only what reads, only after a yes, only at a terminal.

use crate::home::Home;
use crate::pty::Builder;

#[test]
fn without_a_terminal_nothing_is_run() {
    let home = Home::new();
    let said = home.darn(&["explain", "--rerun", "--status", "1", "--command", "cat nosuch"]);
    assert_eq!(said.status, 1);
    assert!(said.err.starts_with("darn: --rerun asks before it runs a command"), "{said:?}");
    assert!(said.err.contains("hint: --output FILE"), "{said:?}");
}

#[test]
fn what_may_change_something_is_not_run_again() {
    let home = Home::new();
    home.write("a", "");
    for command in ["rm a", "cat a > b", "touch b", "cat $(touch b)", "sudo cat a", "make", "gpg -d a"] {
        let said = home.darn(&["explain", "--rerun", "--status", "1", "--command", command]);
        assert_eq!(said.status, 1, "{command}");
        assert!(said.err.starts_with("darn: the command is not run again: "), "{command}: {said:?}");
    }
    assert!(home.path("a").exists() && !home.path("b").exists());
}

#[test]
fn after_a_yes_the_output_is_known() {
    for (shell, answer) in [("bash", "y"), ("zsh", "y"), ("fish", "y"), ("bash", "n")] {
        let mut t = Builder::new(shell).size(100, 40).start();
        t.run("cat nosuch | wc -l; cat nosuch");
        t.send("darn explain --rerun -- cat nosuch\r");
        t.wait_for("[y/N]");
        let drawn = t.press(&format!("{answer}\r"));
        if answer == "y" {
            assert!(drawn.contains("✗ 1  cat nosuch"), "{shell}: {drawn}");
            assert!(drawn.contains("`nosuch`"), "{shell}: {drawn}");
        } else {
            assert!(drawn.contains("nothing was run"), "{shell}: {drawn}");
        }
    }
}
