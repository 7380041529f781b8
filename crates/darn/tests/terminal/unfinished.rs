//! Lines that never ran: an open quote and Ctrl-C, which only the relay sees in bash and fish; and lines that
//! fish cannot parse, which stay on its command line.

use crate::pty::{Builder, Terminal};

const HINT: &str = "echo \"it's done\"   — unclosed quote   [Tab] use";

/// Enters lines, the last of them incomplete, then presses Ctrl-C.
fn interrupted(t: &mut Terminal, lines: &[&str]) -> String {
    for line in lines {
        t.press(line);
        t.press("\r");
    }
    t.press("\x03")
}

per_shell!(open_quote_is_hinted_after_ctrl_c: bash, zsh, fish);
fn open_quote_is_hinted_after_ctrl_c(shell: &str) {
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

per_shell!(open_quote_on_a_cleared_screen_is_hinted: bash, zsh, fish);
/// A screen that was cleared before the line was typed.
fn open_quote_on_a_cleared_screen_is_hinted(shell: &str) {
    let mut t = Builder::new(shell).inside().start();
    t.run("echo one");
    t.press("\x0c");
    let drawn = interrupted(&mut t, &["echo 'it's done'"]);
    assert!(drawn.contains(HINT), "{shell}:\n{drawn}");
}

per_shell!(private_open_quote_is_ignored: bash, zsh, fish);
fn private_open_quote_is_ignored(shell: &str) {
    let mut t = Builder::new(shell).inside().start();
    let drawn = interrupted(&mut t, &[" echo 'it's done'"]);
    assert!(!drawn.contains("✗"), "{shell}:\n{drawn}");
}

per_shell!(open_quote_is_hinted_after_any_editing: bash, fish);
/// Lines that wrap, are corrected while they are typed, and are several.
fn open_quote_is_hinted_after_any_editing(shell: &str) {
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
fn open_quote_beside_a_right_prompt_is_ignored() {
    for (text, is_known) in [("", true), ("echo -n 12:30", false)] {
        let mut t = Builder::new("fish").inside().start();
        let define = format!("function fish_right_prompt; {text}; end");
        if is_known {
            // a line that is typed before the prompt is there would not be known
            t.run(&define);
            interrupted(&mut t, &["echo 'it's done'"]);
            t.wait_for(HINT);
        } else {
            t.press(&define);
            t.press("\r");
            t.wait_for("12:30");
            let drawn = interrupted(&mut t, &["echo 'it's done'"]);
            assert!(!drawn.contains('✗'), "{drawn}");
        }
    }
}

#[test]
fn fish_syntax_error_is_hinted() {
    for inside in [true, false] {
        let builder = Builder::new("fish");
        let mut t = if inside { builder.inside() } else { builder }.start();
        t.press("gti status )");
        let drawn = t.press("\r");
        assert!(drawn.contains("✗ 2  gti status   — unmatched bracket"), "{drawn}");
        t.press("\t");
        assert!(t.line().ends_with("> gti status"), "it should replace the line: {}", t.screen());
        let drawn = t.run("");
        assert!(drawn.contains("✗ 127  git status"), "{drawn}");
    }
}

per_shell!(line_of_a_megabyte_is_ignored: bash, zsh, fish);
/// Questions that are too long, or answered too late by another process, leave the shell as it is.
fn line_of_a_megabyte_is_ignored(shell: &str) {
    let mut t = Builder::new(shell).inside().file("long", &format!("gti {}\n", "x".repeat(1 << 20))).start();
    t.run("source ./long");
    let drawn = t.run("gti status");
    assert!(drawn.contains("✗ 127  git status"), "{shell}:\n{drawn}");
}
