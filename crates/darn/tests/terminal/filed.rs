//! bash and zsh ask the program by way of a file; bash only in the most usual case: one command, the newest entry of the
//! history.

use std::path::PathBuf;

use crate::pty::{Builder, Terminal};

/// Starts a shell with its first failure behind it; from then on what the shell itself finds out is not used.
fn start(shell: &str) -> Terminal {
    let mut t = Builder::new(shell).start();
    t.run("HISTFILE=~/.history"); // without one, the user may not want traces on the disk
    t.run("alias lsl='ls -l'");
    t.run("gti status");
    let other_way = if shell == "bash" { "__darn_read" } else { "__darn_exec" };
    t.run(&format!("{other_way}() {{ return 1; }}"));
    t
}

fn questions(t: &Terminal) -> Vec<PathBuf> {
    let entries = t.home().join(".cache/darn").read_dir().unwrap();
    let files = entries.map(|entry| entry.unwrap().path());
    files.filter(|path| path.to_string_lossy().contains("printed.")).collect()
}

per_shell!(usual_failure_is_asked_about_in_a_file: bash, zsh);
fn usual_failure_is_asked_about_in_a_file(shell: &str) {
    let mut t = start(shell);
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
    let mut t = start("bash");
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

per_shell!(private_line_is_not_asked_about: bash, zsh);
fn private_line_is_not_asked_about(shell: &str) {
    let mut t = start(shell);
    assert!(!t.run(" gti log").contains('✗'));
    assert!(t.run("gti log").contains("✗ 127  git log"));
}
