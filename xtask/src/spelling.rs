//! Spelling of the code and the documents, by `typos` (PyPI), installed once under `target/typos`. `_typos.toml` says
//! what it leaves out: misspelt commands are what darn is about.

use crate::prelude::*;

/// The version decides which words are known.
const PACKAGE: &str = "typos==1.52.0";

pub fn run() -> Result<()> {
    let place = crate::root().join("target/typos");
    let program = place.join("bin/typos");
    if !program.exists() {
        crate::process::pip_install(&place, &["--no-deps", PACKAGE])?;
    }
    let status = Command::new(&program)
        .args(["--format", "brief"])
        .current_dir(crate::root())
        .status()
        .with_context(|| format!("cannot start {}", program.display()))?;
    ensure!(status.success(), "misspelt words: correct them, or see _typos.toml");
    Ok(())
}
