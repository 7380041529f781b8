//! One failed command → failure and diagnosis, shared by `darn fix`, `darn explain`, the hooks and the list.

use std::time::Duration;

use crate::caller::Caller;
use crate::error::{Error, ErrorKind};
use crate::host::RealWorld;
use engine::rules::RuleSet;
use engine::{Answer, Diagnosis, Explanation, Failure};
use facts::{CommandRecord, Output};

/// What is known about the failed command.
#[derive(Debug, Clone)]
pub struct Request {
    pub text: String,
    /// Negative: unknown.
    pub status: i32,
    /// Raw captured output, if any.
    pub output: Option<Vec<u8>>,
    /// The shell in which it failed.
    pub caller: Caller,
}

/// Maximum length of a command line that is diagnosed; a longer one is not a typing mistake.
const MAX_TEXT: usize = 64 * 1024;
/// The most common failure status, used if it is unknown.
const ORDINARY: i32 = 1;

/// Who waits for the answer; limits the time spent on the file system.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Waiting {
    /// The prompt: 200 ms.
    Prompt,
    /// A user who asked for it: 2 s.
    Asker,
}

impl Waiting {
    pub const fn patience(self) -> Duration {
        match self {
            // debug builds are slower, which is not the file system's fault
            Self::Prompt if cfg!(debug_assertions) => Duration::from_secs(1),
            Self::Prompt => Duration::from_millis(200),
            Self::Asker => Duration::from_secs(2),
        }
    }
}

/// Time limit for counting what one suggestion would affect.
pub const COUNTING: Duration = Duration::from_millis(50);

/// Classifies the failure and finds fixes. Runs nothing and asks no one.
#[must_use]
pub fn mend(request: &Request, rules: &RuleSet, waiting: Waiting) -> Answer {
    if request.text.len() > MAX_TEXT {
        return Answer::default();
    }
    let world = world(request, waiting);
    judge(&record(request), request, &world, rules)
}

/// Does the same and explains it; `None` if the command is too long.
#[must_use]
pub fn explain(request: &Request, rules: &RuleSet) -> Option<(Answer, Explanation)> {
    if request.text.len() > MAX_TEXT {
        return None;
    }
    let world = world(request, Waiting::Asker);
    let mut record = record(request);
    if request.status < 0 {
        record.status = ORDINARY;
    }
    let answer = judge(&record, request, &world, rules);
    let mut failure = answer.failure.clone().unwrap_or_else(|| Failure::assumed(&record, &world));
    failure.record.status = request.status; // interpreted only if the status is known
    let explanation = engine::explain::explain(&failure, &answer.diagnosis, &world);
    Some((answer, explanation))
}

/// Returns whether the user may want to ask about a command that [`mend`] does not comment on.
#[cfg(feature = "llm")]
#[must_use]
pub fn may_be_asked_about(request: &Request) -> bool {
    request.text.len() <= MAX_TEXT
        && Failure::may_be_asked_about(&record(request), &world(request, Waiting::Prompt))
}

/// Returns the error for a command that [`explain`] does not examine.
#[must_use]
pub fn too_long() -> Error {
    Error::new(ErrorKind::Usage, "the command is too long to analyse")
}

/// Returns the shell's exit status if a command of the line cannot be started.
#[must_use]
pub fn start_status(request: &Request) -> Option<i32> {
    let world = world(request, Waiting::Asker);
    let script = syntax::Script::parse(&request.text, request.caller.dialect);
    Failure::start_status(&script, &world)
}

/// Returns the facts of this machine, with the shell's data.
pub(crate) fn world(request: &Request, waiting: Waiting) -> RealWorld {
    RealWorld::new(&request.caller, waiting.patience())
}

fn record(request: &Request) -> CommandRecord {
    CommandRecord {
        text: request.text.clone(),
        dialect: request.caller.dialect,
        cwd: request.caller.directory.to_string_lossy().into_owned(),
        status: request.status,
        output: request.output.as_deref().map(Output::from_bytes),
    }
}

fn judge(record: &CommandRecord, request: &Request, world: &RealWorld, rules: &RuleSet) -> Answer {
    let mut answer = Answer::of(record, world, rules);
    if world.refused() {
        answer.diagnosis = Diagnosis::default(); // facts were missing, so it may be wrong
    }
    for suggestion in &mut answer.diagnosis.suggestions {
        crate::judge::count(&mut suggestion.verdict, &request.caller, COUNTING);
    }
    answer
}
