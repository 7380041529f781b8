//! The form of a rule file, as in TOML. One form for built-in and user rules.

use datafiles::Many;
use std::collections::BTreeMap;

use serde::Deserialize;

use crate::diagnosis::Applicability;
use crate::failure::FailureKind;
use facts::world::FakeWorld;

/// A file of rules about some programs.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RuleFile {
    /// Programs the rules are about; `any` for every program.
    pub program: Many<String>,
    #[serde(default)]
    pub rule: Vec<Rule>,
}

/// One rule: when it fires, what it proposes.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Rule {
    /// `program/problem`.
    pub id: String,
    /// Only for these of the file's programs.
    #[serde(default)]
    pub program: Many<String>,
    /// Only in these shells.
    #[serde(default)]
    pub shell: Many<String>,
    /// Patterns of which one must occur in the output.
    #[serde(default)]
    pub output: Many<String>,
    /// Fires also where the output was not captured, since words, status and facts say enough;
    /// without `output`: only there.
    #[serde(default)]
    pub uncaptured: bool,
    /// Patterns none of which may occur in the output.
    #[serde(default)]
    pub unless: Many<String>,
    /// The words after the program begin with one of these (options before them are skipped).
    #[serde(default)]
    pub args: Many<String>,
    /// Options none of which the command has, alone or among clustered letters.
    #[serde(default)]
    pub without: Many<String>,
    /// How many operands stand behind them (options and their values do not count).
    #[serde(default)]
    pub operands: Many<usize>,
    #[serde(default)]
    pub status: Many<i32>,
    /// Hole → source. A hole of the output must be one of the names; any other becomes the first
    /// name. Without such a name the rule does not fire.
    #[serde(default)]
    pub facts: BTreeMap<String, String>,
    /// Holes or paths (also with holes inside) that must not exist / must exist; with
    /// a `/` at the end, as a directory.
    #[serde(default)]
    pub missing: Many<String>,
    #[serde(default)]
    pub exists: Many<String>,
    pub candidates: Option<Candidates>,
    /// Alternatives, best first; none: the rule only says the cause, and where it is certain,
    /// corrections of spelling are silent.
    #[serde(default)]
    pub fix: Many<Fix>,
    pub because: String,
    #[serde(default = "likely")]
    pub applicability: Applicability,
    /// Kind of the failures that it knows, where their text does not tell.
    #[serde(default)]
    pub kind: Option<FailureKind>,
    /// Manual page or address to read on.
    #[serde(default)]
    pub docs: Option<String>,
    #[serde(default)]
    pub example: Vec<Example>,
}

const fn likely() -> Applicability {
    Applicability::Likely
}

/// Where the value of `{candidate}` comes from.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Candidates {
    /// The hole that the candidates are near to; without it they are taken as they come.
    #[serde(rename = "for")]
    pub near: Option<String>,
    /// The lines below one that holds this text, up to the first line without candidates.
    #[serde(default)]
    pub below: Many<String>,
    /// Patterns with a hole `{candidate}`.
    #[serde(default)]
    pub pattern: Many<String>,
    #[serde(default)]
    pub source: Many<String>,
    /// Fixed names, where the program's words are few and no vocabulary has them.
    #[serde(default)]
    pub names: Many<String>,
}

/// A change to the failed command.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Fix {
    /// The word (or part of one) to replace, and what by; blanks in `with` make several words.
    pub replace: Option<String>,
    pub with: Option<String>,
    /// Replaces the name in program text (`-c '…'`) wherever it stands.
    pub every: bool,
    /// Words to insert, and the word they follow: a word, `program`, `subcommand` or `end`.
    pub insert: Option<String>,
    pub after: Option<String>,
    /// A word to take out.
    pub remove: Option<String>,
    /// Text before and after the command, in the same line.
    pub prepend: Option<String>,
    pub append: Option<String>,
    /// A whole command in place of the failed one.
    pub whole: Option<String>,
    /// Replaces the rule's own applicability and reason.
    pub applicability: Option<Applicability>,
    pub because: Option<String>,
}

/// A recorded case that the rule mends, or must leave alone (`fixes = []`).
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Example {
    pub command: String,
    pub status: i32,
    /// What was printed; absent: not captured.
    pub output: Option<String>,
    #[serde(default = "bash")]
    pub shell: String,
    /// The first suggestions, in order.
    pub fixes: Vec<String>,
    /// For a rule that says the cause: the line.
    #[serde(default)]
    pub because: Option<String>,
    #[serde(default)]
    pub world: FakeWorld,
}

fn bash() -> String {
    "bash".into()
}
