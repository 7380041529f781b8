//! `cargo xtask bench NAME`: figures beside the peers', measured in one run.

mod hooks;
mod peers;
mod session;

use anyhow::{Result, bail};

pub fn run(arguments: &[String]) -> Result<()> {
    match arguments.first().map(String::as_str) {
        Some("hooks") => hooks::run(),
        _ => bail!("cargo xtask bench hooks: cost of a prompt, of a failure and of a shell's start"),
    }
}
