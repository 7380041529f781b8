//! The arguments of the harness, and darn's configuration for it.

use toml::{Table, Value};

use super::case;
use crate::prelude::*;

#[derive(Debug)]
pub struct Options {
    pub cases: PathBuf,
    /// Only compares the right commands of each task.
    pub is_check: bool,
    pub limit: usize,
    /// Where the tree stands, for queries that name its place.
    pub at: Option<PathBuf>,
    /// The program; by default it is built.
    pub darn: Option<PathBuf>,
    config: Option<PathBuf>,
    provider: Option<String>,
    model: Option<String>,
    url: Option<String>,
    wire: Option<String>,
}

impl Options {
    pub fn read(arguments: &[String]) -> Result<Self> {
        let mut options = Self {
            cases: case::own(),
            is_check: false,
            limit: usize::MAX,
            at: None,
            darn: None,
            config: None,
            provider: None,
            model: None,
            url: None,
            wire: None,
        };
        let mut words = arguments.iter();
        while let Some(word) = words.next() {
            let mut value = || words.next().cloned().with_context(|| format!("{word} takes a value"));
            match word.as_str() {
                "--check" => options.is_check = true,
                "--limit" => options.limit = value()?.parse().context("--limit takes a number")?,
                "--at" => options.at = Some(value()?.into()),
                "--darn" => options.darn = Some(PathBuf::from(value()?).canonicalize()?),
                "--config" => options.config = Some(value()?.into()),
                "--provider" => options.provider = Some(value()?),
                "--model" => options.model = Some(value()?),
                "--url" => options.url = Some(value()?),
                "--wire" => options.wire = Some(value()?),
                word if word.starts_with('-') => bail!("unknown option {word}; see docs/bench.md"),
                path => options.cases = path.into(),
            }
        }
        Ok(options)
    }

    /// Returns darn's configuration: that of the user or of `--config`, changed by the other options.
    pub fn settings(&self) -> Result<Table> {
        let text = match &self.config {
            Some(path) => Some(std::fs::read_to_string(path).with_context(|| path.display().to_string())?),
            None => crate::live::own_config(),
        };
        let mut settings: Table =
            text.unwrap_or_default().parse().context("the configuration is not TOML")?;
        let is_given = self.provider.is_some() || self.url.is_some();
        let llm = table(&mut settings, "llm");
        if is_given {
            llm.insert("enabled".into(), true.into());
        } else if llm.get("enabled") != Some(&Value::Boolean(true)) {
            bail!("no model is configured: `darn config set llm.enabled true`, or --provider, or --url");
        }
        llm.insert("fallback".into(), Value::Array(Vec::new())); // the score is one model's
        if let Some(provider) = &self.provider {
            llm.insert("provider".into(), provider.as_str().into());
            llm.remove("model"); // that of the former provider
        }
        if let Some(url) = &self.url {
            let name = self.provider.as_deref().unwrap_or("given");
            llm.insert("provider".into(), name.into());
            let given = table(table(llm, "providers"), name);
            given.insert("base_url".into(), url.as_str().into());
            given.insert("wire".into(), self.wire.as_deref().unwrap_or("openai").into());
            given.insert("model".into(), self.model.as_deref().unwrap_or("").into());
        } else if let Some(model) = &self.model {
            llm.insert("model".into(), model.as_str().into());
        }
        // the tasks are in the syntax of bash
        let task = table(&mut settings, "task");
        task.insert("shell".into(), "/bin/bash".into());
        for off in ["rc", "history", "mouse"] {
            task.insert(off.into(), false.into());
        }
        task.insert("confirm".into(), "every".into());
        Ok(settings)
    }
}

fn table<'a>(parent: &'a mut Table, name: &str) -> &'a mut Table {
    let entry = parent.entry(name).or_insert_with(|| Value::Table(Table::new()));
    if !entry.is_table() {
        *entry = Value::Table(Table::new());
    }
    match entry {
        Value::Table(table) => table,
        _ => unreachable!("it is a table now"),
    }
}
