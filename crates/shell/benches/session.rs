//! Time of one step in a persistent session, beside a new shell for each command and a shell driven through tmux.
//! `cargo xtask bench session`
#![allow(clippy::unwrap_used, clippy::print_stdout)]

use std::ffi::OsString;
use std::process::Command;
use std::time::{Duration, Instant};

use rustix::termios::Winsize;
use shell::session::{Event, Session, Start};
use syntax::Dialect;

const STEPS: usize = 300;
/// Maximum median of a step in a session.
const PROMISED: Duration = Duration::from_millis(5);

fn main() {
    let place = tempfile::tempdir().unwrap();
    let mut worst = Duration::ZERO;
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
        worst = worst.max(report(&format!("session, {shell}"), times));
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
    if worst > PROMISED {
        println!("a step takes {worst:.2?}, and at most {PROMISED:?} is promised");
        std::process::exit(1);
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

/// Prints the times and returns their median.
fn report(name: &str, times: Vec<Duration>) -> Duration {
    let at = |share: usize| times.get(times.len() * share / 100).copied().unwrap_or_default();
    println!("{name:<16} p50 {:>9.2?}  p95 {:>9.2?}", at(50), at(95));
    at(50)
}
