//! The format of a rule file, in TOML; the same for built-in and user rules. Shared with the build script, which packs
//! the built-in rules as postcard.

use datafiles::Many;
use std::collections::BTreeMap;

use serde::{Deserialize, Serialize, Serializer};

use super::example::Example;
use crate::applicability::Applicability;
use crate::kind::FailureKind;

/// A file of rules about one or more programs.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RuleFile {
    /// Programs the rules are about; `any` for every program.
    pub program: Many<String>,
    /// The system whose programs the rules are about, if they differ from those of the same names elsewhere; see
    /// [`Rule::system`].
    #[serde(default)]
    pub system: Option<String>,
    #[serde(default)]
    pub rule: Vec<Rule>,
}

/// One rule: when it applies, and what it proposes.
#[derive(Debug, Clone, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Rule {
    /// `program/problem`.
    pub id: String,
    /// Restricts the rule to these of the file's programs.
    #[serde(default)]
    pub program: Many<String>,
    /// The system that the rule needs, by default that of its file: the rule needs an output, which must be one of
    /// that system's program as a whole. A hole never contains a phrase of another system's message.
    #[serde(default)]
    pub system: Option<String>,
    /// Restricts the rule to these shells.
    #[serde(default)]
    pub shell: Many<String>,
    /// Patterns; one must occur in the output.
    #[serde(default)]
    pub output: Many<String>,
    /// Applies also without captured output, if words, status and facts suffice; without `output`, applies
    /// only then.
    #[serde(default)]
    pub uncaptured: bool,
    /// Patterns that must not occur in the output.
    #[serde(default)]
    pub unless: Many<String>,
    /// The words after the program must begin with one of these; options before them are skipped.
    #[serde(default)]
    pub args: Many<String>,
    /// Options that the command must not have, alone or in a cluster of letters.
    #[serde(default)]
    pub without: Many<String>,
    /// Number of operands after them; options and their values do not count.
    #[serde(default)]
    pub operands: Many<usize>,
    #[serde(default)]
    pub status: Many<i32>,
    /// Maps holes to sources. A hole filled from the output must be one of the names; any other becomes the
    /// first name. Without such a name the rule does not apply.
    #[serde(default)]
    pub facts: BTreeMap<String, String>,
    /// Maps holes to options. The command must have one of them; the hole is its value.
    #[serde(default)]
    pub values: BTreeMap<String, Many<String>>,
    /// Holes or paths (which may contain holes) that must not exist or must exist; with a final `/`, as a
    /// directory.
    #[serde(default)]
    pub missing: Many<String>,
    #[serde(default)]
    pub exists: Many<String>,
    pub candidates: Option<Candidates>,
    /// Alternatives, best first. A rule without any only names the cause; if it is certain, spelling
    /// corrections are suppressed.
    #[serde(default)]
    pub fix: Many<Fix>,
    pub because: String,
    #[serde(default = "likely")]
    pub applicability: Applicability,
    /// Kind of failure, if the text does not determine it.
    #[serde(default)]
    pub kind: Option<FailureKind>,
    /// Manual page or URL for further reading.
    #[serde(default)]
    pub docs: Option<String>,
    /// Absent from packed rules.
    #[serde(default, serialize_with = "no_examples")]
    pub example: Vec<Example>,
}

fn no_examples<S: Serializer>(_: &[Example], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(std::iter::empty::<()>())
}

const fn likely() -> Applicability {
    Applicability::Likely
}

/// Sources of the value of `{candidate}`.
#[derive(Debug, Clone, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Candidates {
    /// The hole that candidates must resemble; without it they are used in order.
    #[serde(rename = "for")]
    pub near: Option<String>,
    /// The lines below one that contains this text, up to the first line without candidates.
    #[serde(default)]
    pub below: Many<String>,
    /// Patterns with a hole `{candidate}`.
    #[serde(default)]
    pub pattern: Many<String>,
    #[serde(default)]
    pub source: Many<String>,
    /// Fixed names, for programs with few words and without a vocabulary.
    #[serde(default)]
    pub names: Many<String>,
}

/// A change to the failed command.
#[derive(Debug, Clone, Default, Deserialize, Serialize)]
#[serde(deny_unknown_fields, default)]
pub struct Fix {
    /// The word (or part of one) to replace, and the replacement; blanks in `with` make several words.
    pub replace: Option<String>,
    pub with: Option<String>,
    /// Replaces the name everywhere in program text (`-c '…'`).
    pub every: bool,
    /// Words to insert, and the word they follow: a word, `program`, `subcommand` or `end`.
    pub insert: Option<String>,
    pub after: Option<String>,
    /// An option to move with its value, behind `after`; `bare`: only its value.
    #[serde(rename = "move")]
    pub moved: Option<String>,
    pub bare: bool,
    /// A word to remove; `valued`: an option with its value.
    pub remove: Option<String>,
    pub valued: bool,
    /// Text before and after the command, in the same line.
    pub prepend: Option<String>,
    pub append: Option<String>,
    /// Packages to install before the same line, by their names in Debian; a hole stands for a program.
    pub install: Option<String>,
    /// A complete command to replace the failed one.
    pub whole: Option<String>,
    /// Replaces the rule's own applicability and reason.
    pub applicability: Option<Applicability>,
    pub because: Option<String>,
}

impl Fix {
    /// Returns whether the fix only adds a step before the line.
    pub fn is_step(&self) -> bool {
        let is_step = |text: &String| text.trim_end().ends_with("&&");
        let adds = self.install.is_some() || self.prepend.as_ref().is_some_and(is_step);
        let changes = [&self.replace, &self.insert, &self.moved, &self.remove, &self.append, &self.whole];
        adds && changes.iter().all(|change| change.is_none())
    }
}
