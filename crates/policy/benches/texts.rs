//! Time of reading hostile texts inside commands: each fragment repeated to 64 KiB, in each language, and the scan
//! for deceptive text. Prints the slowest; all must be linear.

#![allow(
    clippy::unwrap_used,
    clippy::print_stdout,
    clippy::disallowed_methods,
    clippy::disallowed_macros,
    clippy::disallowed_types,
    reason = "a benchmark measures and prints"
)]

use std::hint::black_box;
use std::time::{Duration, Instant};

use policy::code::{self, Language, MAX, Sql};
use policy::deceptive;

#[path = "../tests/hostile/texts.rs"]
mod texts;
use texts::{FRAGMENTS, LANGUAGES};

fn main() {
    let mut slowest: Vec<(Duration, String)> = Vec::new();
    // measures only the fragment in the argument, if there is one
    let only = std::env::args().nth(1).filter(|argument| argument != "--bench");
    for fragment in FRAGMENTS.iter().filter(|fragment| only.as_deref().is_none_or(|only| only == **fragment))
    {
        let text = fragment.repeat(MAX / fragment.len());
        for (language, _) in LANGUAGES {
            let time = best(|| drop(black_box(code::read(*language, black_box(&text)))));
            slowest.push((time, format!("{language:?} {fragment:?}")));
        }
        let time = best(|| drop(black_box(deceptive::scan(black_box(&text)))));
        slowest.push((time, format!("deceptive {fragment:?}")));
    }
    slowest.sort_by(|left, right| right.cmp(left));
    println!("{} texts of 64 KiB; the slowest:\n", slowest.len());
    for (time, name) in slowest.iter().take(25) {
        println!("{time:>10.1?}  {name}");
    }
    let line = "git -C ~/src/project log --oneline --graph --decorate --all | head -n 20 && find . -name '*.rs' -newer Cargo.toml -print0 | xargs -0 grep -n 'unsafe' > /tmp/report.txt 2>&1; echo done; ls -la /usr/share/doc";
    let scans = 100_000;
    let time = best(|| (0..scans).for_each(|_| drop(black_box(deceptive::scan(black_box(line))))));
    println!("\n{} bytes of plain ASCII scanned for deception: {:.0?}", line.len(), time / scans);
}

/// Returns the minimum of three rounds if the first is slow.
fn best(run: impl Fn()) -> Duration {
    let once = || {
        let start = Instant::now();
        run();
        start.elapsed()
    };
    let first = once();
    if first < Duration::from_millis(2) { first } else { first.min(once()).min(once()) }
}
