//! Interactive shells: job control, line editing, idling.

use super::session::{Session, Setup, Way, same};

const PROMPT: &str = "T> ";

fn shell(setup: Setup) -> Session {
    let mut session = setup.env("PS1", PROMPT).env("HISTFILE", "/dev/null").start();
    session.wait_for(PROMPT);
    session
}

/// Types a line at the prompt and waits for the next prompt.
fn run(session: &mut Session, line: &str) {
    session.send(line.as_bytes());
    session.send(b"\r");
    session.wait_for("\n");
    session.wait_for(PROMPT);
}

/// Prints when it has the terminal, and what it reads from it.
const ECHOING: &str = "import os, signal
signal.signal(signal.SIGCONT, lambda *_: os.write(1, b'back\\n'))
signal.signal(signal.SIGINT, signal.SIG_DFL)
os.write(1, b'up\\n')
while True:
    os.write(1, b'got ' + os.read(0, 100))
";

#[test]
fn jobs_are_stopped_and_resumed() {
    let (bytes, status) = same(&["/bin/bash", "--norc", "--noprofile", "-i"], |setup| {
        let mut session = shell(setup.file("echoing", ECHOING.as_bytes()));
        for _ in 0..3 {
            session.send(b"python3 echoing\r");
            session.wait_for("up");
            session.send(b"one\r");
            session.wait_for("got one");
            session.send(b"\x1a");
            session.wait_for("Stopped");
            session.wait_for(PROMPT);
            run(&mut session, "echo $?");
            session.send(b"fg\r");
            session.wait_for("back");
            session.send(b"two\r");
            session.wait_for("got two");
            session.send(b"\x03");
            session.wait_for(PROMPT);
            run(&mut session, "echo $?");
        }
        session.send(b"exit 12\r");
        session
    });
    let shown = String::from_utf8_lossy(&bytes).into_owned();
    assert!(shown.contains("148\r\n") && shown.contains("130\r\n"), "{shown}");
    assert_eq!(status, 12);
}

/// Returns how often the process went to sleep, and how long it has run.
fn wakings(session: &Session) -> (String, String) {
    let pid = session.pid().as_raw_nonzero();
    let status = std::fs::read_to_string(format!("/proc/{pid}/status")).expect("status");
    let io = std::fs::read_to_string(format!("/proc/{pid}/schedstat")).expect("schedstat");
    let count = status.lines().find(|line| line.starts_with("voluntary_ctxt_switches")).expect("a count");
    (count.to_owned(), io)
}

/// For a minute: `RELAY_IDLE=60 cargo test -p darnit --test terminal idle_relay`.
#[test]
fn nothing_wakes_an_idle_relay() {
    let seconds = std::env::var("RELAY_IDLE").ok().and_then(|text| text.parse().ok()).unwrap_or(5);
    let mut session = shell(Setup::new(Way::Darn, &["/bin/bash", "--norc", "--noprofile", "-i"]));
    session.settle();
    let before = wakings(&session);
    std::thread::sleep(std::time::Duration::from_secs(seconds)); // the measurement itself
    assert_eq!(wakings(&session), before, "in {seconds} s");
}

/// `suspend` inside leads to the outer shell, and `fg` back.
#[test]
fn the_shell_can_be_suspended() {
    for way in ["bash --norc --noprofile -i", "\"$DARN\" shell --shell /bin/bash -- --norc --noprofile -i"] {
        let setup = Setup::new(Way::Bare, &["/bin/bash", "--norc", "--noprofile", "-i"]);
        let mut session = shell(setup.env("DARN", super::session::DARN));
        let modes = format!("{:?}", session.current_modes());
        session.send(format!("PS1='I> ' {way}\r").as_bytes());
        for _ in 0..2 {
            session.wait_for("I> ");
            session.send(b"suspend\r");
            session.wait_for("Stopped");
            session.wait_for(PROMPT);
            assert_eq!(format!("{:?}", session.current_modes()), modes, "{way}");
            session.send(b"fg\r");
            session.wait_for(way.split(' ').next().expect("a word"));
            session.send(b"\r");
        }
        session.wait_for("I> ");
        session.send(b"exit 3\r");
        session.wait_for(PROMPT);
        session.send(b"echo status $?\r");
        session.wait_for("status 3");
        session.send(b"exit\r");
        assert_eq!(session.end(), 0);
    }
}
