//! A relay and a daemon give the same hint for the same failure.

use std::collections::BTreeSet;
use std::path::Path;

use crate::daemon;
use crate::pty::{Builder, Terminal};

/// Characters of the shell: a line with one of them may run more than the command that is not there.
const SYNTAX: &[char] = &['|', ';', '&', '>', '<', '$', '`', '(', ')', '{', '}', '"', '\'', '*'];

/// Returns the recorded lines of the corpus whose command the shell did not find, and that run nothing here.
fn unknown_commands(shell: &str) -> BTreeSet<String> {
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../corpus");
    let files = std::fs::read_dir(&corpus).unwrap().map(|entry| entry.unwrap().path());
    let head = format!("```console {shell} 127");
    let mut found = BTreeSet::new();
    for text in files.map(|file| std::fs::read_to_string(file).unwrap()) {
        let mut lines = text.lines();
        while let Some(line) = lines.next() {
            let typed =
                (line == head).then(|| lines.next()).flatten().and_then(|line| line.strip_prefix("$ "));
            found.extend(typed.filter(|line| runs_nothing(line)).map(str::to_owned));
        }
    }
    found
}

fn runs_nothing(line: &str) -> bool {
    let name = line.split(' ').next().unwrap_or("");
    let path = std::env::var_os("PATH").unwrap_or_default();
    let is_program = std::env::split_paths(&path).any(|directory| directory.join(name).exists());
    line.is_ascii() && !line.contains(SYNTAX) && !name.contains(['/', '=']) && !is_program
}

/// Returns what is drawn for a line, with the home abbreviated.
fn drawn(t: &mut Terminal, typed: &str) -> String {
    let text = t.run(typed);
    text.replace(&t.home().display().to_string(), "~")
}

/// The daemon sees no output, so the relay records none here.
const NO_OUTPUT: &str = "[capture]\nmode = 'none'\n";

per_shell!(relay_and_daemon_agree_on_the_corpus: bash, zsh);
fn relay_and_daemon_agree_on_the_corpus(shell: &str) {
    let mut inside = Builder::new(shell).inside().file(".config/darn/config.toml", NO_OUTPUT).start();
    let (mut outside, daemon) = daemon::start(shell);
    let lines = unknown_commands(shell);
    assert!(lines.len() >= 15, "{shell}: {lines:?}");
    let mut hints = 0;
    for typed in &lines {
        let (by_relay, by_daemon) = (drawn(&mut inside, typed), drawn(&mut outside, typed));
        hints += u64::from(by_daemon.contains('✗'));
        assert_eq!(by_relay, by_daemon, "{shell}: {typed}");
    }
    assert!(hints * 2 > lines.len() as u64, "{shell}: {hints} hints for {} lines", lines.len());
    assert!(daemon.requests() >= hints, "{shell}: {} questions for {hints} hints", daemon.requests());
}
