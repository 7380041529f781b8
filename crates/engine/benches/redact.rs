//! Redaction: what of labelled texts is caught, and what a text costs. Arguments: files of rows
//! (`id`, `category`, `shell`, `text`, `secrets`), `--misses`. Of the project's own set only the first half
//! shows its misses. Run by `cargo xtask bench redact`.

#![allow(
    clippy::unwrap_used,
    clippy::print_stdout,
    clippy::disallowed_methods,
    clippy::disallowed_macros,
    clippy::disallowed_types,
    reason = "a benchmark measures and prints"
)]

use std::time::Duration;

use engine::redact::Redactor;
use rustix::time::{ClockId, clock_gettime};

#[path = "../tests/hostile/secrets.rs"]
mod secrets;
#[path = "../tests/redaction/set.rs"]
mod set;

use set::{Count, Row};

const OWN: &str = include_str!("../tests/redaction/own.jsonl");
const ROUNDS: usize = 41;
/// Bytes of a long text.
const LONG: usize = 16 * 1024;

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let shows_misses = arguments.iter().any(|argument| argument == "--misses");
    let own = set::read(OWN);
    for file in arguments.iter().filter(|argument| !argument.starts_with('-')) {
        let rows = set::read(&std::fs::read_to_string(file).unwrap());
        let name = file.rsplit('/').next().unwrap_or(file);
        table(name, set::count(rows.iter()));
        if shows_misses {
            rows.iter().for_each(misses);
        }
    }
    for half in [1, 2] {
        let rows = || own.iter().filter(|row| row.half() == half);
        table(&format!("own, half {half}"), set::count(rows()));
        for (category, count) in set::by_category(rows()) {
            row(category, count);
        }
        if shows_misses && half == 1 {
            rows().for_each(misses);
        }
    }
    times(&own);
}

fn table(name: &str, count: Count) {
    println!("\n| {name} | secrets | caught | clean | hit |\n|---|---|---|---|---|");
    row("all", count);
}

fn row(name: &str, count: Count) {
    let rate = |part: usize, whole: usize| {
        if whole == 0 { String::from("–") } else { format!("{:.1} %", part as f64 * 100.0 / whole as f64) }
    };
    println!(
        "| {name} | {} | {} | {} | {} |",
        count.secrets,
        rate(count.caught, count.secrets),
        count.clean,
        rate(count.hit, count.clean)
    );
}

fn misses(row: &Row) {
    for missed in row.missed() {
        println!("MISSED {} {missed:?} in {:?}", row.id, row.text);
    }
    if row.is_hit() {
        let dialect = row.shell.as_ref().map(|shell| shell.parse().unwrap());
        let spans = Redactor::default().spans(&row.text, dialect);
        let hits: Vec<&str> = spans.iter().filter_map(|span| row.text.get(span.start..span.end)).collect();
        println!("HIT {} {hits:?} in {:?}", row.id, row.text);
    }
}

/// CPU time of this process: others on the machine would count on the wall's clock.
fn cpu() -> Duration {
    let time = clock_gettime(ClockId::ProcessCPUTime);
    Duration::new(time.tv_sec.try_into().unwrap_or(0), time.tv_nsec.try_into().unwrap_or(0))
}

fn least(text: &str) -> Duration {
    let once = |_| {
        let start = cpu();
        drop(std::hint::black_box(Redactor::default().redact(text.to_owned())));
        cpu().saturating_sub(start)
    };
    (0..ROUNDS).map(once).min().unwrap_or_default()
}

fn times(own: &[Row]) {
    println!("\n{} KiB, CPU, least of {ROUNDS}:\n\n| text | time |\n|---|---|", LONG / 1024);
    let fill = |texts: &mut dyn Iterator<Item = &str>| {
        let mut all = texts.collect::<Vec<_>>().join("\n");
        all.truncate(all.floor_char_boundary(LONG));
        all
    };
    let clean = fill(&mut own.iter().filter(|row| row.secrets.is_empty()).map(|row| row.text.as_str()));
    let mixed = fill(&mut own.iter().map(|row| row.text.as_str()));
    let secret = fill(&mut own.iter().filter(|row| !row.secrets.is_empty()).map(|row| row.text.as_str()));
    let log = "2026-11-22T10:00:00Z INFO  [main] com.example.Server: request 4711 took 12 ms, status=200\n";
    let named = [
        ("a log", log.repeat(LONG / log.len())),
        ("texts without secrets", clean),
        ("mixed", mixed),
        ("texts with secrets", secret),
    ];
    for (name, text) in &named {
        println!("| {name} | {:.2} ms |", least(text).as_secs_f64() * 1e3);
    }
    let mut worst: Vec<(Duration, &str)> =
        secrets::SHAPES.iter().map(|shape| (least(&shape.repeat(LONG / shape.len())), *shape)).collect();
    worst.sort_by_key(|(time, _)| std::cmp::Reverse(*time));
    for (time, shape) in worst.iter().take(8) {
        println!("| {:?} | {:.2} ms |", shape.replace('|', "\\|"), time.as_secs_f64() * 1e3);
    }
}
