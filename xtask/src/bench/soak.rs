//! A daemon under load for a long time: many real shells whose commands fail. Then idle, when it must sleep.

use std::sync::Mutex;

use super::bed::Bed;
use super::session::Shell;
use crate::prelude::*;

const SHELLS: usize = 100;
/// Failures a second, of all shells.
const RATE: u32 = 50;
/// Shells of each thread that types.
const SHELLS_A_THREAD: usize = 10;
/// Resident memory in KiB that the daemon may need beside what it keeps of each shell.
const MAX_MEMORY: u64 = 16_000;
/// KiB kept of a shell: its environment, its last hundred commands, its last failure.
const OF_A_SHELL: u64 = 64;
/// KiB that it may grow once it has as much of every shell as it keeps.
const GROWTH: u64 = 1024;
/// Lines of history that it keeps of a shell; it keeps fewer commands.
const HISTORY: u64 = 300;
/// Until every shell has failed as often as that.
const WARM_UP: Duration = Duration::from_secs(HISTORY * SHELLS as u64 / RATE as u64);
/// How often its memory is shown.
const REPORTS: Duration = Duration::from_secs(300);
/// How long it is watched while nothing happens.
const IDLE: Duration = Duration::from_secs(60);

/// What the daemon holds.
#[derive(Clone, Copy)]
struct Held {
    /// Resident memory in KiB.
    memory: u64,
    descriptors: usize,
}

/// Runs for the given number of seconds, 30 minutes by default.
pub fn run(arguments: &[String]) -> Result<()> {
    let seconds = match arguments.first() {
        Some(text) => text.parse().with_context(|| format!("`{text}` is no number of seconds"))?,
        None => 30 * 60,
    };
    let bed = Bed::new("soak")?;
    let daemon = bed.daemon()?;
    let pid = daemon.child.id();
    let environment = bed.environment(Some(&daemon.socket));
    let start = |at: usize| {
        let shell = if at.is_multiple_of(2) { "bash" } else { "zsh" };
        Shell::start(&bed.argv(shell, &bed.line(shell))?, &environment)
    };
    let mut shells = (0..SHELLS).map(start).collect::<Result<Vec<_>>>()?;
    // the first failure of a shell creates its FIFOs
    for shell in &mut shells {
        shell.fail("gti first", "✗")?;
    }
    let warm = held(pid)?;
    println!("{SHELLS} shells, {RATE} failures a second, {seconds} s; {}", super::machine());
    println!("after the first failure of each shell: {}", show(warm));
    let delays = Mutex::new(Vec::new());
    let until = Instant::now() + Duration::from_secs(seconds);
    let (begun, mut highest, mut settled) = (Instant::now(), warm, warm);
    let mut reports = 0;
    std::thread::scope(|scope| -> Result<()> {
        let delays = &delays;
        let typists: Vec<_> = shells
            .chunks_mut(SHELLS_A_THREAD)
            .map(|shells| scope.spawn(move || type_failures(shells, until, delays)))
            .collect();
        while Instant::now() < until {
            std::thread::sleep(Duration::from_secs(1).min(until.saturating_duration_since(Instant::now())));
            let now = held(pid)?;
            highest.memory = highest.memory.max(now.memory);
            highest.descriptors = highest.descriptors.max(now.descriptors);
            if begun.elapsed() < WARM_UP {
                settled = highest;
            }
            if begun.elapsed() >= REPORTS * (reports + 1) {
                reports += 1;
                println!("after {} s: {}", begun.elapsed().as_secs(), show(now));
            }
        }
        for typist in typists {
            typist.join().map_err(|_| anyhow::anyhow!("a typist panicked"))??;
        }
        Ok(())
    })?;
    let end = held(pid)?;
    let mut delays = delays.into_inner().unwrap_or_default();
    delays.sort_unstable();
    let at = |permille: usize| {
        delays.get(delays.len() * permille / 1000).copied().unwrap_or_default().as_secs_f64() * 1e3
    };
    println!(
        "highest of the first {} s, in which its memory of the shells fills: {}",
        WARM_UP.as_secs(),
        show(settled)
    );
    println!("at the end: {}; highest: {}", show(end), show(highest));
    println!(
        "Enter to hint, {} failures: p50 {:.1} ms, p99 {:.1} ms, longest {:.1} ms",
        delays.len(),
        at(500),
        at(990),
        delays.last().copied().unwrap_or_default().as_secs_f64() * 1e3
    );
    let before = switches(pid)?;
    std::thread::sleep(IDLE);
    let woken = switches(pid)? - before;
    println!("idle for {} s with {SHELLS} open shells: {woken} wake-ups", IDLE.as_secs());
    for shell in shells {
        shell.end()?;
    }
    let allowed = MAX_MEMORY + OF_A_SHELL * u64::try_from(SHELLS)?;
    ensure!(highest.memory <= allowed, "more than {allowed} KiB of memory");
    ensure!(highest.memory <= settled.memory + GROWTH, "memory has grown");
    ensure!(highest.descriptors <= settled.descriptors + 8, "descriptors have grown");
    ensure!(woken == 0, "an idle daemon was woken");
    Ok(())
}

/// Types failures into the shells in turn, at this thread's share of [`RATE`].
fn type_failures(shells: &mut [Shell], until: Instant, delays: &Mutex<Vec<Duration>>) -> Result<()> {
    let share = u32::try_from(shells.len())? * RATE;
    let pause = Duration::from_secs(1) * u32::try_from(SHELLS)? / share;
    let mut next = Instant::now();
    for round in 0.. {
        for (at, shell) in shells.iter_mut().enumerate() {
            if Instant::now() >= until {
                return Ok(());
            }
            std::thread::sleep(next.saturating_duration_since(Instant::now()));
            next += pause;
            let line = match (at + round) % 4 {
                0 => format!("gti status {round}"),
                1 => format!("mkidr x{round}"),
                2 => format!("gerp x{round} y"),
                _ => format!("sl --heko {round}"),
            };
            let delay = shell.fail(&line, "✗")?;
            if let Ok(mut delays) = delays.lock() {
                delays.push(delay);
            }
        }
    }
    Ok(())
}

/// Returns what a process holds (proc(5)).
fn held(pid: u32) -> Result<Held> {
    let status = std::fs::read_to_string(format!("/proc/{pid}/status"))?;
    Ok(Held {
        memory: number(&status, "VmRSS:").context("its memory")?,
        descriptors: std::fs::read_dir(format!("/proc/{pid}/fd"))?.count(),
    })
}

/// Returns how often the threads of a process have been given a CPU after waiting.
fn switches(pid: u32) -> Result<u64> {
    let threads = std::fs::read_dir(format!("/proc/{pid}/task"))?;
    let of = |thread: std::io::Result<std::fs::DirEntry>| -> Result<u64> {
        let status = std::fs::read_to_string(thread?.path().join("status"))?;
        number(&status, "voluntary_ctxt_switches:").context("its context switches")
    };
    threads.map(of).sum()
}

fn number(status: &str, name: &str) -> Option<u64> {
    let line = status.lines().find_map(|line| line.strip_prefix(name))?;
    line.split_whitespace().next()?.parse().ok()
}

fn show(held: Held) -> String {
    format!("{} KiB resident, {} descriptors", held.memory, held.descriptors)
}
