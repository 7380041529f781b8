//! The format of a policy file, in TOML; the same for built-in and user files. Shared with the build script.

use datafiles::Many;
use std::collections::BTreeMap;

use serde::Deserialize;

use super::Level;

/// Description of a program's command line.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct ProgramFormat {
    /// Other names; `old = new words` stands for these words (`docker-compose = docker compose`).
    pub also: Many<String>,
    /// Options whose value is the next word unless it is attached.
    pub valued: Many<String>,
    /// Options without a value. After an option in neither list, the next word may be its value.
    pub switches: Many<String>,
    /// Long options may be abbreviated (git, GNU), and `--no-x` revokes `--x`.
    pub abbreviations: bool,
    /// `-name` is one option, not letters (java, terraform, find).
    pub single_dash: bool,
    /// Case is ignored (redis, PowerShell).
    pub ignore_case: bool,
    /// Flags that make it harmless: `--dry-run`; also `--dry-run=client`.
    pub harmless_flags: Many<String>,
    /// Words that make it only print information: `help`.
    pub harmless_words: Many<String>,
}

/// Flags, `--name`, `-n` or `--name=value` (a pattern).
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct FlagsFormat {
    pub any: Many<String>,
    /// An entry may name two forms: `-f|--force`.
    pub all: Many<String>,
    pub none: Many<String>,
}

/// The command's non-option words; patterns.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct OperandsFormat {
    pub any: Many<String>,
    pub all: Many<String>,
    pub none: Many<String>,
    pub at_least: usize,
    pub at_most: Option<usize>,
}

/// How to make the command milder: exactly one of these.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct InsteadFormat {
    /// Flag → its replacement; empty removes it.
    pub replace: BTreeMap<String, String>,
    /// Word of the command → its replacement.
    pub word: BTreeMap<String, String>,
    /// Words inserted after the command's own words.
    pub insert: Option<String>,
    /// Words inserted before the program.
    pub before: Option<String>,
    /// A different command.
    pub whole: Option<String>,
}

/// One rule: which commands, how dangerous, why.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RuleFormat {
    /// `area/problem`.
    pub id: String,
    /// Program and words: `git push`, `aws ec2 (terminate-instances|delete-*)`, `gcloud ** delete`.
    pub command: Many<String>,
    #[serde(default)]
    pub flags: FlagsFormat,
    #[serde(default)]
    pub operands: OperandsFormat,
    #[serde(default = "confirm")]
    pub level: Level,
    pub because: String,
    #[serde(default)]
    pub instead: Option<InsteadFormat>,
    /// What darn counts to show what would be lost.
    #[serde(default)]
    pub touches: Many<String>,
    /// Examples that this rule matches.
    pub dangerous: Many<String>,
    /// Examples that no rule matches.
    pub harmless: Many<String>,
}

const fn confirm() -> Level {
    Level::Confirm
}

/// A policy file.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct FileFormat {
    pub program: BTreeMap<String, ProgramFormat>,
    pub rule: Vec<RuleFormat>,
}
