//! What went wrong and why, in a few lines, for every kind of failure, even those without a fix.
//!
//! A *cause* is one file below `explain/`: it recognises its failure by status, words or output, and adds
//! facts read from the machine. It reports only what it has read.

use crate::diagnosis::{Diagnosis, Origin};
use crate::failure::{Failure, FailureKind};
use crate::rules::{Case, Similar, fixers};
use facts::world::World;

mod prelude;

mod absent_service;
mod advised;
pub mod anatomy;
mod broken_link;
mod cannot_start;
mod certificate;
pub(crate) mod complaint;
mod connection_refused;
mod device_busy;
mod disk_full;
mod environment;
mod inner_command;
mod killed;
mod kind;
mod lock_held;
mod long_arguments;
mod long_name;
mod missing_library;
mod missing_module;
mod missing_path;
mod no_arguments;
mod no_processes;
mod no_route;
mod not_a_repository;
mod open_files;
mod other_file_system;
mod out_of_memory;
mod page;
mod permission;
mod port_in_use;
mod privileged_port;
mod quote;
mod read_only;
mod redirect_as_user;
mod refused_option;
mod said;
mod service_refused;
mod ssh_refused;
mod status;
mod subject;
mod text_busy;
mod timed_out;
mod unknown_command;
mod unknown_option;
mod unknown_word;
mod unparsed_line;
mod unresolved_host;
mod wrong_kind;

pub use unparsed_line::describe as syntax_error;

/// An explanation of a failure.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Explanation {
    /// Id of the cause, if one was recognised.
    pub cause: Option<&'static str>,
    /// One line: what went wrong.
    pub what: String,
    /// Supporting facts, one per line, at most [`Explanation::MAX_FACTS`].
    pub why: Vec<String>,
    /// Excerpts of the program's documentation.
    pub quotes: Vec<Quote>,
}

impl Explanation {
    pub const MAX_FACTS: usize = 4;
}

/// Lines of a document.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Quote {
    /// `tar(1)`
    pub source: String,
    pub lines: Vec<String>,
}

/// One reason for failures: its id, named after the problem, and what recognises it.
type Cause = (&'static str, fn(&Case<'_>) -> Option<Finding>);

/// The result of a cause.
#[derive(Debug)]
struct Finding {
    what: String,
    why: Vec<String>,
    /// `what` is a fact of this machine that the program's message did not contain, so it is worth the hint
    /// line.
    is_news: bool,
}

impl Finding {
    /// Creates a finding from a fact of the machine.
    fn read(what: impl Into<String>) -> Self {
        Self { what: what.into(), why: Vec::new(), is_news: true }
    }

    /// Creates a finding from the message or the status.
    fn said(what: impl Into<String>) -> Self {
        Self { what: what.into(), why: Vec::new(), is_news: false }
    }

    fn and(mut self, fact: impl Into<String>) -> Self {
        self.why.push(fact.into());
        self
    }

    fn and_if(mut self, fact: Option<String>) -> Self {
        self.why.extend(fact);
        self
    }
}

/// All causes; the first that applies wins.
const ALL: &[Cause] = &[
    ("killed", killed::find),
    ("disk-full", disk_full::find),
    ("read-only", read_only::find),
    ("port-in-use", port_in_use::find),
    ("privileged-port", privileged_port::find),
    ("lock-held", lock_held::find),
    ("text-busy", text_busy::find),
    ("broken-link", broken_link::find),
    ("cannot-start", cannot_start::find),
    ("missing-library", missing_library::find),
    ("absent-service", absent_service::find),
    ("ssh-refused", ssh_refused::find),
    ("redirect-as-user", redirect_as_user::find),
    ("permission", permission::find),
    ("device-busy", device_busy::find),
    ("other-file-system", other_file_system::find),
    ("long-arguments", long_arguments::find),
    ("long-name", long_name::find),
    ("open-files", open_files::find),
    ("no-processes", no_processes::find),
    ("out-of-memory", out_of_memory::find),
    ("certificate", certificate::find),
    ("unresolved-host", unresolved_host::find),
    ("no-route", no_route::find),
    ("connection-refused", connection_refused::find),
    ("timed-out", timed_out::find),
    ("missing-module", missing_module::find),
    ("not-a-repository", not_a_repository::find),
];

/// Causes that yield to a rule that read the program's own words.
const GENERAL: &[Cause] = &[
    ("inner-command", inner_command::find),
    ("unknown-command", unknown_command::find),
    ("unknown-word", unknown_word::find),
    ("unparsed-line", unparsed_line::find),
    ("wrong-kind", wrong_kind::find),
    ("missing-path", missing_path::find),
    ("service-refused", service_refused::find),
];

/// Causes that tell less than any rule.
const LAST: &[Cause] = &[
    ("environment", environment::find),
    ("no-arguments", no_arguments::find),
    ("refused-option", refused_option::find),
    ("said", said::find),
];

/// Fixers that know why the shell could not parse the line.
const SYNTAX: [&str; 5] = [
    "fish/bash-syntax", "sh/bash-syntax", "any/pasted-characters", "any/other-language",
    "any/double-brackets",
];

/// Id of a cause that a rule names.
const RULE: &str = "rule";

/// Explains a failure, or any finished command (see [`Failure::assumed`]).
pub fn explain(failure: &Failure, diagnosis: &Diagnosis, world: &dyn World) -> Explanation {
    let similar = Similar::default();
    let case = Case { failure, world, output: failure.printed.as_deref(), similar: &similar };
    let is_told = diagnosis.suggestions.is_empty() && diagnosis.because.is_some();
    let first = |causes: &[Cause]| causes.iter().find_map(|(id, find)| Some((*id, find(&case)?)));
    let found = first(ALL).or_else(|| first(GENERAL).filter(|(_, found)| found.is_news || !is_told));
    // a rule for the program's own words says more than a message that many programs print
    let mended_by = diagnosis.suggestions.first().and_then(|first| match &first.origin {
        Origin::Rule(id) => Some(id.as_str()),
        Origin::Llm { .. } => None,
    });
    let is_mended_by_rule = mended_by.is_some_and(|id| !fixers::is_fixer(id));
    let is_told_best = diagnosis.is_specific && is_told || is_mended_by_rule;
    let is_known_syntax = mended_by.is_some_and(|id| SYNTAX.contains(&id));
    let yields = |id: &str, finding: &Finding| {
        (is_told_best || id == "unparsed-line" && is_known_syntax) && !finding.is_news
    };
    // advice and a similar name are no causes: the complaint is
    let is_no_cause = mended_by.is_some_and(|id| id == fixers::ADVICE || id == "any/misspelt-path");
    let quotes = quote::find_quotes(&case, found.as_ref().map(|(id, _)| *id), diagnosis);
    let (cause, finding) = match (found, &diagnosis.because) {
        (Some((id, finding)), Some(because)) if yields(id, &finding) && finding.what != *because => {
            let mut specific = Finding::said(because.clone());
            specific.why.extend(Some(finding.what).filter(|what| !tells_the_same(what, because)));
            specific.why.extend(finding.why);
            (Some(RULE), specific)
        }
        (Some((id, finding)), _) => (Some(id), finding),
        (None, Some(because)) => match first(LAST).filter(|_| is_no_cause) {
            Some((id, finding)) => (Some(id), finding.and(because.clone())),
            None => (Some(RULE), Finding::said(because.clone())),
        },
        (None, None) => match first(LAST) {
            Some((id, finding)) => (Some(id), finding),
            None => (None, kind::describe(&case)),
        },
    };
    let mut explanation = Explanation { cause, what: finding.what, why: finding.why, quotes };
    // a sentence of a rule and the name of a signal are general: the program's own words say what it is about here
    if matches!(cause, Some(RULE | "killed")) && explanation.why.is_empty() {
        explanation.why.extend(complaint::evidence(&case));
    }
    let is_told_by_others = !matches!(cause, None | Some(RULE | "said" | "refused-option"));
    if diagnosis.suggestions.is_empty()
        && !is_told_by_others
        && explanation.why.len() < Explanation::MAX_FACTS
    {
        explanation.why.extend(advised::find(&case));
    }
    explanation.why.truncate(Explanation::MAX_FACTS);
    for line in explanation.why.iter_mut().chain([&mut explanation.what]) {
        *line = relative(line, &failure.record.cwd);
    }
    explanation
}

/// Returns whether both are about the name that the first quotes: `x` is not installed, x is missing.
fn tells_the_same(what: &str, because: &str) -> bool {
    what.split('`').skip(1).step_by(2).last().is_some_and(|name| because.contains(name))
}

/// A fact of this machine that the program did not report.
#[derive(Debug)]
pub(crate) struct News {
    /// Id of the cause.
    pub cause: &'static str,
    /// One line.
    pub text: String,
}

/// Returns the cause in one line, if a fact of this machine adds to what the program said.
pub(crate) fn news(case: &Case<'_>) -> Option<News> {
    // a file missing in a test run or build is that program's business
    if case.failure.reported && case.failure.kind == FailureKind::FileNotFound {
        return None;
    }
    // so are the connections of the user's own script
    if case.failure.kind == FailureKind::Network && case.printed("Traceback (most recent call last)") {
        return None;
    }
    let mut causes = ALL.iter().chain(GENERAL);
    let (cause, found) = causes.find_map(|(id, find)| Some((*id, find(case)?)))?;
    found.is_news.then(|| News { cause, text: relative(&found.what, &case.failure.record.cwd) })
}

/// Shortens the paths below the directory as the user would write them.
fn relative(text: &str, directory: &str) -> String {
    let prefix = format!("{directory}/");
    if directory.len() < 2 {
        return text.to_owned();
    }
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find(&prefix) {
        let (before, after) = rest.split_at(at);
        let is_inside = before.ends_with(|c: char| c.is_alphanumeric() || matches!(c, '/' | '.' | '_' | '-'));
        out.push_str(before);
        out.push_str(if is_inside { &prefix } else { "" });
        rest = after.get(prefix.len()..).unwrap_or("");
    }
    out + rest
}
