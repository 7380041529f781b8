//! If the relay cannot start: the plain shell, or an error with a remedy.

use std::process::{Command, Stdio};

use super::session::{DARN, Setup, Way, find};

fn darn(home: &std::path::Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(DARN);
    command
        .args(arguments)
        .env_clear()
        .env("HOME", home)
        .env("PATH", "/usr/bin:/bin")
        .env("SHELL", "/bin/sh");
    command.stdin(Stdio::null());
    command
}

#[test]
fn without_a_terminal_there_is_the_plain_shell() {
    let home = tempfile::tempdir().expect("a directory");
    let output = darn(home.path(), &["shell", "--", "-c", "echo out; echo err >&2; exit 7"])
        .output()
        .expect("it runs");
    let texts = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert_eq!((texts.0.as_ref(), texts.1.as_ref(), output.status.code()), ("out\n", "err\n", Some(7)));
}

/// As in a container: the caller's session and group belong to processes outside.
#[test]
fn where_the_session_cannot_be_seen_there_is_the_plain_shell() {
    let home = tempfile::tempdir().expect("a directory");
    let output = Command::new("unshare")
        .args(["--user", "--map-root-user", "--pid", "--fork", "--", DARN, "shell", "--", "-c"])
        .arg("exit 7")
        .env("HOME", home.path())
        .stdin(Stdio::null())
        .output()
        .expect("cannot run unshare (util-linux)");
    let message = String::from_utf8_lossy(&output.stderr);
    // some containers do not allow nested ones; then the test above has run in one
    if !message.starts_with("unshare: ") {
        assert_eq!((message.as_ref(), output.status.code()), ("", Some(7)));
    }
}

#[test]
fn without_a_pseudo_terminal_there_is_the_plain_shell() {
    for count in [4, 5, 6, 7, 8, 9] {
        let mut session = Setup::new(Way::Darn, &["/bin/sh", "-c", "echo here; exit 7"])
            .behind(&format!("ulimit -n {count}; exec \"$@\""))
            .start();
        let modes = format!("{:?}", session.modes);
        assert_eq!(session.end(), 7, "{count}: {}", session.shown());
        assert!(session.shown().contains("here\r\n"), "{count}: {}", session.shown());
        assert_eq!(format!("{:?}", session.current_modes()), modes, "{count}");
        assert_eq!(session.sockets().len(), 0, "{count}");
    }
}

#[test]
fn without_a_place_for_the_socket_all_else_works() {
    let long = format!("/tmp/{}", "x".repeat(120));
    for runtime in ["/proc/none", "/dev/null/x", long.as_str(), "relative", ""] {
        let mut session = Setup::new(Way::Darn, &["/bin/sh", "-c", "echo here $DARN_TTY $(tty); exit 7"])
            .env("XDG_RUNTIME_DIR", runtime)
            .start();
        assert_eq!(session.end(), 7, "{runtime}: {}", session.shown());
        let shown = session.shown();
        let names: Vec<_> = shown.split_whitespace().collect();
        assert!(names.len() == 3 && names[1] == names[2], "{runtime}: {shown}");
    }
    let _ = std::fs::remove_dir_all(long);
}

#[test]
fn a_shell_that_does_not_exist_is_named_with_a_remedy() {
    let mut session = Setup::new(Way::Darn, &["/bin/no-such-shell"]).start();
    assert_eq!(session.end(), 2, "{}", session.shown());
    for part in ["/bin/no-such-shell", "--shell /bin/bash"] {
        assert!(find(&session.seen, part.as_bytes()).is_some(), "{}", session.shown());
    }
    assert_eq!(session.shown().lines().count(), 2, "{}", session.shown());
    assert_eq!(format!("{:?}", session.current_modes()), format!("{:?}", session.modes));
    assert_eq!(session.sockets().len(), 0);
}
