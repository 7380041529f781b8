//! Time of one verdict in process: over the rows of test sets, on inputs of 64 KiB in hostile
//! shapes, and on openers nested 10,000 deep. Arguments: files of rows (`command`, `shell`). Run by
//! `cargo xtask bench policy`.

#![allow(
    clippy::unwrap_used,
    clippy::print_stdout,
    clippy::disallowed_methods,
    clippy::disallowed_macros,
    clippy::disallowed_types,
    reason = "a benchmark measures and prints"
)]

use std::time::{Duration, Instant};

use engine::{FakeWorld, Policy};
use rustix::time::{ClockId, clock_gettime};
use syntax::Dialect;

const ROUNDS: usize = 3;
/// Bytes of a long input.
const LONG: usize = 64 * 1024;
const DEEP: usize = 10_000;
const DIALECTS: [Dialect; 5] =
    [Dialect::Bash, Dialect::Posix, Dialect::Zsh, Dialect::Fish, Dialect::PowerShell];

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
        "\n64 KiB, the worst of five shells, CPU, least of {ROUNDS}:\n\n| shape | time | shell |\n|---|---|---|"
    );
    shapes(&long(), &policy, &world);
    println!("\nNested {DEEP} deep:\n\n| opener | time | shell |\n|---|---|---|");
    shapes(&deep(), &policy, &world);
}

/// CPU time that this process has used. A long judgement is measured in it: others on the machine
/// would count too on the wall's clock.
fn cpu() -> Duration {
    let time = clock_gettime(ClockId::ProcessCPUTime);
    Duration::new(time.tv_sec.try_into().unwrap_or(0), time.tv_nsec.try_into().unwrap_or(0))
}

/// The least time of some rounds, by the clock.
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

fn shapes(shapes: &[(&str, String)], policy: &Policy, world: &FakeWorld) {
    let mut worst = Duration::ZERO;
    for (name, text) in shapes {
        let times = DIALECTS.map(|dialect| {
            let judge = || drop(std::hint::black_box(policy.assess(text, dialect, world)));
            (least(cpu, judge), dialect)
        });
        let Some((time, dialect)) = times.into_iter().max_by_key(|(time, _)| *time) else { continue };
        println!("| {name} | {:.2} ms | {} |", time.as_secs_f64() * 1e3, dialect.name());
        worst = worst.max(time);
    }
    println!("| **worst** | {:.2} ms | |", worst.as_secs_f64() * 1e3);
}

fn long() -> Vec<(&'static str, String)> {
    let fill = |start: &str, part: &str, end: &str| {
        let count = (LONG - start.len() - end.len()) / part.len();
        format!("{start}{}{end}", part.repeat(count))
    };
    vec![
        ("one long word", fill("rm -rf ", "a", "")),
        ("one long path", fill("rm -rf /", "a/", "")),
        ("words", fill("rm -rf", " ab", "")),
        ("words that are dangerous", fill("rm -rf", " /etc", "")),
        ("options", fill("rm", " -r", " x")),
        ("globs", fill("rm", " a*", "")),
        ("`;` lists", fill("", "a;", "")),
        ("`&&` lists of deletes", fill("true", "&& rm -rf x ", "")),
        ("unknown wrappers", fill("", "foo ", "rm -rf /")),
        ("known wrappers", fill("", "sudo ", "rm -rf /")),
        ("pipes", fill("echo x", "|cat", "")),
        ("pipes of decoders", fill("echo x", "|base64 -d", "|sh")),
        ("lines", fill("", "echo a b c\n", "")),
        ("assignments", fill("", "a=$a$a;", "")),
        ("variables", fill("a=xxxxxxxx; echo ", "$a", "")),
        ("growing variable", fill("a=xx;", "a=$a$a;", "$a")),
        ("loops", fill("", "for i in 1 2 3; do ", "rm $i")),
        ("loops in a row", fill("", "for i in 1 2 3; do rm -rf $i; done;", "")),
        ("conditions", fill("", "if a; then b; fi;", "")),
        ("functions", fill("", "f(){ f; };", "f")),
        ("functions that call each other", fill("", "f(){ g; g; };g(){ f; f; };", "f")),
        ("aliases", fill("", "alias a=b;", "a")),
        ("nested `$(`", fill("echo ", "$(", "")),
        ("nested `$( )`", format!("echo {}{}", "$(a ".repeat(LONG / 5 - 2), ")".repeat(LONG / 5 - 2))),
        ("nested backquotes", fill("echo ", "`", "")),
        ("nested `${`", fill("echo ", "${a:-", "")),
        ("substitutions in a row", fill("echo ", "$(echo a)", "")),
        ("arithmetic", fill("echo $((", "1+", "1))")),
        ("double quotes", fill("echo ", "\"a\"", "")),
        ("one double quote", fill("echo \"", "a$b ", "")),
        ("single quotes", fill("echo ", "'a'", "")),
        ("backslashes", fill("echo ", "\\a", "")),
        ("braces in a row", fill("rm -rf ", "{a,b}", "")),
        ("braces in a row, words", fill("rm -rf", " {a,b}{c,d}", "")),
        ("nested braces", fill("rm -rf ", "{a,", "")),
        ("a long brace list", fill("rm -rf {a", ",b", "}")),
        ("braces around braces", format!("rm -rf {}{}", "{".repeat(LONG / 2 - 8), "}".repeat(LONG / 2 - 8))),
        ("brace ranges", fill("rm -rf", " {1..99}", "")),
        ("a here-document", fill("sh <<E\n", "echo a $b\n", "E\n")),
        ("here-documents", fill("", "cat <<E\nx\nE\n", "")),
        ("open here-documents", fill("cat", " <<E", "\n")),
        ("redirections", fill("a", " >b", "")),
        ("`bash -c` of a long text", fill("bash -c '", "echo a;", "'")),
        ("`bash -c` in a row", fill("", "bash -c 'rm -rf x';", "")),
        ("Python code", fill("python3 -c '", "import os;", "'")),
        ("SQL", fill("psql -c '", "drop table a;", "'")),
        ("base64", fill("echo ", "cm0g", "|base64 -d|sh")),
        ("xargs", fill("echo a", "|xargs rm", "")),
        ("`find` with `-exec`", fill("find .", " -exec rm {} ;", "")),
        ("comments", fill("", "#\n", "")),
        ("control characters", fill("", "\u{1b}[0m", "")),
        ("invisible characters", fill("echo ", "\u{200b}", "")),
        ("emoji", fill("echo ", "👩‍💻", "")),
    ]
}

fn deep() -> Vec<(&'static str, String)> {
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
    texts.map(|(open, text)| (shown(open), text)).collect()
}

/// For a cell of a table.
fn shown(open: &'static str) -> &'static str {
    open.trim_end_matches(['\n', ' '])
}
