//! The end of a session: with the shell's status, and with nothing left behind.

use std::os::fd::AsFd as _;

use rustix::process::{Pid, Signal, kill_process};

use super::session::{Session, Setup, Way, both, name, same, text};

#[test]
fn the_status_is_that_of_the_shell() {
    for (script, expected) in [
        ("exit 0", 0),
        ("exit 7", 7),
        ("exit 255", 255),
        ("exec sh -c 'exit 3'", 3),
        ("kill -KILL $$", 137),
        ("kill -TERM $$", 143),
        ("kill -SEGV $$", 139),
        ("kill -HUP $$", 129),
        ("kill -PIPE $$", 141),
        ("ulimit -c 0; kill -ABRT $$", 134),
    ] {
        let (_, status) = same(&["/bin/sh", "-c", script], Setup::start);
        assert_eq!(status, expected, "{script}");
    }
}

#[test]
fn a_shell_that_closes_its_terminal_and_opens_it_again_is_still_heard() {
    let script = "exec 0<&- 1>&- 2>&-; sleep 0.05; echo again >/dev/tty; exit 4";
    let (bytes, status) = same(&["/bin/sh", "-c", script], Setup::start);
    assert_eq!((text(&bytes).as_str(), status), ("again\\r\\n", 4));
}

fn is_alive(pid: Pid) -> bool {
    rustix::process::test_kill_process(pid).is_ok()
}

fn pid(text: &str) -> Pid {
    Pid::from_raw(text.trim().parse().unwrap_or_else(|_| panic!("no pid: {text:?}"))).expect("not 0")
}

#[test]
fn a_job_in_the_background_outlives_the_shell() {
    let script = "set -m; sleep 1000 & echo job $! is there; exit 5";
    for way in [Way::Bare, Way::Darn] {
        let mut session = Setup::new(way, &["/bin/bash", "-c", script]).start();
        let job = pid(session.line("job ").trim_end_matches("is there"));
        assert_eq!(session.end(), 5);
        assert!(is_alive(job), "{way:?}");
        kill_process(job, Signal::KILL).expect("the job");
        session.wait_until_all_gone();
    }
}

#[test]
fn a_job_that_prints_without_end_does_not_keep_the_session() {
    let script = "set -m; yes & sleep 0.1; exit 6";
    for (_, status) in both(&["/bin/bash", "-c", script], Setup::start) {
        assert_eq!(status, 6);
    }
}

/// Starts a shell with a job in the foreground and one in the background.
fn busy(before: &str) -> Session {
    let mut session = Setup::new(Way::Darn, &["/bin/bash", "--norc", "-i"]).behind(before).start();
    session.send(b"sleep 1000 &\rsleep 1001\r");
    let deadline = std::time::Instant::now() + super::session::DEADLINE;
    // the relay, the shell and both jobs
    while session.processes().iter().filter(|pid| name(pid).contains("sleep 100")).count() < 2 {
        assert!(
            std::time::Instant::now() < deadline,
            "{:?}",
            session.processes().iter().map(name).collect::<Vec<_>>()
        );
        session.take_for(std::time::Duration::from_millis(20));
    }
    assert_eq!(session.sockets().len(), 3, "its socket, and the hooks' two FIFOs");
    session
}

#[test]
fn a_closed_terminal_ends_all_that_was_started_there() {
    // also as under nohup: then there is no signal, but the terminal is gone
    for before in ["exec \"$@\"", "trap '' HUP; exec \"$@\""] {
        let mut session = busy(before);
        session.close();
        let status = session.end();
        assert!(before.contains("trap") || status == 129, "{status}");
        assert_eq!(session.sockets().len(), 0);
        if before.contains("trap") {
            for pid in session.processes().into_iter().filter(|pid| name(pid).contains("sleep")) {
                let _ = kill_process(pid, Signal::KILL); // ignores the hangup, as it would without darn
            }
        }
        session.wait_until_all_gone();
    }
}

#[test]
fn a_relay_that_is_told_to_end_leaves_the_terminal_as_it_was() {
    for (signal, expected) in [(Signal::TERM, 143), (Signal::HUP, 129)] {
        let mut session = busy("exec \"$@\"");
        assert_ne!(session.current_modes().local_modes, session.modes.local_modes, "raw meanwhile");
        session.kill(signal);
        assert_eq!(session.end(), expected);
        assert_eq!(format!("{:?}", session.current_modes()), format!("{:?}", session.modes));
        assert_eq!(session.sockets().len(), 0);
        session.wait_until_all_gone();
    }
}

#[test]
fn a_relay_that_is_killed_leaves_no_orphan() {
    let mut session = busy("exec \"$@\"");
    session.kill(Signal::KILL);
    assert_eq!(session.end(), 137);
    session.wait_until_all_gone();
}

#[test]
fn a_terminal_that_takes_nothing_more_does_not_keep_a_relay_that_is_told_to_end() {
    let mut session = Setup::new(Way::Darn, &["/bin/sh", "-c", "echo started; exec yes"]).start();
    session.wait_for("started");
    rustix::termios::tcflow(session.pty().as_fd(), rustix::termios::Action::OOff).expect("stopped");
    session.kill(Signal::TERM);
    assert_eq!(session.end(), 143);
    session.wait_until_all_gone();
}

/// Run by the test below, in a terminal.
#[test]
#[ignore = "panics, for another test"]
fn panics_with_a_relay() {
    let prepared = shell::relay::Prepared::new().expect("a terminal");
    let directory = std::path::PathBuf::from(std::env::var_os("HOME").expect("HOME"));
    let server = shell::relay::server::Server::at(directory.join("socket")).expect("a socket");
    let mut shell = std::process::Command::new("/bin/sleep");
    shell.arg("1000");
    let help = shell::relay::Help { server: Some(server), desk: None };
    let _relay = prepared.start(shell, "nonce", Box::new(|_| false), help).expect("a relay");
    assert!(directory.join("socket").exists());
    println!("is raw");
    panic!("for the test");
}

#[test]
fn a_panic_leaves_the_terminal_as_it_was_and_no_orphan() {
    let this = std::env::current_exe().expect("this program");
    let words = [
        this.to_str().expect("a path"),
        "--ignored",
        "--nocapture",
        "--exact",
        "relay::endings::panics_with_a_relay",
    ];
    let mut session = Setup::new(Way::Bare, &words).start();
    session.wait_for("is raw");
    assert_eq!(session.end(), 101);
    assert_eq!(format!("{:?}", session.current_modes()), format!("{:?}", session.modes));
    assert!(!session.home.path().join("socket").exists());
    session.wait_until_all_gone();
}
