//! True and false positives of the redaction on labelled texts, and its cost. Arguments: files of rows (`id`,
//! `category`, `shell`, `text`, `secrets`), and `--misses` to list the misses; those of the second half of the
//! project's own set are never shown. Run by `cargo xtask bench redact`.

#![allow(
    clippy::unwrap_used,
    clippy::print_stdout,
    clippy::disallowed_methods,
    clippy::disallowed_macros,
    clippy::disallowed_types,
    reason = "a benchmark measures and prints"
)]

use std::time::Duration;

use redact::Redactor;
use rustix::time::{ClockId, clock_gettime};

#[path = "../tests/redaction/set.rs"]
mod set;
#[path = "../tests/redaction/shapes.rs"]
mod shapes;

use set::{Count, Row};

const OWN: &str = include_str!("../tests/redaction/own.jsonl");
/// Sizes of a text and of a long text, in bytes.
const BYTES: usize = 16 * 1024;
const LONG: usize = 16 * BYTES;
/// Maximum median cost of a text, and the maximum ratio of the cost of a byte in a long text to that of a byte in
/// a text; above 1 because caches are small.
const MOST: Duration = Duration::from_millis(2);
const GROWTH: f64 = 4.0;
/// Number of passes over all shapes.
const PASSES: usize = 4;

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
    if !times(&own) {
        std::process::exit(1);
    }
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

/// Returns the CPU time of this process; wall-clock time would include other processes.
fn cpu() -> Duration {
    let time = clock_gettime(ClockId::ProcessCPUTime);
    Duration::new(time.tv_sec.try_into().unwrap_or(0), time.tv_nsec.try_into().unwrap_or(0))
}

/// Returns the median CPU time of redacting the text.
fn median(text: &str, rounds: usize) -> Duration {
    let once = |_| {
        let start = cpu();
        drop(std::hint::black_box(Redactor::default().redact(text.to_owned())));
        cpu().saturating_sub(start)
    };
    let mut times: Vec<Duration> = (0..rounds).map(once).collect();
    times.sort();
    times.get(rounds / 2).copied().unwrap_or_default()
}

/// Prints the cost of texts of every shape, the highest first, and returns whether all are within the limits.
fn times(own: &[Row]) -> bool {
    let of = |is: fn(&&Row) -> bool| {
        own.iter().filter(is).map(|row| row.text.as_str()).collect::<Vec<_>>().join("\n") + "\n"
    };
    let log = "2026-11-22T10:00:00Z INFO  [main] com.example.Server: request 4711 took 12 ms, status=200\n";
    let texts = [
        ("a log", log.to_owned()),
        ("texts without secrets", of(|row| row.secrets.is_empty())),
        ("mixed", of(|_| true)),
        ("texts with secrets", of(|row| !row.secrets.is_empty())),
    ];
    let shapes = shapes::SHAPES.iter().map(|shape| (format!("{shape:?}").replace('|', "\\|"), *shape));
    let all = texts.iter().map(|(name, text)| ((*name).to_owned(), text.as_str())).chain(shapes);
    let cost = |(name, shape): &(String, &str)| {
        let mut long = shape.repeat(LONG.div_ceil(shape.len()));
        long.truncate(long.floor_char_boundary(LONG));
        let short = median(long.get(..long.floor_char_boundary(BYTES)).unwrap_or(&long), 25);
        let growth = median(&long, 3).as_secs_f64() * BYTES as f64 / LONG as f64 / short.as_secs_f64();
        (short, growth, name.clone())
    };
    let all: Vec<_> = all.collect();
    let mut costs: Vec<(Duration, f64, String)> = all.iter().map(cost).collect();
    // other processes may slow the machine down for seconds, so the minimum of several passes counts
    for _ in 1..PASSES {
        for (least, shape) in costs.iter_mut().zip(&all) {
            let again = cost(shape);
            *least = (least.0.min(again.0), least.1.min(again.1), again.2);
        }
    }
    costs.sort_by_key(|(time, ..)| std::cmp::Reverse(*time));
    println!(
        "\n| {} KiB, CPU, lowest median of {PASSES} | time | a byte of {} KiB |\n|---|---|---|",
        BYTES / 1024,
        LONG / 1024
    );
    for (time, growth, name) in &costs {
        println!("| {name} | {:.2} ms | × {growth:.1} |", time.as_secs_f64() * 1e3);
    }
    let dear: Vec<&String> =
        costs.iter().filter(|cost| cost.0 > MOST || cost.1 > GROWTH).map(|cost| &cost.2).collect();
    println!("\n{} of {} shapes cost too much: {dear:?}", dear.len(), costs.len());
    dear.is_empty()
}
