//! `cd app && gti status`: the shell is in `app` by the time of the hint, so the fix must not enter it again.

use crate::daemon;
use crate::pty::{Builder, Terminal};

/// Ways in which a hint comes about.
fn settings(shell: &str) -> [Terminal; 2] {
    [Builder::new(shell).start(), Builder::new(shell).inside().start()]
}

fn assert_hints(shell: &str, t: &mut Terminal) {
    let inner =
        if shell == "fish" { "sh -c 'cd project' && gti status" } else { "(cd project && gti status)" };
    t.run("mkdir -p project/deep && touch project/notes.txt");
    let home = t.home().to_path_buf();
    for (line, hint) in [
        ("cd project && gti status", "git status "),
        ("cd project; mkidr -p x", "mkdir -p x "),
        ("mkdir -p project && cd ./project && cat ntoes.txt", "cat notes.txt "),
        ("cd project && cd deep && gti log", "git log "),
        // nothing has moved the shell
        (inner, &format!("{} ", inner.replace("gti", "git"))),
        ("cd projct && gti status", "cd project && git status "),
        ("gti status", "git status "),
    ] {
        let drawn = t.run(line);
        assert!(drawn.lines().any(|line| is_hint(line, hint)), "{line}: {drawn}");
        t.run(&format!("cd '{}'", home.display()));
    }
}

fn is_hint(line: &str, fix: &str) -> bool {
    line.strip_prefix("✗ ")
        .and_then(|line| line.split_once("  "))
        .is_some_and(|(_, said)| said.starts_with(fix))
}

per_shell!(fix_leaves_out_a_cd_that_has_run: bash, zsh, fish, mksh);
fn fix_leaves_out_a_cd_that_has_run(shell: &str) {
    for mut t in settings(shell) {
        assert_hints(shell, &mut t);
    }
    let (mut t, daemon) = daemon::start(shell);
    assert_hints(shell, &mut t);
    assert!(daemon.requests() >= 6, "{shell}: {}", daemon.requests());
}

per_shell!(later_question_knows_where_the_line_was_entered: bash, zsh, fish);
/// `darn fix` explains the last failure where the user is by then.
fn later_question_knows_where_the_line_was_entered(shell: &str) {
    let mut t = Builder::new(shell).start();
    t.run("mkdir project");
    t.run("cd project && gti status");
    assert!(t.run("darn fix | cat").lines().any(|line| line == "git status"), "{shell}: {}", t.screen());
    t.run("cd ..");
    let drawn = t.run("darn fix | cat");
    assert!(drawn.lines().any(|line| line == "cd project && git status"), "{shell}: {drawn}");
}
