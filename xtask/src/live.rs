//! `cargo xtask test live [CONFIG]`: asks each configured provider for one fix and reports its answer and
//! time. Not part of CI, because it costs money and depends on third parties.
//!
//! Configured are the providers in the table whose key is in the environment, and those of a configuration
//! file: the given one, or else the user's own if `llm.enabled` is true in it.

use std::process::Output;

use serde::Deserialize;
use serde_json::Value;
use tempfile::TempDir;

use crate::prelude::*;

/// A built-in provider.
#[derive(Deserialize)]
struct Provider {
    name: String,
    /// Variable with the key.
    key: String,
    #[serde(default)]
    is_local: bool,
}

/// Returns the providers that a variable configures, each with that variable.
fn providers() -> Result<Vec<(String, String)>> {
    let table = include_str!("../../crates/llm/src/providers.toml");
    let mut table: BTreeMap<String, Vec<Provider>> = toml::from_str(table).context("providers.toml")?;
    let rows = table.remove("provider").unwrap_or_default();
    let rows = rows.into_iter().filter(|row| !row.is_local).map(|row| (row.name, row.key));
    Ok(rows.chain([("ollama".to_owned(), "OLLAMA_HOST".to_owned())]).collect())
}

/// A failure that no rule fixes.
const COMMAND: &str = "tar xf backup.tar";
const OUTPUT: &str = "tar: This does not look like a tar archive\ntar: Skipping to next header\n\
    tar: Exiting with failure status due to previous errors\n(file says: backup.tar: Zip archive data)\n";

/// A provider to ask.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Asked {
    name: String,
    /// Whether it is the provider set in the configuration file, so that the file's model applies.
    is_first: bool,
}

pub fn run(arguments: &[String]) -> Result<()> {
    let config = match arguments.first() {
        Some(path) => Some(std::fs::read_to_string(path).with_context(|| format!("{path} cannot be read"))?),
        None => own_config(),
    };
    let config = config.unwrap_or_default();
    let all = asked(|variable| std::env::var_os(variable).is_some_and(|value| !value.is_empty()), &config)?;
    if all.is_empty() {
        let names: Vec<_> = providers()?.into_iter().map(|(_, variable)| variable).collect();
        println!("Nothing was asked: no key is in the environment, and no configuration enables a model.");
        println!("Set one of {}, or name a configuration file.", names.join(", "));
        return Ok(());
    }
    let darn = crate::bench::darn()?;
    println!("| provider | model | seconds | first suggestion | verdict |\n|---|---|---|---|---|");
    let mut silent = Vec::new();
    for one in all {
        let home = Home::new(&darn, &one, &config)?;
        let row = home.ask()?;
        println!("| {} | {} |", one.name, row.cells.join(" | "));
        if !row.has_answered {
            silent.push(one.name);
        }
    }
    ensure!(silent.is_empty(), "no answer from {}", silent.join(", "));
    Ok(())
}

/// Returns the text of the user's configuration.
pub fn own_config() -> Option<String> {
    let base = std::env::var_os("XDG_CONFIG_HOME").map(PathBuf::from);
    let base = base.or_else(|| Some(PathBuf::from(std::env::var_os("HOME")?).join(".config")))?;
    std::fs::read_to_string(base.join("darn/config.toml")).ok()
}

/// Returns the providers to ask; `has` tells whether a variable is set.
fn asked(has: impl Fn(&str) -> bool, config: &str) -> Result<Vec<Asked>> {
    let config: toml::Table = config.parse().context("the configuration is not TOML")?;
    let llm = config.get("llm").and_then(toml::Value::as_table).cloned().unwrap_or_default();
    let mut all = Vec::new();
    if llm.get("enabled").and_then(toml::Value::as_bool) == Some(true) {
        let first = llm.get("provider").and_then(toml::Value::as_str).unwrap_or("openrouter");
        all.push(Asked { name: first.to_owned(), is_first: true });
        let tables = llm.get("providers").and_then(toml::Value::as_table).into_iter().flatten();
        all.extend(tables.map(|(name, _)| Asked { name: name.clone(), is_first: false }));
    }
    let of_table = providers()?.into_iter().filter(|(_, variable)| has(variable));
    all.extend(of_table.map(|(name, _)| Asked { name, is_first: false }));
    let mut names = std::collections::HashSet::new();
    all.retain(|one| names.insert(one.name.clone()));
    Ok(all)
}

/// The configured model, as `darn doctor` describes it.
pub struct Model {
    /// It cannot be asked.
    pub is_bad: bool,
    /// `MODEL at HOST`, or why not.
    pub text: String,
}

impl Model {
    fn parts(&self) -> (&str, &str) {
        self.text.split_once(" at ").unwrap_or((&self.text, ""))
    }

    /// Returns model and host.
    pub fn named(&self) -> String {
        let text = self.text.split("; ").next().unwrap_or_default();
        text.trim_end_matches(NOT_ALLOWED).to_owned()
    }
}

/// What `darn doctor` says of a host that the user has not been asked about.
const NOT_ALLOWED: &str = ": not allowed yet";

/// Reads the JSON of `darn doctor`.
pub fn configured_model(doctor: &[u8]) -> Result<Model> {
    let findings: Value = serde_json::from_slice(doctor)?;
    let findings = findings["findings"].as_array();
    let model = findings.into_iter().flatten().find(|finding| finding["check"] == "model");
    let model = model.context("darn doctor reports nothing about the model")?;
    let text = model["text"].as_str().unwrap_or_default().to_owned();
    Ok(Model { is_bad: model["level"] == "bad", text })
}

/// Consents to the model: running this command is the consent.
pub fn agree(model: &Model, state: &Path) -> Result<()> {
    let (name, host) = model.parts();
    if let Some(host) = host.strip_suffix(NOT_ALLOWED) {
        let name = if name == "its model" { "" } else { name };
        std::fs::write(state.join("providers-agreed"), format!("{host} {name}\n"))?;
    }
    Ok(())
}

/// A provider's answer, or the reason for its absence.
struct Row {
    cells: Vec<String>,
    has_answered: bool,
}

/// Environment of darn: the user's configuration, and a separate state.
struct Home {
    darn: PathBuf,
    directory: TempDir,
}

impl Home {
    fn new(darn: &Path, asked: &Asked, config: &str) -> Result<Self> {
        let home = Self { darn: darn.to_owned(), directory: tempfile::tempdir()? };
        std::fs::create_dir_all(home.path("config/darn"))?;
        std::fs::create_dir_all(home.path("state/darn"))?;
        std::fs::write(home.path("output"), OUTPUT)?;
        std::fs::write(home.path("config/darn/config.toml"), config)?;
        let mut settings =
            vec![("llm.enabled", "true"), ("llm.provider", &asked.name), ("llm.timeout", "30")];
        if !asked.is_first {
            settings.push(("llm.model", ""));
        }
        settings.push(("llm.fallback", "[]")); // no other provider
        for (key, value) in settings {
            let set = home.call(&["config", "set", key, value])?;
            ensure!(set.status.success(), "{}", String::from_utf8_lossy(&set.stderr));
        }
        Ok(home)
    }

    fn path(&self, below: &str) -> PathBuf {
        self.directory.path().join(below)
    }

    fn call(&self, arguments: &[&str]) -> Result<Output> {
        let mut command = Command::new(&self.darn);
        command.args(arguments).current_dir(&self.directory).stdin(Stdio::null());
        command.env("XDG_CONFIG_HOME", self.path("config"));
        command.env("XDG_STATE_HOME", self.path("state")).env_remove("DARN_CONFIG");
        command.output().context("darn cannot be started")
    }

    fn ask(&self) -> Result<Row> {
        let model = configured_model(&self.call(&["doctor", "--format", "json"])?.stdout)?;
        if model.is_bad {
            let cells = vec!["–".into(), "–".into(), format!("not asked: {}", model.text), "–".into()];
            return Ok(Row { cells, has_answered: true });
        }
        agree(&model, &self.path("state/darn"))?;
        let words =
            ["fix", "--llm", "--format", "json", "--status", "2", "--output", "output", "--command", COMMAND];
        let since = Instant::now();
        let said = self.call(&words)?;
        let seconds = since.elapsed().as_secs_f32();
        let answer: Value = serde_json::from_slice(&said.stdout).unwrap_or_default();
        let of_model = |one: &&Value| one["origin"].as_str().is_some_and(|origin| origin.starts_with("llm:"));
        let first = answer["suggestions"].as_array().into_iter().flatten().find(of_model);
        let error = String::from_utf8_lossy(&said.stderr).lines().next().unwrap_or_default().to_owned();
        let told = match first.and_then(|first| first["command"].as_str()) {
            Some(command) => format!("`{}`", command.replace('\n', "; ")),
            None if error.is_empty() => "none that would work here".to_owned(),
            None => error.clone(),
        };
        let verdict = first.and_then(|first| first["verdict"]["level"].as_str()).unwrap_or("–");
        let cells = vec![model.parts().0.to_owned(), format!("{seconds:.1}"), told, verdict.to_owned()];
        Ok(Row { cells, has_answered: error.is_empty() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(has: &[&str], config: &str) -> Vec<(String, bool)> {
        let all = asked(|variable| has.contains(&variable), config).unwrap();
        all.into_iter().map(|one| (one.name, one.is_first)).collect()
    }

    #[test]
    fn nobody_is_asked_without_a_key_or_a_permission() {
        assert_eq!(names(&[], ""), []);
        assert_eq!(names(&[], "[llm]\nprovider = 'here'\n[llm.providers.here]\nbase_url = 'http://x'\n"), []);
        assert!(asked(|_| false, "[llm").is_err());
    }

    #[test]
    fn everybody_who_is_configured_is_asked_once() {
        let config = "[llm]\nenabled = true\nprovider = 'here'\n[llm.providers.here]\n[llm.providers.groq]\n";
        let expected = [("here", true), ("groq", false), ("openai", false)];
        let expected = expected.map(|(name, is_first)| (name.to_owned(), is_first));
        assert_eq!(names(&["GROQ_API_KEY", "OPENAI_API_KEY"], config), expected);
    }
}
