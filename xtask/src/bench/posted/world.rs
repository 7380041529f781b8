//! The machine of a case: a project in a temporary home, and the programs on its `$PATH`.

use std::fs;
use std::os::unix::fs::{PermissionsExt as _, symlink};

use serde::Deserialize;
use tempfile::TempDir;

use super::{Answer, Case, Suggestion};
use crate::corpus::sandbox::Sandbox;
use crate::prelude::*;

/// The minimum that makes a case true.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct World {
    /// Programs besides those of a Debian base system.
    programs: Vec<String>,
    /// Programs of a base system that are missing.
    missing: Vec<String>,
    /// Files of the project and their text.
    files: BTreeMap<String, String>,
    dirs: Vec<String>,
    /// Which of the files are executable.
    executable: Vec<String>,
    /// Commands that prepare the project.
    setup: Vec<String>,
    env: BTreeMap<String, String>,
}

/// A directory with the programs of a Debian base system.
pub struct Base {
    directory: TempDir,
    names: Vec<String>,
}

impl Base {
    pub fn new() -> Result<Self> {
        // the ordinary user of the sandbox runs what is in it
        let directory = tempfile::Builder::new().permissions(fs::Permissions::from_mode(0o755)).tempdir()?;
        let names = fs::read_to_string(crate::root().join("tests/posted/base.txt"))?;
        let base = Self { names: names.split_whitespace().map(str::to_owned).collect(), directory };
        base.link(base.directory.path(), &[])?;
        Ok(base)
    }

    fn link(&self, directory: &Path, missing: &[String]) -> Result<()> {
        fs::create_dir_all(directory)?;
        for name in self.names.iter().filter(|name| !missing.contains(name)) {
            let bins = ["/usr/bin", "/bin", "/usr/sbin", "/sbin"];
            match bins.map(|bin| Path::new(bin).join(name)).into_iter().find(|file| file.exists()) {
                Some(file) => symlink(file, directory.join(name))?,
                None => stub(directory, name)?,
            }
        }
        Ok(())
    }
}

/// Writes a program that only exists.
fn stub(directory: &Path, name: &str) -> Result<()> {
    let file = directory.join(name);
    let _ = fs::remove_file(&file);
    fs::write(&file, "#!/bin/sh\n")?;
    Ok(fs::set_permissions(&file, fs::Permissions::from_mode(0o755))?)
}

/// Prepares the case's machine and asks for suggestions and an explanation.
pub fn ask(darn: &Path, base: &Base, case: &Case) -> Result<Answer> {
    prepare_and_ask(darn, base, case).with_context(|| case.id.clone())
}

fn prepare_and_ask(darn: &Path, base: &Base, case: &Case) -> Result<Answer> {
    let (sandbox, world) = (Sandbox::new()?, &case.world);
    let home = sandbox.home().to_owned();
    let bin = home.join("bin");
    fs::create_dir_all(&bin)?;
    for name in world.programs.iter().filter(|name| !name.contains('/')) {
        stub(&bin, name)?;
    }
    let mut path = format!("{}:{}", bin.display(), base.directory.path().display());
    if !world.missing.is_empty() {
        let rest = home.join("base");
        base.link(&rest, &world.missing)?;
        path = format!("{}:{}", bin.display(), rest.display());
    }
    for directory in &world.dirs {
        fs::create_dir_all(home.join("project").join(directory))?;
    }
    for (name, text) in &world.files {
        if let Some((parent, _)) = name.rsplit_once('/') {
            fs::create_dir_all(home.join("project").join(parent))?;
        }
        let file = sandbox.file(&format!("project/{name}"), text)?;
        if world.executable.contains(name) {
            fs::set_permissions(&file, fs::Permissions::from_mode(0o755))?;
        }
    }
    sandbox.hand_over()?;
    sandbox.bash(&format!(":\n{}", world.setup.join("\n")))?;
    let output = sandbox.file("output", &case.output)?;
    let call = |subcommand: &str| -> Result<serde_json::Value> {
        let mut command = sandbox.program(darn);
        let status = case.status.to_string();
        command.args([subcommand, "--shell", &case.shell, "--command", &case.command, "--status", &status]);
        command.args(["--format", "json", "--output"]).arg(&output).env("PATH", &path).envs(
            world.env.iter().map(|(name, value)| (name, value.replace('~', &home.display().to_string()))),
        );
        let done = command.output()?;
        Ok(serde_json::from_slice(&done.stdout).unwrap_or_default())
    };
    let suggestions: Vec<Suggestion> =
        serde_json::from_value(call("fix")?["suggestions"].take()).unwrap_or_default();
    let explained = call("explain")?;
    let texts = [&explained["what"], &explained["why"], &explained["suggestions"]];
    let explanation = texts.map(ToString::to_string).join("\n").to_lowercase();
    let has_cause = explained["cause"].is_string() || !suggestions.is_empty();
    Ok(Answer { suggestions, explanation: if has_cause { explanation } else { String::new() } })
}
