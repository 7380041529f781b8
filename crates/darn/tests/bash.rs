//! bash, as scenarios/compat numbers them.

mod pty;

use pty::Builder;

#[test]
fn hint_tab_enter() {
    let mut t = Builder::new("bash").start();
    let drawn = t.run("gti status");
    assert!(drawn.contains("\n✗ 127  git status"), "{drawn}");
    t.press("\t");
    assert_eq!(t.line(), "T> git status");
    assert_eq!(t.run(""), "T> git status\ngit ran: status");
}

#[test]
fn scenario_1_status_is_kept() {
    let mut t = Builder::new("bash").start();
    assert_eq!(t.run("false"), "T> false");
    assert_eq!(t.run("echo $?"), "T> echo $?\n1");
}
