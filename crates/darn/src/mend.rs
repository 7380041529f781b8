//! One failed command → failure and diagnosis: what `darn fix`, `darn explain`, the hooks and the
//! list share.

use std::time::Duration;

use crate::caller::Caller;
use crate::error::{Error, ErrorKind};
use crate::host::RealWorld;
use engine::rules::RuleSet;
use engine::{Answer, Diagnosis, Explanation, Failure};
use facts::{CommandRecord, Output};

/// What is known of the failed command.
#[derive(Debug, Clone)]
pub struct Request {
    pub text: String,
    /// Negative: not known.
    pub status: i32,
    /// Raw captured output, where there is any.
    pub output: Option<Vec<u8>>,
    /// The shell in which it failed.
    pub caller: Caller,
}

/// A longer command line is no slip of the fingers: nothing is said of it.
const MAX_TEXT: usize = 64 * 1024;
/// The status of most failures, where it is not known.
const ORDINARY: i32 = 1;

/// Who waits for the answer, which says how long the file system may be asked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Waiting {
    /// The prompt: 200 ms.
    Prompt,
    /// Somebody who asked for it: 2 s.
    Asker,
}

impl Waiting {
    pub const fn patience(self) -> Duration {
        match self {
            // a build for tests takes longer to think, which is not the file system's fault
            Self::Prompt if cfg!(debug_assertions) => Duration::from_secs(1),
            Self::Prompt => Duration::from_millis(200),
            Self::Asker => Duration::from_secs(2),
        }
    }
}

/// How long counting what one suggestion would touch may take.
pub const COUNTING: Duration = Duration::from_millis(50);

/// Judges the command and finds what would mend it. Runs nothing, asks nobody.
#[must_use]
pub fn mend(request: &Request, rules: &RuleSet, waiting: Waiting) -> Answer {
    if request.text.len() > MAX_TEXT {
        return Answer::default();
    }
    let world = world(request, waiting);
    judge(&record(request), request, &world, rules)
}

/// The same, and what went wrong in words; `None` where the command is too long to analyse.
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
    failure.record.status = request.status; // what it means is said only where it is known
    let explanation = engine::explain::explain(&failure, &answer.diagnosis, &world);
    Some((answer, explanation))
}

/// Whether the user may want to ask about a command that [`mend`] does not comment on.
#[cfg(feature = "llm")]
#[must_use]
pub fn may_be_asked_about(request: &Request) -> bool {
    request.text.len() <= MAX_TEXT
        && Failure::may_be_asked_about(&record(request), &world(request, Waiting::Prompt))
}

/// What is said of a command that [`explain`] does not look at.
#[must_use]
pub fn too_long() -> Error {
    Error::new(ErrorKind::Usage, "the command is too long to analyse")
}

/// The status that the shell gives where a command of the line cannot be started.
#[must_use]
pub fn start_status(request: &Request) -> Option<i32> {
    let world = world(request, Waiting::Asker);
    let script = syntax::Script::parse(&request.text, request.caller.dialect);
    Failure::start_status(&script, &world)
}

/// The facts of this machine, with what the shell handed over.
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
        answer.diagnosis = Diagnosis::default(); // facts were missing: what it says may be wrong
    }
    for suggestion in &mut answer.diagnosis.suggestions {
        crate::judge::count(&mut suggestion.verdict, &request.caller, COUNTING);
    }
    answer
}
