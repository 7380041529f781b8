//! A task with its right commands, and what these do.

use serde::Deserialize;

use super::{Place, tree};
use crate::prelude::*;

/// A task. Keys that only other harnesses know are ignored.
#[derive(Debug, Clone, Deserialize)]
pub struct Case {
    pub query: String,
    pub gold: String,
    /// Another command that does the same.
    pub gold2: Option<String>,
    /// Path and text of each file; a path that ends in `/` is a directory, a text that begins with `#!` a program.
    #[serde(default)]
    pub files: BTreeMap<String, String>,
    /// A tree of `trees.json` beside the file, below `files`.
    tree: Option<String>,
    /// The order of the lines of the output counts.
    #[serde(default)]
    pub ordered: bool,
    /// The task is to lose something: steps that need the confirm word are confirmed.
    #[serde(default)]
    pub loses: bool,
}

impl Case {
    pub fn golds(&self) -> impl Iterator<Item = &str> {
        std::iter::once(self.gold.as_str()).chain(self.gold2.as_deref())
    }
}

/// Returns the project's own tasks.
pub fn own() -> PathBuf {
    crate::root().join("tests/tasks/own.jsonl")
}

/// Reads a file of tasks: one JSON object a line, or one array.
pub fn read(path: &Path) -> Result<Vec<Case>> {
    let text = std::fs::read_to_string(path).with_context(|| path.display().to_string())?;
    let mut cases: Vec<Case> = if text.trim_start().starts_with('[') {
        serde_json::from_str(&text)?
    } else {
        let lines = text.lines().filter(|line| !line.trim().is_empty());
        lines
            .map(|line| serde_json::from_str(line).with_context(|| line.to_owned()))
            .collect::<Result<_>>()?
    };
    let trees: BTreeMap<String, BTreeMap<String, String>> =
        match std::fs::read_to_string(path.with_file_name("trees.json")) {
            Ok(text) => serde_json::from_str(&text).context("trees.json")?,
            Err(_) => BTreeMap::new(),
        };
    for case in &mut cases {
        if let Some(name) = &case.tree {
            let tree = trees.get(name).with_context(|| format!("{}: no tree {name}", case.query))?;
            let own = std::mem::take(&mut case.files);
            case.files = tree.clone().into_iter().chain(own).collect();
        }
    }
    Ok(cases)
}

/// What a right command leaves and prints.
#[derive(Debug)]
pub struct Wanted {
    pub files: tree::Files,
    pub output: String,
    is_ordered: bool,
}

impl Wanted {
    /// Runs a right command in a copy of the tree.
    pub fn of(case: &Case, gold: &str, place: &Place) -> Result<Self> {
        let work = place.fill(case)?;
        let mut command = Command::new("bash");
        command.args(["-c", gold]).current_dir(work).stdin(Stdio::null()).env("LC_ALL", "C.UTF-8");
        let ran = command.output().context("bash cannot be started")?;
        let output = plain(&String::from_utf8_lossy(&ran.stdout), work);
        Ok(Self { files: tree::read(work)?, output, is_ordered: case.ordered })
    }

    /// Returns whether an answer left the same files, and one of its steps printed the same; where the command
    /// prints nothing, steps may.
    pub fn is_met(&self, files: &tree::Files, outputs: &[String]) -> bool {
        // on a terminal `ls` prints names in columns
        let are_words = self.output.lines().all(|line| !line.contains(' '));
        let parts = |text: &str| {
            let parts = if are_words { text.split_whitespace().collect() } else { text.lines().collect() };
            let mut parts: Vec<&str> = parts;
            if !self.is_ordered {
                parts.sort_unstable();
            }
            parts.into_iter().map(str::to_owned).collect::<Vec<_>>()
        };
        let wanted = parts(&self.output);
        let is_printed = wanted.is_empty() || outputs.iter().any(|output| parts(output) == wanted);
        self.files == *files && is_printed
    }
}

/// Removes what differs from run to run and from form to form: line ends, blanks at the ends, the place of the tree,
/// `./` before a path.
pub fn plain(text: &str, work: &Path) -> String {
    let place = format!("{}/", work.display());
    let text = text.replace('\r', "").replace(&place, "");
    let lines = text.lines().map(|line| line.strip_prefix("./").unwrap_or(line).trim());
    lines.filter(|line| !line.is_empty()).collect::<Vec<_>>().join("\n")
}
