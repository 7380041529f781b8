//! Lines that never ran: a quote left open and Ctrl-C, which only the relay has seen in bash and fish;
//! what fish cannot read, which stays on its command line.

use crate::pty::{Builder, Terminal};

const HINT: &str = "echo \"it's done\"   — unclosed quote   [Tab] use";

/// Enters lines, the last of them incomplete, then Ctrl-C.
fn interrupted(t: &mut Terminal, lines: &[&str]) -> String {
    for line in lines {
        t.press(line);
        t.press("\r");
    }
    t.press("\x03")
}

per_shell!(a_quote_left_open: bash, zsh, fish);
fn a_quote_left_open(shell: &str) {
    let mut t = Builder::new(shell).inside().start();
    let drawn = interrupted(&mut t, &["echo 'it's done'"]);
    assert!(drawn.contains(HINT), "{shell}:\n{drawn}");
    t.press("\t");
    assert!(t.run("").ends_with("\nit's done"), "{shell}:\n{}", t.screen());
    // Ctrl-C where nothing was left open
    for keys in ["", "echo it"] {
        t.press(keys);
        let drawn = t.press("\x03");
        assert!(!drawn.contains("✗"), "{shell}: {keys:?}\n{drawn}");
    }
}

per_shell!(on_a_cleared_screen: bash, zsh, fish);
/// A screen that was cleared before the line was typed.
fn on_a_cleared_screen(shell: &str) {
    let mut t = Builder::new(shell).inside().start();
    t.run("echo one");
    t.press("\x0c");
    let drawn = interrupted(&mut t, &["echo 'it's done'"]);
    assert!(drawn.contains(HINT), "{shell}:\n{drawn}");
}

per_shell!(what_is_private_stays_so: bash, zsh, fish);
fn what_is_private_stays_so(shell: &str) {
    let mut t = Builder::new(shell).inside().start();
    let drawn = interrupted(&mut t, &[" echo 'it's done'"]);
    assert!(!drawn.contains("✗"), "{shell}:\n{drawn}");
}

per_shell!(however_it_was_typed: bash, fish);
/// Lines that wrap, are corrected while they are typed, and are several.
fn however_it_was_typed(shell: &str) {
    let mut t = Builder::new(shell).inside().size(40, 24).start();
    t.press("ecko");
    t.press("\x7f\x7fho 'abcdefghijklmnopqrstuvwxyz0123456789'");
    t.press("s it'");
    t.press("\r");
    let drawn = t.press("\x03");
    assert!(drawn.contains("✗ 2  echo \"abcdefghijklmno"), "{shell}:\n{drawn}");
    t.press("\t");
    let ran = t.run("").replace('\n', "");
    assert!(ran.ends_with("\"abcdefghijklmnopqrstuvwxyz0123456789's it"), "{shell}:\n{}", t.screen());
}

/// What stands right of a line would be taken for a part of it.
#[test]
fn beside_a_prompt_on_the_right_nothing_is_known() {
    for (text, is_known) in [("", true), ("echo -n 12:30", false)] {
        let mut t = Builder::new("fish").inside().start();
        t.press(&format!("function fish_right_prompt; {text}; end"));
        t.press("\r");
        let drawn = interrupted(&mut t, &["echo 'it's done'"]);
        assert_eq!(drawn.contains(HINT), is_known, "{text}:\n{drawn}");
    }
}

#[test]
fn what_fish_cannot_read() {
    for inside in [true, false] {
        let builder = Builder::new("fish");
        let mut t = if inside { builder.inside() } else { builder }.start();
        t.press("gti status )");
        let drawn = t.press("\r");
        assert!(drawn.contains("✗ 2  gti status   — unmatched bracket"), "{drawn}");
        t.press("\t");
        assert!(t.line().ends_with("> gti status"), "it takes the place of the line: {}", t.screen());
        let drawn = t.run("");
        assert!(drawn.contains("✗ 127  git status"), "{drawn}");
    }
}

per_shell!(a_line_of_a_megabyte_is_not_asked_about: bash, zsh, fish);
/// Questions that are too long, or answered too late by another process, leave the shell as it is.
fn a_line_of_a_megabyte_is_not_asked_about(shell: &str) {
    let mut t = Builder::new(shell).inside().file("long", &format!("gti {}\n", "x".repeat(1 << 20))).start();
    t.run("source ./long");
    let drawn = t.run("gti status");
    assert!(drawn.contains("✗ 127  git status"), "{shell}:\n{drawn}");
}
