//! What happens to a task, and what is to be done about it.

use std::sync::Arc;
use std::time::Duration;

use llm::reply::action::Action;
use serde_json::Value;

use crate::audit::EventKind;
use crate::confirm::Agreed;
use crate::error::Error;
use crate::tasks::limits::Stop;
use crate::tasks::person::{Answer, Outcome};
use crate::tasks::step::Step;
use crate::tasks::work::Work;

/// A command that is to run next, as far as the model, the rules or the person can say.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Proposal {
    pub command: String,
    pub why: String,
    pub expects: String,
    /// `model`, `rule:ID` or `user`.
    pub origin: String,
}

/// What has happened.
#[derive(Debug)]
pub enum Event {
    Begun,
    /// The model's reply, `None` if it contains no action, and the time it took.
    Replied(Option<Action>, Duration),
    /// The provider cannot be reached; the time until that was known.
    Unreachable(Error, Duration),
    /// The person does not want to wait for the model.
    Cancelled,
    Judged(Arc<Step>),
    Decided(Answer),
    /// The answer to a question; `None`: the person leaves.
    Answered(Option<String>),
    /// The text of a file, or why there is none.
    Read(Result<String, String>),
    Ended(Outcome),
    /// A certain fix of the rules for the failed step.
    Diagnosed(Option<Proposal>),
}

/// What is to be done. The first eight bring an event about, so that nothing may follow them.
#[derive(Debug)]
pub enum Effect {
    /// Ask the model: [`Event::Replied`], [`Event::Unreachable`] or [`Event::Cancelled`].
    Think,
    /// Judge a proposal as the step of this number: [`Event::Judged`].
    Judge(usize, Proposal),
    /// Show the step and wait for the person: [`Event::Decided`].
    Decide(Arc<Step>),
    /// Run it on the person's consent: [`Event::Ended`].
    Run(Arc<Step>, Agreed),
    /// Look for a certain fix: [`Event::Diagnosed`].
    Diagnose(Arc<Step>, Arc<Outcome>),
    /// Ask the person: [`Event::Answered`].
    Ask(String),
    /// Read a file: [`Event::Read`].
    Read(String),
    /// The end of the task.
    Finish(Ending, Work),
    /// Show a step that is not asked about.
    Show(Arc<Step>),
    Explain(Arc<Step>),
    /// Tell the person how a step ended.
    Report(Arc<Step>, Arc<Outcome>),
    Note(String),
    /// Wait before the model is asked again.
    Pause(Duration),
    /// Remember, redacted, what the model did and what came of it.
    Remember(Memo),
    /// Write to the audit log.
    Record(EventKind, Arc<Step>),
    /// Enter it into the shell's history.
    Enter(Arc<Step>),
    /// Save what a later run needs.
    Keep,
}

/// One action of the model and what came of it, before redaction.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Memo {
    pub action: Value,
    pub told: String,
    /// Output of a command or text of a file.
    pub output: Option<String>,
}

/// How a task ends.
#[derive(Debug)]
pub enum Ending {
    /// The model's summary.
    Done(String),
    Stopped(Stop),
    /// The provider cannot be reached.
    Failed(Error),
}
