//! What a shell reads from darn's cache: a part that is gone or spoiled must not cost the hint.

use std::path::PathBuf;

use crate::pty::{Builder, Terminal};

/// Returns the cached files whose names begin and end like this.
fn cached(t: &Terminal, start: &str, end: &str) -> Vec<PathBuf> {
    let files = std::fs::read_dir(t.home().join(".cache/darn")).unwrap().map(|entry| entry.unwrap().path());
    let is_meant = |path: &PathBuf| {
        let name = path.file_name().unwrap().to_str().unwrap();
        name.starts_with(start) && name.ends_with(end)
    };
    files.filter(is_meant).collect()
}

per_shell!(part_for_failures_that_is_gone_is_written_again: bash, zsh, fish);
fn part_for_failures_that_is_gone_is_written_again(shell: &str) {
    let mut t = Builder::new(shell).start();
    let parts = cached(&t, "failed-", shell);
    assert_eq!(parts.len(), 1, "{parts:?}");
    std::fs::remove_file(&parts[0]).unwrap();
    let drawn = t.run("gti status");
    assert!(drawn.contains("✗ 127  git status"), "{drawn}");
    assert_eq!(cached(&t, "failed-", shell), parts);
}

per_shell!(part_for_failures_cut_short_is_no_endless_loop: bash, zsh, fish);
fn part_for_failures_cut_short_is_no_endless_loop(shell: &str) {
    let mut t = Builder::new(shell).start();
    std::fs::write(cached(&t, "failed-", shell).remove(0), "").unwrap();
    t.run("gti status");
    assert_eq!(t.run("echo alive"), "T> echo alive\nalive");
}

/// Starts the shell with the lines of `darn setup`, twice: the second start finds the kept script.
fn with_kept_script(shell: &str) -> Terminal {
    let darn = env!("CARGO_BIN_EXE_darn");
    let (file, prompt) = match shell {
        "fish" => (
            ".config/fish/config.fish",
            "function fish_prompt; echo -n 'T> '; end; function fish_greeting; end",
        ),
        "zsh" => (".zshrc", "PROMPT='T> '"),
        _ => (".bashrc", "PS1='T> '"),
    };
    let kept = format!("~/.cache/darn/init.{shell}");
    let line = match shell {
        "fish" => format!("source {kept} 2>/dev/null; or '{darn}' init fish --keep | source"),
        _ => format!(". {kept} 2>/dev/null || eval \"$('{darn}' init {shell} --keep)\""),
    };
    let builder = Builder::new(shell).without_hooks().program(&[shell]);
    let mut t = builder.file(file, &format!("{prompt}\n{line}\n")).start();
    t.run(&format!("exec {shell}"));
    t
}

per_shell!(kept_script_mends_like_a_new_one: bash, zsh, fish);
fn kept_script_mends_like_a_new_one(shell: &str) {
    let mut t = with_kept_script(shell);
    let drawn = t.run("gti status");
    assert!(drawn.contains("✗ 127  git status"), "{drawn}");
    t.press("\t");
    assert_eq!(t.line(), "T> git status");
}

#[test]
fn part_for_the_start_of_zsh_that_is_gone_or_spoiled_costs_nothing() {
    let mut t = with_kept_script("zsh");
    let part = cached(&t, "start-", ".zsh").remove(0);
    let compiled = part.with_extension("zsh.zwc");
    std::fs::remove_file(&compiled).unwrap(); // the running shell has it in its memory
    std::fs::write(&compiled, "another version of zsh wrote this").unwrap();
    t.run("exec zsh");
    assert!(t.run("gti status").contains("✗ 127  git status"), "{}", t.screen());
    std::fs::remove_file(&part).unwrap();
    t.run("exec zsh");
    assert!(t.run("gti log").contains("✗ 127  git log"), "{}", t.screen());
    assert!(part.exists());
}

#[test]
fn compiled_part_that_zsh_cannot_read_is_replaced_by_the_text() {
    for spoiled in ["", "another version of zsh wrote this"] {
        let mut t = Builder::new("zsh").start();
        let part = cached(&t, "failed-", ".zsh").remove(0);
        std::fs::write(part.with_extension("zsh.zwc"), spoiled).unwrap();
        let drawn = t.run("gti log");
        assert!(drawn.contains("✗ 127  git log"), "{spoiled:?}: {drawn}");
    }
}

/// bash keeps what it read of the history at the last failure: an edited history must not leave it with
/// another command's text.
#[test]
fn history_edited_between_failures_gives_the_right_text() {
    let mut t = Builder::new("bash").start();
    for (edit, line) in [
        ("true", "gti diff"),
        ("history -d -2", "gti log"),
        ("history -c", "gti status"),
        ("history -s gti diff", "gti log"),
        ("HISTCONTROL=erasedups", "gti status"),
    ] {
        t.run(edit);
        let drawn = t.run(line);
        let mended = line.replace("gti", "git");
        assert!(drawn.contains(&format!("✗ 127  {mended} ")), "{edit}; {line}: {drawn}");
    }
}

#[test]
fn history_stays_in_no_file() {
    let mut t = Builder::new("bash").start();
    for line in ["gti status", "gti log"] {
        assert!(t.run(line).contains("✗ 127"), "{}", t.screen());
        assert!(cached(&t, "printed.", "").is_empty());
    }
}

#[test]
fn history_goes_through_no_file_if_the_user_keeps_none() {
    let mut t = Builder::new("bash").start();
    // a write would wait for a reader
    t.run("unset HISTFILE; mkfifo ~/.cache/darn/printed.$$");
    assert!(t.run("gti status").contains("✗ 127  git status"), "{}", t.screen());
}
