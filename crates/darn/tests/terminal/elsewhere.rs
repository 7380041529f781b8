//! Shells without darn's hooks inside `darn shell`: no hints are printed there, but the list's key types the
//! fix of the last failure.

use crate::pty::{Builder, Terminal};

/// Starts a session that runs another shell, whose prompt is `far$ `.
fn far(shell: &str, command: &str, environment: &str) -> Terminal {
    let mut t = Builder::new(shell).inside().start();
    t.send(&format!("{environment} {command}\r"));
    t.wait_until("the other shell", |t| t.line() == "far$");
    t
}

fn enter(t: &mut Terminal, line: &str) {
    let prompts = t.screen().matches("far$").count();
    t.send(line);
    t.send("\r");
    t.wait_until("its next prompt", |t| t.screen().matches("far$").count() > prompts && t.line() == "far$");
}

per_shell!(list_key_types_the_fix: bash, zsh, fish);
fn list_key_types_the_fix(shell: &str) {
    let mut t = far(shell, "bash --norc -i", "env PS1='far$ '");
    enter(&mut t, "gti status");
    assert!(!t.screen().contains('✗'), "{shell}: nothing is said by itself:\n{}", t.screen());
    t.send("\x1b/");
    t.wait_until("the command", |t| t.line() == "far$ git status");
    t.send("\r");
    t.wait_until("it ran, once it was confirmed", |t| t.screen().contains("git ran: status"));
    enter(&mut t, "true");
    t.send("\x1b/x");
    t.wait_until("the key does what it did", |t| t.line().ends_with('x'));
    assert!(!t.line().contains("git"), "{shell}:\n{}", t.screen());
}

/// Keys typed during the search for the answer follow it.
#[test]
fn keys_typed_after_the_list_key_keep_their_order() {
    let mut t = far("bash", "bash --norc -i", "env PS1='far$ '");
    enter(&mut t, "gti status");
    t.send("\x1b/");
    t.send(" --short\r");
    t.wait_until("it ran", |t| t.screen().contains("git ran: status --short"));
}

/// The inner shell may itself be invisible to darn.
#[test]
fn shell_without_a_readable_prompt_gets_nothing() {
    let mut t = Builder::new("dash").inside().without_hooks().start();
    t.send("PS1='far$ '\r");
    t.wait_until("its prompt", |t| t.line() == "far$");
    enter(&mut t, "gti status");
    t.send("\x1b/\r");
    t.wait_until("it ran", |t| t.screen().contains("git ran: status"));
}

#[test]
fn interpreter_prompt_is_left_alone() {
    let mut t = Builder::new("bash").inside().start();
    t.send("python3 -q\r");
    t.wait_until("its prompt", |t| t.line() == ">>>");
    t.send("imprt os\r");
    t.wait_until("its complaint", |t| t.screen().contains("SyntaxError") && t.line() == ">>>");
    t.send("\x1b/");
    t.send("1+1\r");
    t.wait_until("its answer", |t| t.screen().contains("\n2\n"));
}

/// In a shell with darn's hooks the key opens the list, even after all that.
#[test]
fn list_key_in_a_hooked_shell_is_unchanged() {
    let mut t = far("zsh", "bash --norc -i", "env PS1='far$ '");
    enter(&mut t, "gti far");
    t.send("exit 0\r");
    t.wait("our prompt", |t| t.line() == "T>");
    t.run("gti near");
    t.send("\x1b/");
    t.wait_for("git near");
    t.wait_until("the list", |t| t.screen().contains("Esc"));
}
