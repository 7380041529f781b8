//! bash asks the program by way of a file, in the most usual case: one command, the newest entry of the history.

use std::path::PathBuf;

use crate::pty::{Builder, Terminal};

/// Starts bash with its first failure behind it; from then on what the shell itself finds out is not used.
fn start() -> Terminal {
    let mut t = Builder::new("bash").start();
    t.run("alias lsl='ls -l'");
    t.run("gti status");
    t.run("__darn_read() { return 1; }");
    t
}

fn questions(t: &Terminal) -> Vec<PathBuf> {
    let entries = t.home().join(".cache/darn").read_dir().unwrap();
    let files = entries.map(|entry| entry.unwrap().path());
    files.filter(|path| path.to_string_lossy().contains("printed.")).collect()
}

#[test]
fn usual_failure_is_found_by_the_program() {
    let mut t = start();
    t.run("touch notes.txt");
    for (line, hint) in [
        ("gti log --oneline", "✗ 127  git log --oneline"),
        ("lsll /", "✗ 127  lsl /"),
        ("cat ntoes.txt", "✗ 1  cat notes.txt"),
        ("mkdir new && cd new && gti init", "✗ 127  git init"),
    ] {
        let drawn = t.run(line);
        assert!(drawn.contains(hint), "{line}: {drawn}");
        assert_eq!(questions(&t), Vec::<PathBuf>::new(), "the question is deleted");
    }
    t.press("\t");
    assert_eq!(t.line(), "T> git init");
}

#[test]
fn keys_and_the_list_follow_such_a_hint() {
    let mut t = start();
    t.run("gti log");
    t.run("true");
    t.run("gti diff");
    t.press("\t");
    assert_eq!(t.line(), "T> git diff");
    t.press("\u{15}");
    t.run("gti show");
    t.send("\u{1b}/");
    t.wait_for("Enter runs");
    t.press("\u{1b}");
}

#[test]
fn private_line_is_not_asked_about() {
    let mut t = start();
    assert!(!t.run(" gti log").contains('✗'));
    assert!(t.run("gti log").contains("✗ 127  git log"));
}
