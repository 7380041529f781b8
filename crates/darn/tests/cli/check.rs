//! `darn check` as scripts call it: statuses, JSON, batches, hostile input.

use std::io::{BufRead as _, BufReader, Write as _};
use std::process::{Output, Stdio};

use crate::home::Home;
use serde_json::Value;

fn batch(home: &Home, arguments: &[&str], input: &[u8]) -> Output {
    let mut child = home
        .command(&[&["check"], arguments].concat())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let input = input.to_owned();
    let writer = std::thread::spawn(move || stdin.write_all(&input));
    let output = child.wait_with_output().unwrap();
    writer.join().unwrap().unwrap();
    output
}

#[test]
fn the_status_says_the_level() {
    let home = Home::new();
    for (arguments, status) in [
        (vec!["--command", "ls -l"], 0),
        (vec!["--command", "rm -rf /data/x"], 11),
        (vec!["--command", "rm -rf /data/x", "--level", "passive"], 10),
        (vec!["--", "rm", "-rf", "/data/a b"], 11),
        (vec!["--", "echo", "rm -rf /data/x"], 0),
        (vec!["--shell", "fish", "--command", "rm -rf /data/x; and ls"], 11),
        (vec!["--shell", "tcl", "--command", "ls"], 2),
        (vec!["--command", "ls", "--", "ls"], 2),
    ] {
        let said = home.darn(&[&["check"], &arguments[..]].concat());
        assert_eq!(said.status, status, "{arguments:?}: {said:?}");
    }
    let said = home.darn(&["check", "--command", "true; rm -rf /data/x"]);
    assert!(said.out.starts_with("confirm  true; rm -rf /data/x\n         "), "{}", said.out);
    assert!(said.out.lines().all(|line| line.len() < 80), "{}", said.out);
    assert_eq!(home.darn(&["check", "--", "ls", "a b"]).out, "allow    ls 'a b'\n");
}

#[test]
fn the_object_is_that_of_the_contract() {
    let said = Home::new().darn(&["check", "--format", "json", "--command", "ls; rm -rf /data/x"]);
    let object: Value = serde_json::from_str(&said.out).unwrap();
    let keys: Vec<_> = object.as_object().unwrap().keys().cloned().collect();
    assert_eq!(keys, ["coverage", "impact", "instead", "level", "reasons"]);
    assert_eq!((&object["level"], &object["coverage"]), (&"confirm".into(), &"full".into()));
    let reason = &object["reasons"][0];
    assert_eq!(reason["span"], serde_json::json!([11, 18]));
    assert!(reason["rule"].as_str().unwrap().contains('/') && reason["because"].is_string(), "{reason}");
    let said = Home::new().darn(&["check", "--format", "json", "--command", ""]);
    assert_eq!(
        said.out,
        "{\"level\":\"allow\",\"reasons\":[],\"coverage\":\"full\",\"instead\":null,\"impact\":null}\n"
    );
}

#[test]
fn a_batch_is_answered_line_by_line() {
    let home = Home::new();
    let mut child = home
        .command(&["check", "--format", "json"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut input = child.stdin.take().unwrap();
    let mut answers = BufReader::new(child.stdout.take().unwrap()).lines();
    for (line, level) in
        [("rm -rf /data/x", "confirm"), ("", "allow"), ("ls", "allow"), ("rm -r /data/y", "confirm")]
    {
        writeln!(input, "{line}").unwrap();
        let answer: Value = serde_json::from_str(&answers.next().unwrap().unwrap()).unwrap();
        assert_eq!(answer["level"], level, "{line}");
    }
    drop(input);
    assert!(answers.next().is_none());
    assert_eq!(child.wait().unwrap().code(), Some(11), "the worst");
}

#[test]
fn lines_may_be_long_and_hold_any_bytes() {
    let home = Home::new();
    let mut input = b"rm -rf /\xff\xfe\n".to_vec();
    input.extend(b"echo ".iter().chain(&vec![b'x'; 1 << 20]).chain(b"\nls\0\x1b[2J\n"));
    input.extend(vec![b'\'', b'(', b'\n']);
    input.extend(b"rm -rf /data/last");
    let output = batch(&home, &["--format", "json"], &input);
    let answers: Vec<Value> = String::from_utf8(output.stdout)
        .unwrap()
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    assert_eq!(output.status.code(), Some(12));
    assert_eq!(answers.len(), 5);
    assert_eq!(answers[0]["level"], "confirm");
    assert_eq!(answers[0]["coverage"], "partial", "bytes that are not text");
    assert_eq!(answers[1]["coverage"], "partial", "more than 1 MiB");
    assert_eq!(answers[2]["level"], "deny", "control characters");
    assert_eq!(answers[4]["level"], "confirm", "the last line needs no newline");
    let plain = batch(&home, &[], &input).stdout;
    assert!(!plain.contains(&0x1b) && !plain.contains(&0), "control characters reach the terminal");
}

/// A command that resets files deserves a warning if they have changes; a suggestion of such a command then
/// waits in the list.
#[test]
fn uncommitted_changes_are_not_thrown_away_without_a_word() {
    let home = Home::new();
    let git = |words: &[&str]| {
        let mut command = std::process::Command::new("git");
        command.args(["-c", "user.name=me", "-c", "user.email=me@here"]).args(words);
        assert!(command.current_dir(home.path("")).output().unwrap().status.success(), "{words:?}");
    };
    for file in ["README.md", "clean.txt"] {
        home.write(file, "committed\n");
    }
    git(&["init", "-q", "-b", "main"]);
    git(&["add", "README.md", "clean.txt"]);
    git(&["commit", "-q", "-m", "one"]);
    home.write("README.md", "changed\n");
    home.write("new.txt", "untracked\n");
    let status = |line: &str| {
        let mut command = home.command(&["check", "--command", line]);
        command.current_dir(home.path("")).output().unwrap().status.code().unwrap()
    };
    for line in [
        "git checkout -- README.md",
        "git checkout README.md",
        "git checkout HEAD -- README.md",
        "git restore README.md",
        "git restore --staged --worktree README.md",
    ] {
        // on a loaded machine, git may answer too late once
        assert!((0..20).any(|_| status(line) == 10), "{line}");
    }
    for line in [
        "git checkout -- clean.txt", "git restore clean.txt new.txt", "git restore --staged README.md",
        "git checkout main", "git checkout -b README.md",
    ] {
        assert_eq!(status(line), 0, "{line}");
    }
}
