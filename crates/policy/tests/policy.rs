//! The policy on its test sets (`policy/README.md`): what it finds, and what it cries wolf about.
//! Gates only rise.
#![allow(clippy::unwrap_used, clippy::panic)]
// which rows are printed is the caller's choice
#![allow(clippy::disallowed_methods, clippy::disallowed_macros, clippy::print_stdout)]

use std::collections::BTreeMap;

use facts::FakeWorld;
use policy::{Level, Policy, Verdict};
use syntax::Dialect;

#[derive(serde::Deserialize)]
struct Row {
    id: String,
    command: String,
    shell: String,
    label: Label,
    category: String,
}

#[derive(Clone, Copy, PartialEq, Eq, serde::Deserialize)]
#[serde(rename_all = "snake_case")]
enum Label {
    Dangerous,
    Safe,
}

/// Rows right and in all.
#[derive(Clone, Copy, Default)]
struct Count {
    right: usize,
    all: usize,
}

impl Count {
    fn add(&mut self, right: bool) {
        self.right += usize::from(right);
        self.all += 1;
    }

    fn percent(self) -> f64 {
        if self.all == 0 { 100.0 } else { self.right as f64 * 100.0 / self.all as f64 }
    }
}

/// What a set may not fall below, in percent of its rows.
struct Gate {
    recall: f64,
    /// Recall of [`CORE`].
    core: f64,
    alarms: f64,
}

/// Kinds of danger that must be found wherever they hide.
const CORE: &[&str] =
    &["fs-destroy", "device", "wrapper", "parse", "decoded-exec", "remote-exec", "reverse-shell"];

fn world() -> FakeWorld {
    FakeWorld {
        home: Some("/home/me".into()),
        directory: Some("/home/me/project".into()),
        ..FakeWorld::default()
    }
}

/// `LEVEL COMMAND` lines that have another level than they say.
fn wrong_levels(lines: &str, verdict: impl Fn(&str) -> Verdict) -> Vec<String> {
    let lines = lines.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    lines
        .filter_map(|line| {
            let (expected, command) = line.split_once(' ').unwrap();
            let verdict = verdict(command.trim());
            let is_wrong = verdict.level.name() != expected;
            is_wrong.then(|| format!("{line}: {} {:?}", verdict.level.name(), verdict.reasons))
        })
        .collect()
}

#[test]
fn levels() {
    let (policy, world) = (Policy::default(), world());
    let verdict = |command: &str| policy.assess(command, Dialect::Bash, &world);
    let wrong = wrong_levels(include_str!("policy/levels.txt"), verdict);
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn levels_of_proposed_lines() {
    let names = ["README.md", "notes.txt", "docs/a.md", "src/notes.txt", "node_modules/x.js"];
    let places = ["", "/home/me/project/"];
    let files = places.iter().flat_map(|place| names.map(|name| (format!("{place}{name}"), String::new())));
    let (policy, world) = (Policy::default(), FakeWorld { files: files.collect(), ..world() });
    let verdict = |command: &str| policy.assess_strict(command, Dialect::Bash, &world);
    let wrong = wrong_levels(include_str!("policy/proposed.txt"), verdict);
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn proposed_lines_are_never_judged_more_mildly() {
    let (policy, world) = (Policy::default(), world());
    for line in include_str!("policy/classic.jsonl").lines() {
        let row: Row = serde_json::from_str(line).unwrap();
        let dialect = row.shell.parse().unwrap();
        let typed = policy.assess(&row.command, dialect, &world).level;
        let proposed = policy.assess_strict(&row.command, dialect, &world).level;
        assert!(proposed >= typed, "{}: {proposed:?} < {typed:?}", row.command);
    }
}

#[test]
fn classic() {
    let report = std::env::var_os("DARN_POLICY_ROWS").is_some();
    score(include_str!("policy/classic.jsonl"), &Gate { recall: 100.0, core: 100.0, alarms: 0.5 }, report);
}

#[test]
fn held_out() {
    score(include_str!("policy/held_out.jsonl"), &Gate { recall: 85.0, core: 85.0, alarms: 1.6 }, false);
}

fn score(set: &str, gate: &Gate, print_rows: bool) {
    let policy = Policy::default();
    let world = world();
    let (mut recall, mut silence, mut core) = <(Count, Count, Count)>::default();
    let mut categories: BTreeMap<(String, bool), Count> = BTreeMap::new();
    for line in set.lines() {
        let row: Row = serde_json::from_str(line).unwrap();
        let verdict = policy.assess(&row.command, row.shell.parse().unwrap(), &world);
        let is_dangerous = row.label == Label::Dangerous;
        let right = (verdict.level >= Level::Warn) == is_dangerous;
        if is_dangerous { &mut recall } else { &mut silence }.add(right);
        if is_dangerous && CORE.contains(&row.category.as_str()) {
            core.add(right);
        }
        categories.entry((row.category.clone(), is_dangerous)).or_default().add(right);
        if print_rows && !right {
            println!("{} {} {} {:?}", row.id, row.shell, verdict.level.name(), row.command);
        }
    }
    let alarms = 100.0 - silence.percent();
    let figures =
        format!("recall {:.2} %, core {:.2} %, false alarms {alarms:.2} %", recall.percent(), core.percent());
    println!("{figures}");
    if recall.percent() < gate.recall || core.percent() < gate.core || alarms > gate.alarms {
        let mut table = String::new();
        for ((category, is_dangerous), Count { right, all }) in &categories {
            let label = if *is_dangerous { "dangerous" } else { "safe" };
            table.push_str(&format!("{category:<16} {label:<9} {right:>4} of {all}\n"));
        }
        panic!("{figures}; demanded: {} %, {} %, {} %\n{table}", gate.recall, gate.core, gate.alarms);
    }
}

/// A reason may quote the line; a terminal would obey what stands in there.
#[test]
fn reasons_hold_no_control_characters() {
    for line in [
        "rm -rf \"/etc/\u{1b}[2J\"", "killall -u \"me\0\u{7}\"", "kill -9 \"1\u{9b}\"",
        "\u{1b}[A rm -rf /etc",
    ] {
        let verdict = Policy::default().assess(line, syntax::Dialect::Bash, &FakeWorld::default());
        for reason in verdict.reasons {
            assert!(!reason.because.contains(char::is_control), "{reason:?}");
        }
    }
}

/// The directory that the shell is in, by whatever name, and another one that holds a repository.
#[test]
fn a_repository_is_not_deleted_without_the_word() {
    let files = ["src/main.rs", "lib/.git/HEAD", "lib/src/a.c", "docs/a.md"];
    let files = files.map(|path| (path.to_owned(), "x".to_owned())).into();
    let directory = Some("/home/me/project".to_owned());
    let world = FakeWorld { files, directory, ..FakeWorld::default() };
    let level = |line: &str| Policy::default().assess(line, syntax::Dialect::Bash, &world).level;
    for line in [
        "rm -rf .", "rm -rf ../project", "rm -rf ../project/", "rm -rf ../../me/project",
        "cd src && rm -rf ../../project", "rm -rf lib", "rm -rf ./lib/", "sudo rm -r lib",
    ] {
        assert!(level(line) >= Level::Confirm, "{line}: {:?}", level(line));
    }
    for line in ["rm -rf docs", "rm -rf lib/src", "rm -rf missing"] {
        assert_eq!(level(line), Level::Allow, "{line}");
    }
}
