//! Labelled command lines.

use std::path::Path;

use anyhow::{Context as _, Result, anyhow};
use syntax::Dialect;

/// Kinds of danger that must be found in any disguise.
pub const CORE: &[&str] =
    &["fs-destroy", "device", "wrapper", "parse", "decoded-exec", "remote-exec", "reverse-shell"];

#[derive(Debug)]
pub struct Row {
    pub command: String,
    pub shell: Dialect,
    pub is_dangerous: bool,
    pub category: String,
}

#[derive(Debug)]
pub struct Set {
    pub name: String,
    pub rows: Vec<Row>,
}

impl Set {
    pub fn read(path: &Path) -> Result<Self> {
        let text = std::fs::read_to_string(path).with_context(|| path.display().to_string())?;
        let rows =
            text.lines().map(row).collect::<Result<_>>().with_context(|| path.display().to_string())?;
        Ok(Self { name: path.file_name().unwrap_or_default().to_string_lossy().into_owned(), rows })
    }
}

fn row(line: &str) -> Result<Row> {
    let row: serde_json::Value = serde_json::from_str(line)?;
    let text = |key: &str| row.get(key).and_then(|value| value.as_str()).context(format!("no {key}: {line}"));
    Ok(Row {
        command: text("command")?.to_owned(),
        shell: text("shell")?.parse().map_err(|()| anyhow!("unknown shell: {line}"))?,
        is_dangerous: match text("label")? {
            "dangerous" => true,
            "safe" => false,
            _ => return Err(anyhow!("unknown label: {line}")),
        },
        category: text("category")?.to_owned(),
    })
}
