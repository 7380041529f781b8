//! Causes in the hint line that a fact of this machine proves, with and without the output.

use std::net::TcpListener;

use crate::home::Home;
use crate::pty::Builder;

/// Returns kind, confidence and diagnosis of a failed command from `darn fix`.
fn judged(home: &Home, command: &str, status: &str, output: Option<&str>) -> (String, String, String) {
    let mut arguments = vec!["fix", "--command", command, "--status", status, "--format", "json"];
    let file = output.map(|output| home.write("out", output));
    if let Some(file) = &file {
        arguments.extend(["--output", file.to_str().unwrap()]);
    }
    let said: serde_json::Value = serde_json::from_str(&home.darn(&arguments).out).unwrap();
    let text = |value: &serde_json::Value| value.as_str().unwrap_or("").to_owned();
    (text(&said["failure"]["kind"]), text(&said["failure"]["confidence"]), text(&said["diagnosis"]))
}

#[test]
fn a_port_in_use_is_certain_where_text_status_and_fact_agree() {
    let listener = TcpListener::bind("0.0.0.0:0").unwrap();
    let port = listener.local_addr().unwrap().port();
    let home = Home::new();
    let held = format!("port {port} is in use by ");
    for (command, output) in [
        (format!("python3 -m http.server {port}"), "OSError: [Errno 98] Address already in use\n".to_owned()),
        (
            "node server.js".to_owned(),
            format!("Error: listen EADDRINUSE: address already in use :::{port}\n"),
        ),
        (
            format!("flask run --port {port}"),
            format!("Address already in use\nPort {port} is in use by another program.\n"),
        ),
    ] {
        let (kind, confidence, because) = judged(&home, &command, "1", Some(&output));
        assert_eq!((kind.as_str(), confidence.as_str()), ("state", "high"), "{command}");
        assert!(because.starts_with(&held), "{command}: {because}");
    }
    // the output is unknown, but the command names the port
    let command = format!("python3 -m http.server {port}");
    let (kind, confidence, because) = judged(&home, &command, "1", None);
    assert_eq!((kind.as_str(), confidence.as_str()), ("state", "medium"));
    assert!(because.starts_with(&held), "{because}");
    // another program may fail for other reasons, and an interrupted server did not fail
    assert_eq!(judged(&home, &format!("node client.js {port}"), "1", None).2, "");
    assert_eq!(judged(&home, &command, "130", None).2, "");
    drop(listener);
    assert_eq!(judged(&home, &command, "1", None).2, "");
}

#[test]
fn code_in_the_line_is_judged_by_its_text() {
    let home = Home::new();
    let output = "Traceback (most recent call last):\n  File \"<string>\", line 1, in <module>\nModuleNotFoundError: No module named 'requests'\n";
    let (kind, confidence, _) = judged(&home, "python3 -c 'import requests'", "1", Some(output));
    assert_eq!((kind.as_str(), confidence.as_str()), ("missing_dependency", "high"));
    assert_eq!(judged(&home, "python3 app.py", "1", Some(output)).1, "low", "the user's own program");
}

const OUTSIDE: &str = "this directory is not in a git repository";

#[test]
fn git_outside_a_repository_is_known_without_the_output() {
    let home = Home::new();
    for command in ["git status", "git log --oneline", "git stash pop", "git -c a.b=c diff --stat; git show"]
    {
        let (kind, _, because) = judged(&home, command, "128", None);
        assert_eq!((kind.as_str(), because.as_str()), ("state", OUTSIDE), "{command}");
    }
    for command in [
        "git init",
        "git clone https://example.org/x.git",
        "git config --global user.name x",
        "git --version",
        "git ls-remote https://example.org/x.git",
        "git diff --no-index a b",
        "git -C elsewhere status",
        "git --git-dir=/srv/x.git log",
        "git --git-dir /srv/x.git log",
        "GIT_DIR=/srv/x.git git log",
        "cd elsewhere && git status",
        "git status --help",
    ] {
        assert_ne!(judged(&home, command, "128", None).2, OUTSIDE, "{command}");
    }
    assert_ne!(judged(&home, "git status", "1", None).2, OUTSIDE);
    std::fs::create_dir(home.path(".git")).unwrap();
    assert_ne!(judged(&home, "git status", "128", None).2, OUTSIDE);
    let elsewhere = Home::new().set("GIT_DIR", "/srv/x.git");
    assert_ne!(judged(&elsewhere, "git log", "128", None).2, OUTSIDE);
    let bare = Home::new();
    bare.write("HEAD", "ref: refs/heads/main\n");
    std::fs::create_dir(bare.path("objects")).unwrap();
    std::fs::create_dir(bare.path("refs")).unwrap();
    assert_ne!(judged(&bare, "git log", "128", None).2, OUTSIDE);
}

per_shell!(the_hint_line_tells_that_there_is_no_repository: bash, zsh, fish);
fn the_hint_line_tells_that_there_is_no_repository(shell: &str) {
    let git = "#!/bin/sh\nPATH=/usr/bin:/bin exec git \"$@\"\n";
    let mut t = Builder::new(shell).file("bin/git", git).start();
    let drawn = t.run("git status");
    assert!(drawn.contains(&format!("✗ 128  {OUTSIDE}")), "{shell}: {drawn}");
}

per_shell!(the_hint_line_names_the_holder_of_a_port: bash, zsh, fish);
fn the_hint_line_names_the_holder_of_a_port(shell: &str) {
    let listener = TcpListener::bind("0.0.0.0:0").unwrap();
    let port = listener.local_addr().unwrap().port();
    for is_inside in [true, false] {
        let builder = Builder::new(shell).size(120, 40);
        let mut t = if is_inside { builder.inside().start() } else { builder.start() };
        let drawn = t.run(&format!("python3 -m http.server {port}"));
        let hint = drawn.lines().find(|line| line.starts_with("✗ 1  ")).unwrap_or_default();
        assert!(hint.contains(&format!("port {port} is in use by ")), "{shell}: {drawn}");
    }
}

#[test]
fn an_interrupted_server_gets_no_hint() {
    let mut t = Builder::new("bash").inside().start();
    t.send("python3 -u -m http.server 0\r");
    t.wait_for("Serving HTTP");
    let drawn = t.press("\u{3}");
    assert!(!drawn.contains('✗'), "{drawn}");
}

/// Printed if the user asks, not in the hint: in `darn shell`, darn could fix more.
#[test]
fn darn_says_where_the_output_would_be_known() {
    const WAY_ON: &str = "hint: its output is not available here; run `darn shell`";
    let mut t = Builder::new("bash").file("a", "x\n").start();
    let drawn = t.run("tar --nosuch-option-xyzzy a");
    assert!(!drawn.contains("darn shell"), "{drawn}");
    let drawn = t.run("darn");
    assert!(drawn.contains("darn: no suggestion for: ") && drawn.contains(WAY_ON), "{drawn}");
    let mut t = Builder::new("bash").file("a", "x\n").inside().start();
    t.run("tar --nosuch-option-xyzzy a");
    assert!(!t.run("darn").contains(WAY_ON));
}

per_shell!(an_open_shell_restores_nothing_after_uninstall: bash, zsh, fish);
/// The shells that are open keep the hooks; nothing may come back that was removed.
fn an_open_shell_restores_nothing_after_uninstall(shell: &str) {
    let mut t = Builder::new(shell).start();
    assert!(t.run("gti status").contains("git status"), "{shell}");
    t.run("");
    let removed = [".local/state/darn", ".cache/darn"].map(|name| t.home().join(name));
    assert!(removed.iter().all(|path| path.exists()), "{shell}");
    t.run("darn uninstall --yes");
    assert!(removed.iter().all(|path| !path.exists()), "{shell}");
    t.run("gti status; gti log");
    t.run("hwo");
    t.run("true");
    assert!(removed.iter().all(|path| !path.exists()), "{shell}: came back");
}
