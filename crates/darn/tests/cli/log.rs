//! Tests the audit log with the real program.

use std::os::unix::ffi::OsStrExt as _;
use std::os::unix::fs::PermissionsExt as _;

use crate::home::{Home, Said};

const LOG: &str = ".local/state/darn/audit.jsonl";

/// A home with a file whose name can be misspelt.
fn home() -> Home {
    let home = Home::new();
    home.write("README.md", "");
    std::fs::create_dir_all(home.path(".cache/darn")).unwrap(); // as `darn init` does
    home
}

fn fail(home: &Home, text: &str) -> Said {
    home.darn(&["hook", "bash", "failed", "1", text])
}

#[test]
fn what_was_proposed_is_in_the_log() {
    let home = home();
    let none = home.darn(&["log"]);
    assert_eq!((none.status, none.out.as_str()), (1, ""));
    assert!(none.err.starts_with("darn: nothing has been logged yet\nhint: "), "{}", none.err);

    fail(&home, "cat READEM.md");
    fail(&home, "cat READEM.md | mysql -phunter22 --table");
    fail(&home, "true"); // nothing to propose
    assert!(fail(&home, " cat READEM.md").out.contains("cat README.md"), "a private line");
    let said = home.darn(&["log"]);
    assert_eq!((said.status, said.err.as_str()), (0, ""));
    let lines: Vec<&str> = said.out.lines().collect();
    assert_eq!(lines.len(), 4, "{}", said.out);
    assert!(lines[0].ends_with("  proposed   cat README.md"), "{}", lines[0]);
    assert!(lines[1].contains("after: cat READEM.md, bash "), "{}", lines[1]);
    assert!(lines[1].contains(" in ~, rule:"), "{}", lines[1]);
    assert!(lines[2].ends_with("cat README.md | mysql -p[REDACTED:password:1] --table"), "{}", lines[2]);
    assert!(!home.text(LOG).contains("hunter22"));
    for name in ["audit.jsonl", "audit.head"] {
        let mode = home.path(".local/state/darn").join(name).metadata().unwrap().permissions().mode();
        assert_eq!(mode & 0o7777, 0o600, "{name}");
    }
    let verified = home.darn(&["log", "--verify"]);
    assert_eq!((verified.status, verified.err.as_str()), (0, ""));
    assert!(
        verified.out.starts_with("2 entries, none changed or missing; the last is from "),
        "{}",
        verified.out
    );
}

#[test]
fn filters_and_json() {
    let home = home();
    for _ in 0..3 {
        fail(&home, "cat READEM.md");
    }
    let count = |arguments: &[&str]| {
        let said = home.darn(&[&["log", "--format", "json"], arguments].concat());
        assert_eq!(said.status, i32::from(said.out.is_empty()), "{arguments:?} {}", said.err);
        said.out.lines().count()
    };
    assert_eq!(count(&[]), 3);
    assert_eq!(count(&["--limit", "2"]), 2);
    assert_eq!(count(&["--since", "1h"]), 3);
    assert_eq!(count(&["--since", "2999-01-01"]), 0);
    assert_eq!(count(&["--event", "proposed"]), 3);
    assert_eq!(count(&["--event", "confirmed"]), 0);
    assert_eq!(count(&["--level", "allow"]), 3);
    assert_eq!(count(&["--level", "warn"]), 0);
    assert_eq!(count(&["--task", "1"]), 0);
    let last = home.darn(&["log", "--format", "json", "--limit", "1"]).out;
    let entry: serde_json::Value = serde_json::from_str(&last).unwrap();
    assert_eq!(entry["seq"], 3);
    assert_eq!(entry["event"], "proposed");
    assert_eq!(entry["command"], "cat README.md");
    assert_eq!(entry["failed"], "cat READEM.md");
    assert_eq!(entry["shell"], "bash");
    assert_eq!(entry["level"], "allow");
    assert!(entry["session"].is_number() && entry["origin"].as_str().unwrap().starts_with("rule:"));
    for wrong in [["--since", "soon"], ["--event", "eaten"], ["--level", "high"], ["--limit", "-1"]] {
        assert_eq!(home.darn(&["log", wrong[0], wrong[1]]).status, 2, "{wrong:?}");
    }
}

#[test]
fn what_was_judged_is_in_the_log() {
    let home = home();
    for text in ["ls", "rm -rf /", "git push --force https://me:hunter22@example.com/x"] {
        home.darn(&["check", "--command", text]);
    }
    home.darn(&["check", "--", "rm", "-rf", "/"]);
    let mut stream = home.command(&["check"]);
    std::fs::write(home.path("lines"), "rm -rf /\n").unwrap();
    stream.stdin(std::fs::File::open(home.path("lines")).unwrap()).output().unwrap();
    let said = home.darn(&["log", "--event", "judged", "--format", "json"]).out;
    let entries: Vec<serde_json::Value> =
        said.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let commands: Vec<&str> = entries.iter().map(|entry| entry["command"].as_str().unwrap()).collect();
    let push = "git push --force https://me:[REDACTED:password:1]@example.com/x";
    assert_eq!(commands, ["rm -rf /", push, "rm -rf /"], "allowed lines and streams are not logged");
    assert_eq!((&entries[0]["level"], &entries[0]["origin"]), (&"deny".into(), &"check".into()));
    let reason = entries[0]["reasons"][0].as_str().unwrap();
    assert!(reason.contains(": "), "{reason}");
    assert_eq!(home.darn(&["log", "--level", "deny", "--format", "json"]).out.lines().count(), 2);
    let plain = home.darn(&["log", "--limit", "1"]).out;
    assert!(plain.contains("\n                     deny: "), "{plain}");
}

#[test]
fn a_changed_entry_is_named() {
    let home = home();
    for _ in 0..3 {
        fail(&home, "cat READEM.md");
    }
    let text = home.text(LOG);
    let (first, rest) = text.split_once('\n').unwrap();
    home.write(LOG, format!("{first}\n{}", rest.replacen("README", "README2", 1)));
    let said = home.darn(&["log", "--verify"]);
    assert_eq!((said.status, said.out.as_str()), (1, ""));
    assert!(said.err.contains("\naudit.jsonl:2: entry 2 was changed\nhint: "), "{}", said.err);
    let shown = home.darn(&["log"]);
    assert_eq!(shown.status, 0, "the log should remain readable");
}

/// Text in the log is data: it must not control the terminal that shows it.
#[test]
fn nothing_in_the_log_acts_on_the_terminal() {
    let home = home();
    fail(&home, "cat READEM.md");
    let text =
        home.text(LOG).replace("cat README.md", "a\\u001b[2Jb\\u009b2Jc\\nd").replace("bash", "x\u{9b}1m");
    home.write(LOG, text);
    for arguments in [&["log"][..], &["log", "--color", "always"], &["log", "--verify"]] {
        let said = home.darn(arguments);
        let text = format!("{}{}", said.out, said.err).replace("\u{1b}[2m", "").replace("\u{1b}[0m", "");
        assert!(!text.contains(|c: char| c.is_control() && c != '\n'), "{text:?}");
    }
    assert!(home.darn(&["log"]).out.contains("a^[[2Jb"));
}

#[test]
fn bytes_that_are_not_text_are_no_obstacle() {
    let home = home();
    let directory = home.root().join(std::ffi::OsStr::from_bytes(b"caf\xe9"));
    std::fs::create_dir(&directory).unwrap();
    std::fs::write(directory.join("README.md"), "").unwrap();
    let mut command = home.command(&["hook", "bash", "failed", "1", "cat READEM.md"]);
    assert!(command.current_dir(&directory).output().unwrap().status.success());
    let mut command = home.command(&["hook", "bash", "failed", "1"]);
    command.arg(std::ffi::OsStr::from_bytes(b"cat READEM.md caf\xe9"));
    command.output().unwrap();
    assert!(home.darn(&["log"]).out.contains("in ~/caf\u{fffd}"), "{}", home.darn(&["log"]).out);
    assert_eq!(home.darn(&["log", "--verify"]).status, 0);
}

#[test]
fn many_writers_at_once_lose_nothing() {
    const WRITERS: usize = 8;
    const EACH: usize = 25;
    let home = home();
    let notes = home.path("notes").display().to_string();
    let home = home.set("DARN_LOG", notes);
    let offered = std::sync::atomic::AtomicUsize::new(0);
    std::thread::scope(|scope| {
        for writer in 0..WRITERS {
            let (home, offered) = (&home, &offered);
            scope.spawn(move || {
                for number in 0..EACH {
                    // on a machine that is too busy, there may be no answer in time
                    let said = fail(home, &format!("cat READEM.md {writer}.{number}"));
                    offered
                        .fetch_add(usize::from(!said.out.is_empty()), std::sync::atomic::Ordering::Relaxed);
                }
            });
        }
    });
    let said = home.darn(&["log", "--format", "json"]);
    let mut seen: Vec<String> = said
        .out
        .lines()
        .map(|line| {
            let entry: serde_json::Value = serde_json::from_str(line).unwrap();
            entry["failed"].as_str().unwrap().to_owned()
        })
        .collect();
    seen.sort();
    seen.dedup();
    let notes = std::fs::read_to_string(home.path("notes")).unwrap_or_default();
    assert_eq!(seen.len(), offered.into_inner(), "{notes}");
    assert!(seen.len() > WRITERS * EACH / 2, "{notes}");
    let verified = home.darn(&["log", "--verify"]);
    assert_eq!((verified.status, verified.err.as_str()), (0, ""), "{}", verified.err);
}

/// The system kills who writes beyond the limit on the size of files: the hook is not killed.
#[test]
fn a_limit_on_files_kills_no_hook() {
    let home = home();
    fail(&home, "cat READEM.md");
    let darn = home.command(&[]).get_program().to_owned();
    for limit in [0, 1] {
        let mut shell = std::process::Command::new("sh");
        shell.arg("-c").arg(format!(
            "ulimit -f {limit}; for i in 1 2 3 4; do \"$0\" hook bash failed 1 'cat READEM.md' || exit; done"
        ));
        shell.arg(&darn).current_dir(home.root()).env("HOME", home.root());
        let status = shell.output().unwrap().status;
        assert!(status.success(), "{limit}: {status}");
    }
    assert_eq!(home.darn(&["log", "--verify"]).status, 0);
}

#[test]
fn without_a_home_or_rights_the_hook_works() {
    let home = home().without_privileges();
    let answer = |home: &Home| fail(home, "cat READEM.md");
    std::fs::set_permissions(home.root(), std::fs::Permissions::from_mode(0o555)).unwrap();
    assert_eq!((answer(&home).status, answer(&home).out.as_str()), (0, "1 -\ncat README.md"));
    std::fs::set_permissions(home.root(), std::fs::Permissions::from_mode(0o755)).unwrap();
    let home = home.set("HOME", "");
    assert_eq!((answer(&home).status, answer(&home).out.as_str()), (0, "1 -\ncat README.md"));
    let said = home.darn(&["log"]);
    assert_eq!(said.status, 1);
    assert!(said.err.contains("HOME"), "{}", said.err);
}

#[test]
fn doctor_looks_at_the_log_and_uninstall_removes_it() {
    let home = home();
    let finding = |home: &Home| {
        let out = home.darn(&["doctor"]).out;
        out.lines().find(|line| line.contains("  log: ")).unwrap_or_default().to_owned()
    };
    assert_eq!(finding(&home), "ok    log: nothing has been logged yet");
    fail(&home, "cat READEM.md");
    assert_eq!(finding(&home), "ok    log: 1 entry since the last rotation, none changed or missing");
    let file = home.path(LOG);
    std::fs::set_permissions(&file, std::fs::Permissions::from_mode(0o644)).unwrap();
    assert!(
        finding(&home).starts_with("warn  log: ~/.local/state/darn/audit.jsonl can be read by"),
        "{}",
        finding(&home)
    );
    home.darn(&["doctor", "--fix"]);
    assert_eq!(file.metadata().unwrap().permissions().mode() & 0o777, 0o600);
    home.write(LOG, home.text(LOG).replace("README", "REEDME"));
    let broken = finding(&home);
    assert!(broken.starts_with("bad   log: audit.jsonl:1: entry 1 was changed; "), "{broken}");
    assert!(broken.contains("darn log --verify"), "{broken}");
    assert_eq!(home.darn(&["doctor"]).status, 1);
    assert_eq!(home.darn(&["uninstall", "--yes"]).status, 0);
    assert!(!home.path(".local/state/darn").exists());
}

#[test]
fn a_suggestion_is_rated() {
    let home = home();
    let said = home.darn(&["feedback", "good"]);
    assert_eq!(said.status, 1, "rated without a suggestion: {}", said.err);
    fail(&home, "cat READEM.md");
    fail(&home, "head READEM.md");
    let said = home.darn(&["feedback", "good"]);
    assert_eq!((said.status, said.out.as_str()), (0, ""), "{}", said.err);
    assert!(said.err.contains("noted as good: head README.md (rule:"), "{}", said.err);
    assert_eq!(home.darn(&["feedback", "bad", "cat README.md"]).status, 0);
    assert_eq!(home.darn(&["feedback", "bad", "cat nothing"]).status, 1);
    let log = home.darn(&["log", "--format", "json"]).out;
    let rated: Vec<_> =
        log.lines().filter(|line| line.contains("\"good\"") || line.contains("\"bad\"")).collect();
    assert_eq!(rated.len(), 2, "{log}");
    assert!(
        rated[0].contains("\"command\":\"head README.md\"")
            && rated[0].contains("\"failed\":\"head READEM.md\"")
    );
    assert!(rated[1].contains("\"event\":\"bad\"") && rated[1].contains("\"command\":\"cat README.md\""));
    assert_eq!(home.darn(&["log", "--verify"]).status, 0);
}
