//! Time of one diagnosis in process, for every recorded example of the built-in rules with its output extended to
//! 10 KB: first with the built-in rules alone, then with an increasing number of user rules.
//! Run by `cargo xtask bench diagnose`. With a number as argument it takes every Nth failure and the built-in
//! rules alone, for a profiler: `cargo bench -p darnit-engine --bench diagnose -- 20`.

#![allow(
    clippy::unwrap_used,
    clippy::print_stdout,
    clippy::disallowed_methods,
    clippy::disallowed_macros,
    clippy::disallowed_types,
    reason = "a benchmark measures and prints"
)]

use std::fmt::Write as _;
use std::time::{Duration, Instant};

use engine::examples;
use engine::rules::built_in_files;
use engine::{Failure, RuleSet, diagnose};
use facts::{CommandRecord, FakeWorld, Output};

/// Size of each failure's output, in bytes.
const OUTPUT: usize = 10 * 1024;
const ROUNDS: usize = 5;
/// Number of names on `$PATH`.
const NAMES: usize = 3000;

fn main() {
    let step: usize = std::env::args().find_map(|word| word.parse().ok()).unwrap_or(1);
    let cases: Vec<_> = cases().into_iter().step_by(step).collect();
    println!("{} failures, {OUTPUT} bytes of output each, {NAMES} names on PATH\n", cases.len());
    println!("| rules of the user | rules per program | p50 | p90 | p99 |\n|---|---|---|---|---|");
    let counts: &[usize] = if step > 1 { &[0] } else { &[0, 100, 1_000, 3_000, 10_000] };
    for count in counts.iter().copied() {
        for (spread, programs) in [("spread over 50 programs", 50), ("all for the failed one", 1)] {
            if count == 0 && programs == 1 {
                continue;
            }
            let set = own_rules(count, programs);
            let mut times = measure(&cases, &set);
            times.sort();
            let at = |part: usize| times.get(times.len() * part / 100).copied().unwrap_or_default();
            let spread = if count == 0 { "–" } else { spread };
            println!("| {count} | {spread} | {:.0?} | {:.0?} | {:.0?} |", at(50), at(90), at(99));
        }
    }
}

fn cases() -> Vec<(CommandRecord, FakeWorld)> {
    let noise =
        "   Compiling something v0.1.0 (/home/me/project)\nwarning: unused variable: `x`, see notes.txt\n";
    let programs: Vec<String> = (0..NAMES).map(|at| format!("bench-name-{at}")).collect();
    let mut cases = Vec::new();
    for (_, text) in built_in_files() {
        for (mut record, mut world) in examples::records(&text) {
            let Some(output) = &record.output else { continue };
            let mut text = noise.repeat(OUTPUT / noise.len());
            text.push_str(output.text());
            record.output = Some(Output::from_bytes(text.as_bytes()));
            world.programs.extend(programs.iter().cloned());
            cases.push((record, world));
        }
    }
    cases
}

/// Returns the minimum of several rounds for each failure; the first round includes lazy loading.
fn measure(cases: &[(CommandRecord, FakeWorld)], set: &RuleSet) -> Vec<Duration> {
    let one = |(record, world): &(CommandRecord, FakeWorld)| {
        let start = Instant::now();
        let found = Failure::of(record, world).map(|failure| diagnose(&failure, world, set));
        std::hint::black_box(found);
        start.elapsed()
    };
    cases.iter().filter_map(|case| (0..ROUNDS).map(|_| one(case)).min()).collect()
}

/// Generates realistic user rules that never apply.
fn own_rules(count: usize, programs: usize) -> RuleSet {
    const NAMES: [&str; 50] = [
        "git", "cargo", "npm", "make", "pip", "docker", "kubectl", "apt", "python3", "go", "ls", "cp", "mv",
        "rm", "cat", "grep", "find", "tar", "ssh", "curl", "mkdir", "cd", "chmod", "gcc", "java", "node",
        "gh", "kill", "date", "vim", "sed", "awk", "sort", "less", "head", "tail", "wc", "df", "du", "ps",
        "ip", "ss", "jq", "wget", "rsync", "scp", "unzip", "zip", "xz", "man",
    ];
    let mut set = RuleSet::default();
    for at in 0..programs {
        let all = NAMES.iter().map(|name| format!("{name:?}")).collect::<Vec<_>>().join(", ");
        let program = if programs == 1 { all } else { format!("{:?}", NAMES.get(at).unwrap()) };
        let mut text = format!("program = [{program}]\n");
        for number in 0..count / programs {
            write!(
                text,
                "[[rule]]\nid = \"own/{at}-{number}\"\noutput = \"error: cannot {number} the '{{bad}}' of frob {at}\"\nfix = {{ prepend = \"sudo\" }}\nbecause = \"because\"\n"
            )
            .unwrap();
        }
        let errors = set.add("own.toml", &text);
        assert!(errors.is_empty(), "{errors:?}");
    }
    set
}
