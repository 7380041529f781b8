//! Time of one step in a persistent session, beside a new shell for each command and a shell driven through tmux.
//! `cargo run --release --package darnit-shell --example session`
#![allow(clippy::unwrap_used, clippy::print_stdout)]

use std::ffi::OsString;
use std::process::Command;
use std::time::{Duration, Instant};

use rustix::termios::Winsize;
use shell::session::{Event, Session, Start};
use syntax::Dialect;

const STEPS: usize = 300;

fn main() {
    let place = tempfile::tempdir().unwrap();
    for (shell, dialect) in
        [("bash", Dialect::Bash), ("zsh", Dialect::Zsh), ("fish", Dialect::Fish), ("dash", Dialect::Posix)]
    {
        let environment: Vec<(OsString, OsString)> = std::env::vars_os().collect();
        let directory = place.path().join(shell);
        std::fs::create_dir(&directory).unwrap();
        let mut session = Session::start(Start {
            program: shell.as_ref(),
            dialect,
            reads_startup_files: false,
            directory: place.path(),
            environment: &environment,
            size: Winsize { ws_row: 40, ws_col: 120, ws_xpixel: 0, ws_ypixel: 0 },
            place: &directory,
            nonce: &format!("bench{}{shell}", std::process::id()),
        })
        .unwrap();
        let times = measure(|| {
            session.run("true").unwrap();
            while !matches!(session.next(&[], None).unwrap(), Event::Ended(_)) {}
        });
        report(&format!("session, {shell}"), times);
    }
    report(
        "bash -c",
        measure(|| {
            Command::new("bash").args(["-c", "true"]).status().unwrap();
        }),
    );
    let tmux = |arguments: &[&str]| Command::new("tmux").args(["-L", "darn-bench"]).args(arguments).status();
    if tmux(&["-f", "/dev/null", "new-session", "-d", "bash --norc"]).is_ok_and(|status| status.success()) {
        let times = measure(|| {
            let _ = tmux(&["send-keys", "true; tmux wait -S done", "Enter"]);
            let _ = tmux(&["wait", "done"]);
        });
        report("tmux, bash", times);
        let _ = tmux(&["kill-server"]);
    }
}

fn measure(mut step: impl FnMut()) -> Vec<Duration> {
    let mut times: Vec<Duration> = (0..STEPS)
        .map(|_| {
            let since = Instant::now();
            step();
            since.elapsed()
        })
        .collect();
    times.sort();
    times
}

fn report(name: &str, times: Vec<Duration>) {
    let at = |share: usize| times.get(times.len() * share / 100).copied().unwrap_or_default();
    println!("{name:<16} p50 {:>9.2?}  p95 {:>9.2?}", at(50), at(95));
}
