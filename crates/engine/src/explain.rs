//! What went wrong and why, in a few lines, for every kind of failure: also where no command mends
//! it.
//!
//! A *cause* is one file below `explain/`: it recognises its failure by status, words or output,
//! and adds what it reads of the machine. What is read is told; nothing else is claimed.

use crate::diagnosis::Diagnosis;
use crate::failure::Failure;
use crate::rules::{Case, pattern};
use crate::world::World;

mod disk_full;
mod killed;
mod kind;
mod port_in_use;
mod status;
mod subject;

/// The answer to "what was that?".
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Explanation {
    /// Id of the cause, where one was recognised.
    pub cause: Option<&'static str>,
    /// One line: what went wrong.
    pub what: String,
    /// The facts behind it, one a line, at most [`Explanation::MAX_FACTS`].
    pub why: Vec<String>,
    /// What the program's own documents say.
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

/// One reason for failures.
#[derive(Debug)]
pub struct Cause {
    /// Named after the problem: `port-in-use`.
    id: &'static str,
    find: fn(&Case<'_>) -> Option<Finding>,
}

/// What a cause found.
#[derive(Debug)]
struct Finding {
    what: String,
    why: Vec<String>,
    /// `what` is a fact of this machine that the message of the program did not tell: worth the
    /// hint line.
    is_news: bool,
}

impl Finding {
    /// Read from the machine.
    fn read(what: impl Into<String>) -> Self {
        Self { what: what.into(), why: Vec::new(), is_news: true }
    }

    /// As the message or the status has it.
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

/// All causes; the first that applies is told.
const ALL: &[Cause] = &[disk_full::CAUSE, port_in_use::CAUSE, killed::CAUSE];

/// Explains a failure, or any finished command (see [`Failure::assumed`]).
#[must_use]
pub fn explain(failure: &Failure, diagnosis: &Diagnosis, world: &dyn World) -> Explanation {
    let output = failure.record.output.as_ref().map(|output| pattern::normalise(output.text()));
    let case = Case { failure, world, output: output.as_deref() };
    let found = ALL.iter().find_map(|cause| Some((cause.id, (cause.find)(&case)?)));
    let mut explanation = match (found, &diagnosis.because) {
        (Some((id, finding)), _) => {
            Explanation { cause: Some(id), what: finding.what, why: finding.why, quotes: Vec::new() }
        }
        (None, Some(because)) => Explanation { what: because.clone(), ..Explanation::default() },
        (None, None) => {
            let finding = kind::describe(&case);
            Explanation { what: finding.what, why: finding.why, ..Explanation::default() }
        }
    };
    if explanation.cause != Some(killed::CAUSE.id) {
        explanation.why.extend(status::meaning(&case).filter(|text| *text != explanation.what));
    }
    explanation.why.truncate(Explanation::MAX_FACTS);
    explanation
}

/// The cause in one line, where this machine's facts tell more than the program did.
#[must_use]
pub fn news(case: &Case<'_>) -> Option<String> {
    ALL.iter().find_map(|cause| (cause.find)(case)).filter(|found| found.is_news).map(|found| found.what)
}
