//! The peers, installed under `target/peers` on demand.

use crate::prelude::*;
use crate::process::{program, run};

/// Installs pay-respects from crates.io, with its rules.
pub fn pay_respects() -> Result<PathBuf> {
    let root = crate::root().join("target/peers");
    let file = root.join("bin/pay-respects");
    if !file.exists() {
        run(Command::new(crate::cargo())
            .args(["install", "--quiet", "--root"])
            .arg(&root)
            .args(["pay-respects", "pay-respects-module-runtime-rules"]))?;
    }
    Ok(file)
}

/// Installs dcg, the last version under a plain MIT licence: later licences forbid measuring. (It requires a
/// nightly compiler; the variable lets a stable one pass for it.)
pub fn dcg() -> Result<PathBuf> {
    let root = crate::root().join("target/peers");
    let file = root.join("bin/dcg");
    if !file.exists() {
        run(Command::new(crate::cargo())
            .args(["install", "--quiet", "--locked", "--root"])
            .arg(&root)
            .args(["destructive_command_guard", "--version", "0.4.1"])
            .env("RUSTC_BOOTSTRAP", "1"))?;
    }
    Ok(file)
}

/// Installs thefuck from PyPI; it needs Python 3.11 or older.
pub fn thefuck() -> Result<PathBuf> {
    let root = crate::root().join("target/peers/thefuck");
    let file = root.join("bin/thefuck");
    if !file.exists() {
        // prefer the system's Python, which an ordinary user may run
        let python = ["/usr/bin/python3.11", "python3.11", "python3.10", "python3.9", "python3"]
            .into_iter()
            .find(|name| program(name).is_some())
            .unwrap_or("python3");
        run(Command::new(python).args(["-m", "venv"]).arg(&root))?;
        run(Command::new(root.join("bin/pip")).args(["install", "--quiet", "thefuck", "setuptools<81"]))?;
    }
    Ok(file)
}

/// Installs atuin from PyPI, as the tests do.
pub fn atuin() -> Result<PathBuf> {
    crate::plugins::atuin()?;
    Ok(crate::plugins::place().join("atuin"))
}

/// Installs cc-safety-net from the npm registry.
pub fn cc_safety_net() -> Result<PathBuf> {
    let root = crate::root().join("target/peers/cc-safety-net");
    let file = root.join("node_modules/.bin/cc-safety-net");
    if !file.exists() {
        let quiet = ["--silent", "--no-fund", "--no-audit"];
        std::fs::create_dir_all(&root)?;
        run(Command::new("npm").arg("install").args(quiet).arg("--prefix").arg(&root).arg("cc-safety-net"))?;
    }
    Ok(file)
}
