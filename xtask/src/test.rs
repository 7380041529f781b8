//! `cargo xtask test`: every check and test there is. What the README names, what CI runs.

use crate::prelude::*;
use crate::process::{announce, program};

/// Programs and files that the tests use, with the Debian package each comes from.
const NEEDED: &str = include_str!("needed.txt");

/// Parts of the toolchain: the cargo command, its name in rustup, its package in Debian.
const TOOLS: &[(&str, &str, &str)] =
    &[("fmt", "rustfmt", "rustfmt-web"), ("clippy", "clippy", "rust-web-clippy")];

/// Newest minor version of the compiler with which clippy was clean.
const LINTED_WITH: u32 = 96;

pub fn run(arguments: &[String]) -> Result<()> {
    match arguments.first().map(String::as_str) {
        Some("live") => return crate::live::run(arguments.get(1..).unwrap_or_default()),
        Some("--clean-root") => return crate::clean_root::test(),
        Some(other) => bail!("`cargo xtask test` knows `live` and `--clean-root`, not `{other}`"),
        None => {}
    }
    programs()?;
    checks()?;
    crate::spelling::run()?;
    all_tests()
}

/// The checks and unit tests that answer within seconds once things are built.
pub fn quick() -> Result<()> {
    checks()?;
    tests(&["--lib", "--bins"])
}

fn checks() -> Result<()> {
    cargo(&["fmt", "--all", "--check"])?;
    crate::tidy::run(&[])?;
    crate::licences::run()?;
    // A newer compiler has more lints: its warnings are not the tester's problem. The lints that
    // Cargo.toml denies fail everywhere.
    let is_linted = minor_version().is_some_and(|minor| minor <= LINTED_WITH);
    let strict: &[&str] = if is_linted { &["--", "-D", "warnings"] } else { &[] };
    // `--all-targets` leaves out those with `test = false`
    for targets in [&["--all-targets"][..], &["--test", "*"]] {
        cargo(&[&["clippy", "--workspace", "--quiet"], targets, strict].concat())?;
    }
    fuzz_targets()?;
    without_network()
}

/// The fuzz targets are a workspace of their own, which no other check compiles. Their runtime is C++ that only
/// fuzzing links.
fn fuzz_targets() -> Result<()> {
    let words = ["check", "--quiet", "--manifest-path", "fuzz/Cargo.toml", "--target-dir", "target/fuzz"];
    announce(
        Command::new(crate::cargo())
            .args(words)
            .current_dir(crate::root())
            .env("CUSTOM_LIBFUZZER_PATH", "/dev/null"),
    )
}

/// Without the feature `llm` there is nothing in the program that could open a connection.
fn without_network() -> Result<()> {
    let darn = ["-p", "darnit", "--no-default-features"];
    cargo(&[&["clippy", "--quiet"], &darn[..], &["--", "-D", "warnings"]].concat())?;
    let tree = Command::new(crate::cargo())
        .args(["tree", "--edges", "normal", "--prefix", "none"])
        .args(darn)
        .current_dir(crate::root())
        .output()?;
    let tree = String::from_utf8_lossy(&tree.stdout);
    ensure!(tree.starts_with("darnit "), "cargo tree says nothing");
    let network =
        tree.lines().find(|line| ["ureq", "rustls", "ring "].iter().any(|name| line.starts_with(name)));
    ensure!(network.is_none(), "without the feature `llm` there still is {network:?}");
    Ok(())
}

/// The 95 in `cargo 1.95.0`.
fn minor_version() -> Option<u32> {
    let output = Command::new(crate::cargo()).arg("--version").output().ok()?;
    String::from_utf8_lossy(&output.stdout).split('.').nth(1)?.parse().ok()
}

/// Every test of every crate, the examples of the built-in rules among them.
pub fn all_tests() -> Result<()> {
    crate::plugins::install()?;
    crate::models::install()?;
    // the tests of the program drive the binary
    cargo(&["build", "--workspace", "--quiet"])?;
    // named, because plain `cargo test` leaves out what has `test = false` in Cargo.toml
    tests(&["--lib", "--bins", "--test", "*"])?;
    cargo(&["test", "--workspace", "--doc", "--quiet"])
}

/// Runs the tests of these targets, with nextest where that is installed: one more at once than there are cores,
/// because most of them wait for a shell most of the time.
fn tests(targets: &[&str]) -> Result<()> {
    let has_nextest = Command::new(crate::cargo())
        .args(["nextest", "--version"])
        .output()
        .is_ok_and(|out| out.status.success());
    let runner: &[&str] = if has_nextest { &["nextest", "run"] } else { &["test"] };
    let threads = std::thread::available_parallelism().map_or(2, |cores| cores.get() + 1).to_string();
    let threads: &[&str] =
        if has_nextest { &["--test-threads", &threads] } else { &["--", "--test-threads", &threads] };
    cargo(&[runner, &["--workspace", "--no-fail-fast"], targets, threads].concat())
}

fn cargo(arguments: &[&str]) -> Result<()> {
    eprintln!("xtask: cargo {}", arguments.join(" "));
    let status = Command::new(crate::cargo())
        .args(arguments)
        .current_dir(crate::root())
        .env("DARN_TEST_PLUGINS", crate::plugins::place())
        .env("DARN_TEST_MODELS", crate::models::place())
        .status()?;
    ensure!(status.success(), "failed: cargo {}", arguments.join(" "));
    Ok(())
}

/// Installs what is missing where that is allowed, else says what is.
fn programs() -> Result<()> {
    let needed = NEEDED.lines().filter(|line| !line.starts_with('#'));
    let needed = needed.filter_map(|line| line.split_once(' '));
    let mut missing: Vec<&str> =
        needed.filter(|(name, _)| program(name).is_none()).map(|(_, package)| package).collect();
    for (tool, component, package) in TOOLS {
        let works = Command::new(crate::cargo()).args([tool, "--version"]).output();
        if works.is_ok_and(|out| out.status.success()) {
            continue;
        }
        if program("rustup").is_some() {
            announce(Command::new("rustup").args(["component", "add", component]))?;
        } else {
            missing.push(package);
        }
    }
    if missing.is_empty() {
        return Ok(());
    }
    let install = format!("apt-get install -y --no-install-recommends {}", missing.join(" "));
    if !(rustix::process::geteuid().is_root() && program("apt-get").is_some()) {
        bail!("the tests drive real shells; missing: {}\non Debian: sudo {install}", missing.join(", "));
    }
    let script = format!("export DEBIAN_FRONTEND=noninteractive; apt-get update -q && {install}");
    announce(Command::new("sh").args(["-c", &script]))
}
