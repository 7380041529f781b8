//! A relay that does not answer: the shell waits for a moment, once, and continues without it.

use std::time::{Duration, SystemTime};

use crate::pty::{Builder, Terminal};
use rustix::process::{Signal, kill_process};

/// The hook's timeout for the relay (25 ms) plus the delay on a loaded machine, including some forks; it used
/// to be three seconds.
const BOUND: Duration = Duration::from_millis(700);

/// What a shell does at each prompt after our hooks.
fn at_prompt(shell: &str) -> &'static str {
    match shell {
        "bash" => "PROMPT_COMMAND+=(': >prompt')",
        "zsh" => "p() { : >prompt }; precmd_functions+=(p)",
        _ => "function p --on-event fish_prompt; true >prompt; end",
    }
}

fn modified(t: &Terminal, name: &str) -> Option<SystemTime> {
    t.home().join(name).metadata().ok()?.modified().ok()
}

/// Runs a failing command while the relay is stopped, and returns the time from then to the prompt.
fn failed_at_stopped_relay(t: &mut Terminal) -> Duration {
    t.send("cat go >/dev/null; true >ended; gti status\r");
    t.wait_until("the command", |t| t.is_running("cat"));
    kill_process(t.outer(), Signal::STOP).unwrap();
    // a busy machine may let it run on for a while, and fish ask it
    let stat = format!("/proc/{}/stat", t.outer().as_raw_nonzero());
    t.wait_until("the relay to stop", |_| std::fs::read_to_string(&stat).unwrap().contains(") T "));
    std::fs::write(t.home().join("go"), "go\n").unwrap();
    t.wait_until("the end of the command", |t| modified(t, "ended").is_some());
    let ended = modified(t, "ended").unwrap();
    t.wait_until("the prompt", |t| modified(t, "prompt").is_some_and(|prompt| prompt >= ended));
    modified(t, "prompt").unwrap().duration_since(ended).unwrap()
}

fn start(shell: &str, more: &str) -> Terminal {
    let t = Builder::new(shell).inside().after(at_prompt(shell)).after(more).start();
    rustix::fs::mkfifoat(rustix::fs::CWD, t.home().join("go"), rustix::fs::Mode::RWXU).unwrap();
    t
}

per_shell!(stopped_relay_delays_the_prompt_only_a_moment: bash, zsh, fish);
fn stopped_relay_delays_the_prompt_only_a_moment(shell: &str) {
    // what is measured is the wait, not the program
    let program = if shell == "fish" { "set -g __darn_program true" } else { "__darn_program=true" };
    let mut t = start(shell, program);
    let took = failed_at_stopped_relay(&mut t);
    kill_process(t.outer(), Signal::CONT).unwrap();
    assert!(took < BOUND, "{shell}: {took:?}");
}

per_shell!(stopped_relay_does_not_suppress_the_hint: bash, zsh, fish);
/// The program answers in its place, and nothing is drawn twice when the relay goes on.
fn stopped_relay_does_not_suppress_the_hint(shell: &str) {
    let mut t = start(shell, "");
    failed_at_stopped_relay(&mut t);
    kill_process(t.outer(), Signal::CONT).unwrap();
    t.wait("the hint", |t| t.screen().contains("git status   — did you mean"));
    t.press("\t");
    t.wait_until("the suggestion on the line", |t| t.line().starts_with("T> cat go"));
    t.press("\x15");
    assert_eq!(t.screen().matches('✗').count(), 1, "{shell}:\n{}", t.screen());
    assert!(t.run("gti log").contains("✗ 127  git log"), "{shell}:\n{}", t.screen());
}

per_shell!(fifos_without_a_relay_do_not_delay_the_hint: bash, zsh);
/// A shell that outlives the relay: the files left behind delay nothing.
fn fifos_without_a_relay_do_not_delay_the_hint(shell: &str) {
    let relay =
        "export DARN_NONCE=n DARN_TTY=$(tty) DARN_RELAY=$HOME/relay-1; mkfifo relay-1.ask relay-1.answer";
    let mut t = Builder::new(shell).before(relay).after(at_prompt(shell)).start();
    let drawn = t.run("true >ended; gti status");
    assert!(drawn.contains("✗ 127  true >ended; git status"), "{shell}: {drawn}");
    let drawn = t.run("gti status");
    assert!(drawn.contains("✗ 127  git status"), "{shell}: {drawn}");
}

/// Resumes the relay and lets it fall asleep again, as if the shell had not run meanwhile.
const LATE: &str = "__darn_program=true; __darn_starves() { local state=; \
    kill -CONT ${DARN_RELAY##*-}; \
    until [[ $state == *') S '* ]]; do read -r state </proc/${DARN_RELAY##*-}/stat; done; return 1; }";

per_shell!(late_answer_of_a_sleeping_relay_is_read: bash, zsh);
/// On a busy machine the relay may answer after the shell's wait and sleep again before the shell looks at it.
fn late_answer_of_a_sleeping_relay_is_read(shell: &str) {
    let mut t = start(shell, "");
    assert!(t.run("gti log").contains("✗ 127  git log"), "{shell}:\n{}", t.screen());
    t.run(LATE); // from now on the relay alone can answer
    failed_at_stopped_relay(&mut t);
    t.wait("the hint", |t| t.screen().contains("git status   — did you mean"));
}
