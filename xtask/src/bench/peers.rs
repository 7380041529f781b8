//! The peers, installed under `target/peers` on demand.

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Result, bail};

/// Installs pay-respects from crates.io, with its rules.
pub fn pay_respects() -> Result<PathBuf> {
    let root = crate::root().join("target/peers");
    let program = root.join("bin/pay-respects");
    if !program.exists() {
        run(Command::new(crate::cargo())
            .args(["install", "--quiet", "--root"])
            .arg(&root)
            .args(["pay-respects", "pay-respects-module-runtime-rules"]))?;
    }
    Ok(program)
}

/// Installs dcg, the last version under a plain MIT licence: later licences forbid measuring. (It requires a
/// nightly compiler; the variable lets a stable one pass for it.)
pub fn dcg() -> Result<PathBuf> {
    let root = crate::root().join("target/peers");
    let program = root.join("bin/dcg");
    if !program.exists() {
        run(Command::new(crate::cargo())
            .args(["install", "--quiet", "--locked", "--root"])
            .arg(&root)
            .args(["destructive_command_guard", "--version", "0.4.1"])
            .env("RUSTC_BOOTSTRAP", "1"))?;
    }
    Ok(program)
}

/// Installs thefuck from PyPI; it needs Python 3.11 or older.
pub fn thefuck() -> Result<PathBuf> {
    let root = crate::root().join("target/peers/thefuck");
    let program = root.join("bin/thefuck");
    if !program.exists() {
        // prefer the system's Python, which an ordinary user may run
        let python = ["/usr/bin/python3.11", "python3.11", "python3.10", "python3.9", "python3"]
            .into_iter()
            .find(|name| which(name))
            .unwrap_or("python3");
        run(Command::new(python).args(["-m", "venv"]).arg(&root))?;
        run(Command::new(root.join("bin/pip")).args(["install", "--quiet", "thefuck", "setuptools<81"]))?;
    }
    Ok(program)
}

/// Installs atuin from PyPI, as the tests do.
pub fn atuin() -> Result<PathBuf> {
    crate::plugins::atuin()?;
    Ok(crate::plugins::place().join("atuin"))
}

/// Installs cc-safety-net from the npm registry.
pub fn cc_safety_net() -> Result<PathBuf> {
    let root = crate::root().join("target/peers/cc-safety-net");
    let program = root.join("node_modules/.bin/cc-safety-net");
    if !program.exists() {
        let quiet = ["--silent", "--no-fund", "--no-audit"];
        std::fs::create_dir_all(&root)?;
        run(Command::new("npm").arg("install").args(quiet).arg("--prefix").arg(&root).arg("cc-safety-net"))?;
    }
    Ok(program)
}

fn which(name: &str) -> bool {
    std::env::var_os("PATH").is_some_and(|path| {
        std::env::split_paths(&path).any(|directory| Path::new(&directory).join(name).exists())
    })
}

fn run(command: &mut Command) -> Result<()> {
    if !command.status()?.success() {
        bail!("{command:?} failed");
    }
    Ok(())
}
