//! `docs/protocol.md`: its transcripts are replayed, and clients that were not written here speak the protocol.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::home::Home;
use crate::resident::{Daemon, SOCKET};

const PAGE: &str = include_str!("../../../../docs/protocol.md");

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Returns the code blocks of a language.
fn blocks(language: &str) -> Vec<&'static str> {
    let begin = format!("```{language}\n");
    PAGE.split(begin.as_str()).skip(1).map(|rest| rest.split("```").next().unwrap()).collect()
}

/// Matches a line in which `…` stands for any text.
fn matches(pattern: &str, line: &str) -> bool {
    let mut pieces = pattern.split('…');
    let first = pieces.next().unwrap();
    let Some(mut rest) = line.strip_prefix(first) else { return false };
    let pieces: Vec<&str> = pieces.collect();
    for (n, piece) in pieces.iter().enumerate() {
        let is_last = n + 1 == pieces.len();
        let split = if is_last { rest.rsplit_once(piece) } else { rest.split_once(piece) };
        let Some((_, after)) = split else { return false };
        rest = after;
    }
    rest.is_empty()
}

fn replay(language: &str) {
    let blocks = blocks(language);
    assert!(!blocks.is_empty(), "no transcript");
    for block in blocks {
        let home = Home::new();
        let mut daemon = Daemon::start(&home.path(""));
        let mut client = daemon.connect();
        let mut reply = String::new();
        for line in block.lines() {
            if let Some(request) = line.strip_prefix("> ") {
                reply = client.ask(request);
            } else {
                let expected = line.strip_prefix("< ").unwrap_or_else(|| panic!("{line}"));
                assert!(matches(expected, &reply), "expected: {expected}\n   reply: {reply}");
            }
        }
        assert_eq!(daemon.wait(), Some(0), "it ends with `Stop`");
    }
}

#[test]
fn json_transcripts_are_true() {
    replay("json-protocol");
}

#[test]
fn field_transcripts_are_true() {
    replay("fields-protocol");
}

#[test]
fn each_request_has_a_transcript_in_both_encodings() {
    let table = PAGE.split("| request |").nth(1).unwrap().split("\n\n").next().unwrap();
    let names: Vec<&str> =
        table.lines().skip(2).filter_map(|row| row.strip_prefix("| `")?.split('`').next()).collect();
    assert!(names.len() > 10, "{names:?}");
    for name in names {
        assert!(blocks("json-protocol").concat().contains(&format!("> {{\"type\":\"{name}\"")), "{name}");
        assert!(blocks("fields-protocol").concat().contains(&format!("> {name}")), "{name}");
    }
}

/// Runs each example of the page as it is written.
#[test]
fn other_clients_work_as_the_page_says() {
    let home = Home::new();
    let _daemon = Daemon::start(&home.path(""));
    let examples: Vec<&str> = blocks("sh")
        .into_iter()
        .filter(|text| text.contains("DARN_SOCKET") || text.contains("client.py"))
        .collect();
    assert_eq!(examples.len(), 3);
    for example in examples {
        let said = Command::new("sh")
            .args(["-c", example])
            .current_dir(root())
            .env("DARN_SOCKET", home.path(SOCKET))
            .output()
            .unwrap();
        let out = String::from_utf8_lossy(&said.stdout);
        let expected =
            if example.contains("python3") { "git status # did you mean `git`?\n" } else { "\nPong\n" };
        assert!(said.status.success() && out.ends_with(expected), "{example}: {said:?}");
    }
    let client = std::fs::read_to_string(root().join("docs/examples/client.py")).unwrap();
    assert!(client.lines().count() <= 30);
}
