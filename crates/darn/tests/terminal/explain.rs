//! `darn explain` at the prompt: the last failure of this shell, by its own status and text.

use crate::pty::Builder;

/// A status with one meaning, and no output to read.
const FAILED: &str = "curl -s http://nosuch.invalid/";
const WHAT: &str = "`nosuch.invalid` has no address: names in .invalid never have an address";

/// Explains a failure of a program that ends like curl if a name has no address.
fn explained(shell: &str) -> String {
    let mut t = Builder::new(shell).file("bin/curl", "#!/bin/sh\nexit 6\n").start();
    t.run(FAILED);
    t.run("darn explain")
}

per_shell!(explain_uses_status_and_text_of_the_last_failure: bash, zsh, fish);
fn explain_uses_status_and_text_of_the_last_failure(shell: &str) {
    let drawn = explained(shell);
    assert!(drawn.contains(&format!("✗ 6  {FAILED}")), "{shell}: {drawn}");
    assert!(drawn.contains(WHAT) || drawn.contains("this machine is offline"), "{shell}: {drawn}");
}

#[test]
fn explain_itself_is_not_the_last_failure() {
    let mut t = Builder::new("bash").start();
    t.run("gti status");
    let first = t.run("darn explain");
    assert!(first.contains("there is no command `gti` here") && first.contains("→ git status"), "{first}");
    assert_eq!(t.run("darn explain"), first);
}

#[test]
fn explain_before_a_failure_says_there_is_none() {
    let mut t = Builder::new("zsh").start();
    let drawn = t.run("darn explain");
    assert!(drawn.contains("darn: no failed command in this shell yet"), "{drawn}");
}
