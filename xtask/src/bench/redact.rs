//! Detection and cost of redaction: `cargo xtask bench redact [DIR|ROWS.jsonl…] [--misses]` runs on the
//! project's set and on others.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result};

/// Runs `crates/redact/benches/redact.rs` as a release build.
pub fn run(arguments: &[String]) -> Result<()> {
    let mut given = Vec::new();
    for argument in arguments {
        if argument.starts_with("--") {
            given.push(PathBuf::from(argument));
        } else {
            given.extend(files(Path::new(argument))?);
        }
    }
    super::cargo_bench("redact", "redact", &given)
}

/// Returns the sets in a directory, or the given file.
fn files(path: &Path) -> Result<Vec<PathBuf>> {
    let path = std::path::absolute(path)?;
    if !path.is_dir() {
        return Ok(vec![path]);
    }
    let entries = std::fs::read_dir(&path).with_context(|| path.display().to_string())?;
    let mut found: Vec<PathBuf> = entries.map(|entry| Ok(entry?.path())).collect::<Result<_>>()?;
    found.retain(|path| path.extension().is_some_and(|ending| ending == "jsonl"));
    found.sort();
    Ok(found)
}
