//! `cargo xtask test`: every check and test there is. What the README names, what CI runs.

use std::path::Path;
use std::process::Command;

use anyhow::{Result, bail, ensure};

/// Programs the tests drive, with the Debian package each comes from.
const NEEDED: &[(&str, &str)] = &[
    ("bash", "bash"),
    ("zsh", "zsh"),
    ("fish", "fish"),
    ("dash", "dash"),
    ("tmux", "tmux"),
    ("strace", "strace"),
    ("git", "git"),
];

pub fn run(_: &[String]) -> Result<()> {
    programs()?;
    quick()?;
    all_tests()
}

/// The checks that answer within seconds once things are built.
pub fn quick() -> Result<()> {
    cargo(&["fmt", "--all", "--check"])?;
    crate::tidy::run(&[])?;
    cargo(&["clippy", "--workspace", "--all-targets", "--quiet", "--", "-D", "warnings"])
}

/// Every test of every crate, the examples of the built-in rules among them.
pub fn all_tests() -> Result<()> {
    // the tests of the program drive the binary
    cargo(&["build", "--workspace", "--quiet"])?;
    let has_nextest = Command::new(crate::cargo())
        .args(["nextest", "--version"])
        .output()
        .is_ok_and(|out| out.status.success());
    if has_nextest {
        cargo(&["nextest", "run", "--workspace", "--no-fail-fast"])?;
        cargo(&["test", "--workspace", "--doc", "--quiet"])
    } else {
        cargo(&["test", "--workspace", "--no-fail-fast"])
    }
}

fn cargo(arguments: &[&str]) -> Result<()> {
    eprintln!("xtask: cargo {}", arguments.join(" "));
    let status = Command::new(crate::cargo()).args(arguments).current_dir(crate::root()).status()?;
    ensure!(status.success(), "failed: cargo {}", arguments.join(" "));
    Ok(())
}

/// Installs what is missing where that is allowed, else says what is.
fn programs() -> Result<()> {
    let missing: Vec<&str> =
        NEEDED.iter().filter(|(name, _)| !is_on_path(name)).map(|(_, package)| *package).collect();
    if !missing.is_empty() {
        let install = format!("apt-get install -y --no-install-recommends {}", missing.join(" "));
        let is_root = Command::new("id").arg("-u").output().is_ok_and(|out| out.stdout.trim_ascii() == b"0");
        if !(is_root && is_on_path("apt-get")) {
            bail!("the tests drive real shells; missing: {}\non Debian: sudo {install}", missing.join(", "));
        }
        eprintln!("xtask: {install}");
        let script = format!("apt-get update -q && {install}");
        let status =
            Command::new("sh").args(["-c", &script]).env("DEBIAN_FRONTEND", "noninteractive").status()?;
        ensure!(status.success(), "could not install {}", missing.join(", "));
    }
    for (tool, package) in [("fmt", "rustfmt"), ("clippy", "clippy")] {
        let works = Command::new(crate::cargo())
            .args([tool, "--version"])
            .output()
            .is_ok_and(|out| out.status.success());
        ensure!(works, "cargo {tool} is missing: rustup component add {package}");
    }
    Ok(())
}

fn is_on_path(name: &str) -> bool {
    let path = std::env::var_os("PATH").unwrap_or_default();
    std::env::split_paths(&path).any(|directory| Path::new(&directory).join(name).is_file())
}
