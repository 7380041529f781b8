//! `cargo xtask bench NAME`: measures darn and its peers in one run.

mod advisers;
mod bed;
mod cases;
mod chat;
mod diagnose;
mod hooks;
mod llm;
mod peers;
mod policy;
mod posted;
mod redact;
mod relay;
mod session;
mod size;
mod soak;
mod step;
mod tasks;

pub use advisers::darn;

use crate::prelude::*;
use crate::process::run_cargo;

pub fn run(arguments: &[String]) -> Result<()> {
    match arguments.first().map(String::as_str) {
        Some("hooks") => hooks::run(),
        Some("cases") => cases::run(arguments.get(1..).unwrap_or_default()),
        Some("chat") => chat::run(),
        Some("diagnose") => diagnose::run(),
        Some("llm") => llm::run(),
        Some("relay") => relay::run(),
        Some("redact") => redact::run(arguments.get(1..).unwrap_or_default()),
        Some("session") => step::run(),
        Some("size") => size::run(),
        Some("soak") => soak::run(arguments.get(1..).unwrap_or_default()),
        Some("posted") => posted::run(arguments.get(1..).unwrap_or_default()),
        Some("tasks") => tasks::run(arguments.get(1..).unwrap_or_default()),
        Some("policy") => policy::run(arguments.get(1..).unwrap_or_default()),
        _ => bail!(
            "cargo xtask bench hooks: cost of a prompt, of a failure and of a shell's start\n\
             cargo xtask bench cases [REAL_CASES]: correctness of fixes, on corpus and verified cases\n\
             cargo xtask bench chat: time of a start of the chat, and of a key\n\
             cargo xtask bench diagnose: time of a diagnosis, in process and in a new process\n\
             cargo xtask bench policy [ROWS.jsonl…] [NL2SH]: detection of dangerous commands, and its \
             cost\n\
             cargo xtask bench posted [--misses]: correctness on failures that people posted\n\
             cargo xtask bench redact [DIR|ROWS.jsonl…] [--misses]: detection of secrets, and its cost\n\
             cargo xtask bench llm: delay that the client adds before the first word of an answer\n\
             cargo xtask bench session: cost of a step of `darn do`, beside `bash -c` and tmux\n\
             cargo xtask bench size: size of the program\n\
             cargo xtask bench soak [SECONDS]: a daemon with a hundred shells, for half an hour\n\
             cargo xtask bench relay: cost of `darn shell` compared with other relays\n\
             cargo xtask bench tasks [CASES] [--provider NAME …]: tasks carried out with a model (docs/bench.md)"
        ),
    }
}

/// Runs a benchmark of one of our crates as a release build.
fn cargo_bench(name: &str, bench: &str, arguments: &[PathBuf]) -> Result<()> {
    let package = format!("darnit-{name}");
    let words = ["bench", "--quiet", "--package", &package, "--bench", bench, "--"].map(PathBuf::from);
    run_cargo(words.iter().chain(arguments))
}

/// Builds a part of one of our packages as for users.
fn build_release(part: &[&str]) -> Result<()> {
    run_cargo(["build", "--release", "--quiet", "--package"].iter().chain(part))
}

/// Returns the median in milliseconds.
fn median(mut times: Vec<Duration>) -> f64 {
    times.sort();
    times.get(times.len() / 2).map_or(0.0, |time| time.as_secs_f64() * 1e3)
}

/// Returns a `$PATH` with a directory of `count` programs before the system directories.
fn long_path(bench: &str, count: usize) -> Result<String> {
    let names = crate::root().join("target/bench").join(bench).join("path");
    std::fs::create_dir_all(&names)?;
    for at in 0..count {
        let link = names.join(format!("bench-name-{at:04}"));
        if !link.exists() {
            std::os::unix::fs::symlink("/bin/true", link)?;
        }
    }
    Ok(format!("{}:/usr/local/bin:/usr/bin:/bin", names.display()))
}

/// Names the processor and the number of cores.
fn machine() -> String {
    let model = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let model = model
        .lines()
        .find_map(|line| line.strip_prefix("model name"))
        .map_or("", |rest| rest.trim_start_matches(['\t', ' ', ':']));
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    format!("{model}, {cores} cores")
}
