//! The corpus of recorded failures: one page per program, `corpus/<program>.md`.
//!
//! A section is a title and fenced blocks in this order, all optional except `console`:
//!
//! | block | content |
//! |---|---|
//! | `sh` | set-up script, run by bash in the `project` directory of a new home |
//! | `console SHELL STATUS` | transcript: `$ COMMAND` (further lines begin with `> `), then its output |
//! | `toml` | facts about the machine before the command ran, as a `FakeWorld` |
//! | `fix KIND` | correct commands, best first; if empty, nothing may be proposed |
//!
//! `cargo xtask record` fills in a status `?`. KIND is the kind of the failure (CONTRACT §2), or `none` if
//! nothing failed; a `gap` after it marks a section that darn does not answer correctly yet.

pub mod sandbox;
#[cfg(test)]
mod tests;

use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, bail, ensure};
use engine::{Origin, RuleSet};
use facts::{CommandRecord, FakeWorld, Output};

/// Directory of a recorded command: the project in the recorded home.
pub const PROJECT: &str = "/home/me/project";

/// One page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Page {
    /// Everything above the first section: name, tools and dates.
    pub head: String,
    pub sections: Vec<Section>,
}

/// One recorded command.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Section {
    pub title: String,
    pub setup: String,
    pub shell: String,
    /// `None`: not recorded yet.
    pub status: Option<i32>,
    pub command: String,
    pub output: String,
    /// A [`FakeWorld`] in TOML.
    pub world: String,
    /// Empty until the kind of failure has been filled in.
    pub kind: String,
    /// Correct commands, best first.
    pub fixes: Vec<String>,
    pub is_gap: bool,
}

/// darn's answer to a section.
#[derive(Debug, Clone, Default)]
pub struct Answer {
    /// Kind of the failure; `none` if darn sees none.
    pub kind: &'static str,
    pub suggestions: Vec<String>,
    /// ID of the rule that made the first suggestion.
    pub rule: Option<String>,
}

impl Section {
    /// Returns whether nothing may be proposed.
    pub fn is_negative(&self) -> bool {
        self.fixes.is_empty()
    }

    /// Returns whether darn's first suggestion is correct, or absent if nothing may be proposed.
    pub fn is_right(&self, answer: &Answer) -> bool {
        match answer.suggestions.first() {
            Some(first) => self.fixes.contains(first),
            None => self.is_negative(),
        }
    }

    /// Diagnoses the section in this process, in the recorded world.
    pub fn answer(&self, programs: &[String]) -> Result<Answer> {
        let (record, world) = self.failure(programs)?;
        let found = engine::Answer::of(&record, &world, &RuleSet::default());
        let suggestions = found.diagnosis.suggestions;
        Ok(Answer {
            kind: found.failure.map_or("none", |failure| failure.kind.name()),
            rule: suggestions.first().and_then(|first| match &first.origin {
                Origin::Rule(id) => Some(id.clone()),
                Origin::Llm { .. } => None,
            }),
            suggestions: suggestions.into_iter().map(|suggestion| suggestion.text).collect(),
        })
    }

    /// Returns the recorded command and its world.
    pub fn failure(&self, programs: &[String]) -> Result<(CommandRecord, FakeWorld)> {
        let mut world: FakeWorld = toml::from_str(&self.world).context(self.title.clone())?;
        if world.programs.is_empty() {
            world.programs = programs.to_vec();
        }
        let record = CommandRecord {
            text: self.command.clone(),
            dialect: self.shell.parse().map_err(|_| anyhow::anyhow!("unknown shell {}", self.shell))?,
            cwd: PROJECT.into(),
            entered_in: String::new(),
            status: self.status.with_context(|| format!("not recorded yet: {}", self.title))?,
            output: Some(Output::from_bytes(self.output.as_bytes())),
        };
        Ok((record, world))
    }
}

/// Returns the names on the `$PATH` of the machine that recorded the corpus.
pub fn programs() -> Result<Vec<String>> {
    let path = directory().join("programs.txt");
    let text = std::fs::read_to_string(&path).with_context(|| path.display().to_string())?;
    Ok(text.lines().map(str::to_owned).collect())
}

pub fn directory() -> PathBuf {
    crate::root().join("corpus")
}

/// Returns the paths of all pages, sorted by name.
pub fn paths() -> Result<Vec<PathBuf>> {
    let mut paths = Vec::new();
    for entry in std::fs::read_dir(directory())? {
        let path = entry?.path();
        if path.extension().is_some_and(|extension| extension == "md") {
            paths.push(path);
        }
    }
    paths.sort();
    Ok(paths)
}

impl Page {
    /// # Errors
    /// The file cannot be read or is not a page; the error names the section.
    pub fn read(path: &Path) -> Result<Self> {
        let text = std::fs::read_to_string(path).with_context(|| path.display().to_string())?;
        Self::parse(&text).with_context(|| path.display().to_string())
    }

    fn parse(text: &str) -> Result<Self> {
        let mut parts = text.split("\n## ");
        let head = parts.next().unwrap_or_default().trim_end().to_owned();
        let sections =
            parts.map(|part| section(part).with_context(|| part.lines().next().unwrap_or("").to_owned()));
        Ok(Self { head, sections: sections.collect::<Result<_>>()? })
    }

    pub fn print(&self) -> String {
        let mut text = format!("{}\n", self.head);
        for section in &self.sections {
            section.print(&mut text);
        }
        text
    }
}

fn section(part: &str) -> Result<Section> {
    let mut lines = part.lines();
    let mut section =
        Section { title: lines.next().unwrap_or_default().trim().to_owned(), ..Section::default() };
    while let Some(line) = lines.next() {
        let Some(info) = line.strip_prefix("```") else {
            ensure!(line.trim().is_empty(), "text outside of a block: {line}");
            continue;
        };
        let block: Vec<&str> = lines.by_ref().take_while(|line| *line != "```").collect();
        match info.split(' ').collect::<Vec<_>>().as_slice() {
            ["sh"] => section.setup = block.join("\n"),
            ["console", shell, status] => {
                section.shell = (*shell).to_owned();
                section.status = if *status == "?" { None } else { Some(status.parse()?) };
                let mut commands = continued(&block, "$ ")?;
                ensure!(commands.len() == 1, "one `$ COMMAND` begins a transcript");
                section.command = commands.remove(0);
                let typed = section.command.lines().count();
                section.output = block.iter().skip(typed).map(|line| format!("{line}\n")).collect();
            }
            ["toml"] => section.world = block.join("\n"),
            ["fix", rest @ ..] => {
                section.fixes = continued(&block, "")?;
                section.is_gap = rest.contains(&"gap");
                section.kind = rest.iter().find(|word| **word != "gap").map_or("", |word| word).to_owned();
            }
            other => bail!("unknown block {other:?}"),
        }
    }
    ensure!(!section.command.is_empty(), "no `console` block");
    Ok(section)
}

/// Returns the commands of a block, each begun by `start` and continued by `> `. In a transcript, everything
/// after the first command is its output.
fn continued(block: &[&str], start: &str) -> Result<Vec<String>> {
    let mut commands: Vec<String> = Vec::new();
    for line in block {
        if let (Some(more), Some(last)) = (line.strip_prefix("> "), commands.last_mut()) {
            *last = format!("{last}\n{more}");
        } else if start.is_empty() || commands.is_empty() {
            commands.push(line.strip_prefix(start).context("`$ ` begins a transcript")?.to_owned());
        } else {
            break;
        }
    }
    Ok(commands)
}

impl Section {
    fn print(&self, text: &mut String) {
        let typed = |command: &str| command.replace('\n', "\n> ");
        let status = self.status.map_or("?".to_owned(), |status| status.to_string());
        let words = ["fix", &self.kind, if self.is_gap { "gap" } else { "" }];
        let blocks = [
            ("sh".to_owned(), self.setup.clone()),
            (
                format!("console {} {status}", self.shell),
                format!("$ {}\n{}", typed(&self.command), self.output),
            ),
            ("toml".to_owned(), self.world.trim_end().to_owned()),
            (
                words.iter().filter(|word| !word.is_empty()).copied().collect::<Vec<_>>().join(" "),
                self.fixes.iter().map(|fix| format!("{}\n", typed(fix))).collect(),
            ),
        ];
        text.push_str(&format!("\n## {}\n", self.title));
        for (info, body) in blocks.iter().filter(|(info, body)| !body.is_empty() || info.starts_with("fix")) {
            let end = if body.is_empty() || body.ends_with('\n') { "" } else { "\n" };
            text.push_str(&format!("\n```{info}\n{body}{end}```\n"));
        }
    }
}
