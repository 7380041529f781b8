//! The form of a policy file, as in TOML. One form for built-in files and those of users; shared
//! with the build script.

use datafiles::Many;
use std::collections::BTreeMap;

use serde::Deserialize;

use super::Level;

/// What is known of a program's command line.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct ProgramFormat {
    /// Other names; `old = new words` stands for these words (`docker-compose = docker compose`).
    pub also: Many<String>,
    /// Options whose value is the next word unless it is attached.
    pub valued: Many<String>,
    /// Options without a value. Where an option is neither, the next word may be its value.
    pub switches: Many<String>,
    /// Long options may be cut short (git, GNU), and `--no-x` takes `--x` back.
    pub abbreviations: bool,
    /// `-name` is one option, not letters (java, terraform, find).
    pub single_dash: bool,
    /// Upper and lower case are the same (redis, PowerShell).
    pub ignore_case: bool,
    /// With one of these nothing happens: `--dry-run`; also `--dry-run=client`.
    pub harmless_flags: Many<String>,
    /// With one of these words the command only tells: `help`.
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

/// The words behind the command that are no options; patterns.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct OperandsFormat {
    pub any: Many<String>,
    pub all: Many<String>,
    pub none: Many<String>,
    pub at_least: usize,
    pub at_most: Option<usize>,
}

/// How the command becomes milder: exactly one of these.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct InsteadFormat {
    /// Flag → what stands in its place; nothing for "leave it out".
    pub replace: BTreeMap<String, String>,
    /// Word of the command → another.
    pub word: BTreeMap<String, String>,
    /// Words behind the command's own words.
    pub insert: Option<String>,
    /// Words before the program.
    pub before: Option<String>,
    /// Another command.
    pub whole: Option<String>,
}

/// One rule: which commands, how bad, why.
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
    /// What darn counts to say what would be lost.
    #[serde(default)]
    pub touches: Many<String>,
    /// Examples that this rule finds.
    pub dangerous: Many<String>,
    /// Examples that no rule finds.
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
