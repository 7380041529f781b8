//! Time of one verdict in process: for the rows of test sets, for hostile inputs of 64 KiB, and for openers nested
//! 10,000 deep. Arguments: files of rows (`command`, `shell`). Run by `cargo xtask bench policy`.

#![allow(
    clippy::unwrap_used,
    clippy::print_stdout,
    clippy::disallowed_methods,
    clippy::disallowed_macros,
    clippy::disallowed_types,
    reason = "a benchmark measures and prints"
)]

use std::time::{Duration, Instant};

use facts::FakeWorld;
use policy::Policy;
use policy::code::{Language, Sql};
use rustix::time::{ClockId, clock_gettime};
use syntax::Dialect;

#[path = "../tests/hostile/commands.rs"]
mod commands;
#[path = "../tests/hostile/lines.rs"]
mod lines;
#[path = "../tests/hostile/texts.rs"]
mod texts;

const ROUNDS: usize = 3;
/// Size of a long input, in bytes.
const LONG: usize = 64 * 1024;
const DEEP: usize = 10_000;
/// Number of rows of a table.
const SHOWN: usize = 20;
const DIALECTS: [Dialect; 6] =
    [Dialect::Bash, Dialect::Posix, Dialect::Zsh, Dialect::Fish, Dialect::PowerShell, Dialect::Nu];

#[derive(serde::Deserialize)]
struct Row {
    command: String,
    shell: String,
}

fn main() {
    let policy = Policy::default();
    let world = FakeWorld {
        home: Some("/home/me".into()),
        directory: Some("/home/me/project".into()),
        ..FakeWorld::default()
    };
    // cargo adds `--bench`
    let files: Vec<String> = std::env::args().skip(1).filter(|argument| !argument.starts_with('-')).collect();
    rows(&files, &policy, &world);
    println!(
        "\n64 KiB, the worst of {} shells, CPU, least of {ROUNDS}, the slowest:\n\n| shape | time | shell |\n|---|---|---|",
        DIALECTS.len()
    );
    shapes(&long(), &policy, &world);
    println!("\nNested {DEEP} deep, the slowest:\n\n| opener | time | shell |\n|---|---|---|");
    shapes(&deep(), &policy, &world);
}

/// Returns the CPU time of this process; wall-clock time would include other processes.
fn cpu() -> Duration {
    let time = clock_gettime(ClockId::ProcessCPUTime);
    Duration::new(time.tv_sec.try_into().unwrap_or(0), time.tv_nsec.try_into().unwrap_or(0))
}

/// Returns the minimum wall-clock time of several rounds.
fn least(clock: impl Fn() -> Duration, judge: impl Fn()) -> Duration {
    let one = |_| {
        let start = clock();
        judge();
        clock().saturating_sub(start)
    };
    (0..ROUNDS).map(one).min().unwrap_or_default()
}

fn rows(files: &[String], policy: &Policy, world: &FakeWorld) {
    let start = Instant::now();
    let mut times: Vec<(Duration, String)> = Vec::new();
    for file in files {
        for line in std::fs::read_to_string(file).unwrap().lines() {
            let row: Row = serde_json::from_str(line).unwrap();
            let dialect = row.shell.parse().unwrap();
            let time = least(
                || start.elapsed(),
                || drop(std::hint::black_box(policy.assess(&row.command, dialect, world))),
            );
            times.push((time, row.command));
        }
    }
    times.sort();
    let at = |part: usize| times.get(times.len() * part / 100).map_or(Duration::ZERO, |(time, _)| *time);
    let most = times.last().map_or(Duration::ZERO, |(time, _)| *time);
    println!(
        "{} rows, least of {ROUNDS}: p50 {:.1?}, p99 {:.1?}, max {most:.1?}",
        times.len(),
        at(50),
        at(99)
    );
}

fn shapes(shapes: &[(String, String)], policy: &Policy, world: &FakeWorld) {
    let mut worst: Vec<(Duration, &str, Dialect)> = Vec::new();
    for (name, text) in shapes {
        let times = DIALECTS.map(|dialect| {
            let judge = || drop(std::hint::black_box(policy.assess(text, dialect, world)));
            (least(cpu, judge), name.as_str(), dialect)
        });
        worst.extend(times.into_iter().max_by_key(|(time, ..)| *time));
    }
    worst.sort_by_key(|(time, ..)| std::cmp::Reverse(*time));
    for (time, name, dialect) in worst.iter().take(SHOWN) {
        let name = name.replace('|', "\\|");
        println!("| `{name}` | {:.2} ms | {} |", time.as_secs_f64() * 1e3, dialect.name());
    }
    let above = |limit| worst.iter().filter(|(time, ..)| *time > Duration::from_millis(limit)).count();
    println!("\n{} shapes, {} above 5 ms, {} above 10 ms", worst.len(), above(5), above(10));
}

/// Returns all shapes of command lines, and texts in other languages inside one.
fn long() -> Vec<(String, String)> {
    let lines = lines::shapes().into_iter().map(|shape| {
        let ends = [shape.start, shape.part, shape.close, shape.end].map(|part| format!("{part:?}"));
        (ends.join(" "), shape.text(LONG))
    });
    let code = texts::LANGUAGES.iter().flat_map(|(_, program)| {
        texts::FRAGMENTS.iter().map(move |fragment| {
            (format!("{program} {fragment:?}"), commands::command(program, fragment, LONG))
        })
    });
    lines.chain(code).collect()
}

fn deep() -> Vec<(String, String)> {
    let openers: [(&str, &str); 27] = [
        ("$(", ")"),
        ("`", "`"),
        ("\"$(", ")\""),
        ("${a:-", "}"),
        ("$((", "))"),
        ("((", "))"),
        ("(", ")"),
        ("{ ", "; }"),
        ("{a,", "}"),
        ("[", "]"),
        ("[[ ", " ]]"),
        ("<(", ")"),
        (">(", ")"),
        ("if ", "; then a; fi"),
        ("while ", "; do a; done"),
        ("for i in a; do ", "; done"),
        ("case a in a) ", ";; esac"),
        ("case a in (", ") a;; esac"),
        ("f() { ", "; }"),
        ("begin; ", "; end"),
        ("sudo ", ""),
        ("! ", ""),
        ("eval ", ""),
        ("sh -c \"", "\""),
        ("cat <<E\n", "\nE"),
        ("& { ", " }"),
        ("@( ", " )"),
    ];
    let texts = openers.into_iter().flat_map(|(open, close)| {
        let opened = open.repeat(DEEP);
        [(open, format!("{opened}rm -rf /")), (open, format!("{opened}rm -rf /{}", close.repeat(DEEP)))]
    });
    texts.map(|(open, text)| (format!("{open:?}"), text)).collect()
}
