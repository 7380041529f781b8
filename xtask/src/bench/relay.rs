//! The relay compared with a bare copy loop, `script` and atuin's, in one interleaved run: throughput, CPU,
//! key echo latency, memory, and whether the end of a long output is recorded exactly.

mod gates;
mod session;

use std::io::{Read as _, Write as _};
use std::os::unix::net::UnixStream;

use session::Session;

use crate::prelude::*;

/// Size of the printed file.
const SIZE: u64 = 100_000_000;
const ROUNDS: usize = 5;
/// Number of keys echoed in each round.
const KEYS: usize = 1000;
/// Number of bytes at the end of an output that must be exact.
const TAIL: usize = 64 * 1024;
const IDLE: Duration = Duration::from_secs(60);

/// A relay, and the words before the command line that runs inside it.
struct Relay {
    name: &'static str,
    words: Vec<String>,
}

#[derive(Default)]
struct Figures {
    /// MB/s.
    throughput: Vec<f64>,
    /// Nanoseconds per byte, in user mode.
    user: Vec<f64>,
    /// Microseconds.
    echo: Vec<f64>,
    /// KiB: resident, and the part not backed by files.
    memory: (u64, u64),
}

pub fn run() -> Result<()> {
    let directory = crate::root().join("target/bench/relay");
    std::fs::create_dir_all(directory.join("home"))?;
    let data = directory.join("data");
    write_data(&data)?;
    let relays = relays()?;
    let mut figures: Vec<Figures> = relays.iter().map(|_| Figures::default()).collect();
    for _ in 0..ROUNDS {
        for (relay, figures) in relays.iter().zip(&mut figures) {
            throughput(relay, &directory, &data, figures).with_context(|| relay.name)?;
            echo(relay, &directory, figures).with_context(|| relay.name)?;
        }
    }
    println!(
        "{SIZE} bytes, {ROUNDS} interleaved rounds, medians; {KEYS} keys a round; ratios to the copy loop"
    );
    println!();
    println!("| | MB/s | ratio | user CPU, ns/byte | echo p50, µs | echo p99 | RSS and private, KiB |");
    println!("|---|---|---|---|---|---|---|");
    let named = |name: &str| relays.iter().zip(&figures).find(|(relay, _)| relay.name == name);
    let copy = named("copy loop").context("the copy loop")?.1;
    for (relay, figures) in relays.iter().zip(&figures) {
        println!(
            "| {} | {:.0} | {:.2} | {:.2} | {:.0} | {:.0} | {:?} |",
            relay.name,
            middle(&figures.throughput),
            figures.ratio(copy),
            middle(&figures.user),
            middle(&figures.echo),
            part(&figures.echo, 0.99),
            figures.memory
        );
    }
    println!();
    let (darn, own) = relays.iter().zip(&figures).next_back().context("ours is the last")?;
    let after = long(darn, &directory, &data)?;
    let mut gates = gates::Gates::default();
    for peer in ["copy loop", "script", "atuin pty-proxy"] {
        if let Some((_, figures)) = named(peer) {
            let least = if peer == "copy loop" { 0.95 } else { 1.0 };
            gates.at_least(&format!("throughput beside {peer}"), own.ratio(figures), least);
        }
    }
    gates.at_most("user CPU, ns/byte", middle(&own.user), 1.0);
    let bare = named("no relay").context("no relay")?.1;
    gates.at_most("echo added, p50, µs", middle(&own.echo) - middle(&bare.echo), 60.0);
    gates.at_most("RSS after 1 GB, KiB", after.rss, 4096.0);
    gates.at_most("bytes of the last 64 KiB that are not as printed", after.wrong, 0.0);
    gates.at_most("wake-ups in a minute", after.wakings, 0.0);
    gates.close()
}

impl Figures {
    /// Returns the throughput relative to another's, round by round.
    fn ratio(&self, other: &Self) -> f64 {
        let ratios: Vec<f64> =
            self.throughput.iter().zip(&other.throughput).map(|(own, other)| own / other).collect();
        middle(&ratios)
    }
}

fn middle(values: &[f64]) -> f64 {
    part(values, 0.5)
}

/// Returns the quantile at `part` of the values.
fn part(values: &[f64], part: f64) -> f64 {
    let mut values = values.to_vec();
    values.sort_by(f64::total_cmp);
    values.get((values.len() as f64 * part) as usize).copied().unwrap_or_default()
}

/// Returns the relays; ours is the last.
fn relays() -> Result<Vec<Relay>> {
    let darn = super::advisers::darn()?.display().to_string();
    super::build_release(&["darnit-shell", "--example", "copy"])?;
    let copy = Path::new(&darn).with_file_name("examples").join("copy").display().to_string();
    let relay =
        |name, words: &[&str]| Relay { name, words: words.iter().map(|word| (*word).into()).collect() };
    let mut relays = vec![
        relay("no relay", &["/bin/sh", "-c"]),
        relay("copy loop", &[&copy, "/bin/sh", "-c"]),
        relay("script", &["script", "-qec"]),
    ];
    match super::peers::atuin() {
        Ok(atuin) => {
            let atuin = atuin.display().to_string();
            let words = [&atuin, "pty-proxy", "--shell", "/bin/sh", "--shell", "-c", "--shell"];
            relays.push(relay("atuin pty-proxy", &words));
        }
        Err(error) => println!("atuin is not measured: {error:#}"),
    }
    relays.push(relay("darn shell", &[&darn, "shell", "--shell", "/bin/sh", "--", "-c"]));
    Ok(relays)
}

/// Writes realistic lines, some with colours; all different.
fn write_data(path: &Path) -> Result<()> {
    if path.metadata().is_ok_and(|metadata| metadata.len() == SIZE) {
        return Ok(());
    }
    let mut text = Vec::new();
    let mut number = 0u64;
    while (text.len() as u64) < SIZE {
        number += 1;
        let colour = if number.is_multiple_of(10) { "\u{1b}[31merror\u{1b}[0m" } else { "note" };
        writeln!(
            text,
            "{colour}: src/file{}.rs:{number}: the quick brown fox and the lazy dog",
            number % 97
        )?;
    }
    text.truncate(usize::try_from(SIZE)?);
    Ok(std::fs::write(path, text)?)
}

/// Marks that our hooks print before and after an output.
const BEGIN: &str = "[ -z \"$DARN_NONCE\" ] || printf '\\033]73276;%s;C\\007' \"$DARN_NONCE\"";
const END: &str = "[ -z \"$DARN_NONCE\" ] || printf '\\033]73276;%s;D;0\\007' \"$DARN_NONCE\"";

fn throughput(relay: &Relay, directory: &Path, data: &Path, figures: &mut Figures) -> Result<()> {
    let script = format!(
        "stty raw -echo; printf R; head -c 1 >go; {BEGIN}; cat {}; printf '!'; head -c 1 >go",
        data.display()
    );
    let mut session = Session::start(relay, directory, &script)?;
    session.take(1, b'R')?;
    let before = session.user()?;
    let start = Instant::now();
    session.file.write_all(b"g")?;
    session.take(SIZE + 1, b'!')?;
    let time = start.elapsed();
    let user = session.user()?.saturating_sub(before);
    figures.throughput.push(SIZE as f64 / time.as_secs_f64() / 1e6);
    figures.user.push(user.as_nanos() as f64 / SIZE as f64);
    figures.memory = figures.memory.max(session.memory()?);
    session.end()
}

fn echo(relay: &Relay, directory: &Path, figures: &mut Figures) -> Result<()> {
    let mut session =
        Session::start(relay, directory, "stty raw -echo; printf R; exec dd bs=1 count=1001 2>/dev/null")?;
    session.take(1, b'R')?;
    for _ in 0..KEYS {
        let start = Instant::now();
        session.file.write_all(b"k")?;
        session.take(1, b'k')?;
        figures.echo.push(start.elapsed().as_secs_f64() * 1e6);
    }
    session.end()
}

/// State of our relay after a gigabyte.
struct After {
    /// KiB.
    rss: f64,
    /// Number of wrong bytes at the end of the recorded output.
    wrong: f64,
    wakings: f64,
}

fn long(relay: &Relay, directory: &Path, data: &Path) -> Result<After> {
    let script = format!(
        "stty raw -echo; {BEGIN}; for n in 1 2 3 4 5 6 7 8 9 10; do cat {}; done; {END}; {BEGIN}; printf '!'; head -c 1 >go",
        data.display()
    );
    let mut session = Session::start(relay, directory, &script)?;
    session.take(10 * SIZE + 1, b'!')?;
    let rss = session.memory()?.0;
    let socket = directory.join("darn").join(format!("relay-{}", session.child.id()));
    let mut stream = UnixStream::connect(socket)?;
    stream.write_all(b"b")?;
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer)?;
    ensure!(answer.starts_with(format!("0 {} ", 10 * SIZE).as_bytes()), "not all of it was seen");
    let all = std::fs::read(data)?;
    let wrong = all.iter().rev().take(TAIL).zip(answer.iter().rev()).filter(|(one, other)| one != other);
    let wrong = wrong.count();
    let before = session.waits()?;
    std::thread::sleep(IDLE); // the measurement itself
    let wakings = session.waits()? - before;
    session.end()?;
    Ok(After { rss: rss as f64, wrong: wrong as f64, wakings: wakings as f64 })
}
