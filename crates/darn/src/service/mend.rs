//! One failed command → failure and diagnosis.

use engine::{Answer, Diagnosis, Explanation, Failure};
use facts::{CommandRecord, Output as Printed};

use super::{Output, Service};
use crate::caller::Caller;
use crate::capture;
use crate::host::RealWorld;
use crate::impact;
use crate::request::{Request, Waiting};

/// Maximum length of a command line that is diagnosed; a longer one is not a typing mistake.
const MAX_TEXT: usize = 64 * 1024;
/// The most common failure status, used if it is unknown.
const ORDINARY: i32 = 1;

impl Service<'_> {
    /// Classifies the failure and finds fixes. Runs nothing and asks no one.
    pub fn mend(&self, request: &Request, waiting: Waiting) -> Answer {
        if request.text.len() > MAX_TEXT {
            return Answer::default();
        }
        self.answer(&record(request), &request.caller, &world(request, waiting))
    }

    /// Does the same with the command's output. A prompt waits for an output that must be asked for only if
    /// the answer depends on it. Also returns the request with the output.
    pub fn mend_with(&self, request: &Request, output: &Output<'_>, waiting: Waiting) -> (Request, Answer) {
        let is_at_hand = waiting == Waiting::Asker || matches!(output, Output::Known(_));
        let printed = if is_at_hand { self.printed(request, output) } else { None };
        let mut request = Request { output: printed, ..request.clone() };
        let mut answer = self.mend(&request, waiting);
        if answer.wants_output
            && !is_at_hand
            && let Some(printed) = self.printed(&request, output)
        {
            request.output = Some(printed);
            answer = self.mend(&request, waiting);
        }
        (request, answer)
    }

    /// Returns what the command printed, if that is known and may be read.
    pub fn printed(&self, request: &Request, output: &Output<'_>) -> Option<Vec<u8>> {
        if !capture::is_allowed(request, self.settings) {
            return None;
        }
        match output {
            Output::Known(printed) => printed.clone(),
            Output::Ask(ask) => ask(request),
        }
    }

    /// Diagnoses and explains; `None` if the command is too long.
    pub fn explain(&self, request: &Request) -> Option<(Answer, Explanation)> {
        if request.text.len() > MAX_TEXT {
            return None;
        }
        let world = world(request, Waiting::Asker);
        let mut record = record(request);
        if request.status < 0 {
            record.status = ORDINARY;
        }
        let answer = self.checked(Answer::explained(&record, &world, self.rules()), &request.caller, &world);
        let mut failure = answer.failure.clone().unwrap_or_else(|| Failure::assumed(&record, &world));
        failure.record.status = request.status; // interpreted only if the status is known
        let explanation = engine::explain::explain(&failure, &answer.diagnosis, &world);
        Some((answer, explanation))
    }

    fn answer(&self, record: &CommandRecord, caller: &Caller, world: &RealWorld) -> Answer {
        self.checked(Answer::of(record, world, self.rules()), caller, world)
    }

    fn checked(&self, mut answer: Answer, caller: &Caller, world: &RealWorld) -> Answer {
        if world.refused() {
            answer.diagnosis = Diagnosis::default(); // facts were missing, so it may be wrong
        }
        for suggestion in &mut answer.diagnosis.suggestions {
            impact::add(&mut suggestion.verdict, caller, impact::PER_SUGGESTION);
        }
        answer
    }
}

/// Returns whether the user may want to ask about a command that [`Service::mend`] does not comment on.
pub fn may_be_asked_about(request: &Request) -> bool {
    request.text.len() <= MAX_TEXT
        && Failure::may_be_asked_about(&record(request), &world(request, Waiting::Prompt))
}

/// Returns the shell's exit status if a command of the line cannot be started.
pub fn start_status(request: &Request) -> Option<i32> {
    let world = world(request, Waiting::Asker);
    let script = syntax::Script::parse(&request.text, request.caller.dialect);
    Failure::start_status(&script, &world)
}

/// Returns the facts of this machine, with the shell's data.
fn world(request: &Request, waiting: Waiting) -> RealWorld {
    RealWorld::new(&request.caller, waiting.patience())
}

fn record(request: &Request) -> CommandRecord {
    CommandRecord {
        text: request.text.clone(),
        dialect: request.caller.dialect,
        cwd: request.caller.directory.to_string_lossy().into_owned(),
        entered_in: request.caller.entered_in.clone(),
        status: request.status,
        output: request.output.as_deref().map(Printed::from_bytes),
    }
}
