//! Carries out one task: does what its [`Course`] says, and reports what came of it.

use std::collections::VecDeque;
use std::sync::Arc;
use std::time::Instant;

use llm::prompt::task::Exchange;
use llm::reply::action::Action;

use super::course::{Course, Effect, Ending, Event, Memo, Proposal, Terms, told};
use super::history::History;
use super::limits::Stop;
use super::person::Person;
use super::repair;
use super::step::Step;
use super::work::{Ran, Work};
use super::workspace::Workspace;
use crate::act::Confirmed;
use crate::audit::{self, EventKind};
use crate::caller::Caller;
use crate::config::{Settings, TaskConfirm};
use crate::error::{Error, ErrorKind};
use crate::request::Request;
use crate::service::Service;
use crate::{context, model};

/// Longest text of a file that is read for the model, in bytes.
const MAX_FILE: u64 = 64 * 1024;

/// How a task ended.
#[derive(Debug, PartialEq, Eq)]
pub enum Finish {
    Done,
    GivenUp,
    Cancelled,
}

/// Asks the model for the next action.
pub type Think<'a> = &'a mut dyn FnMut(&str, &[Exchange], &Request) -> Result<Option<Action>, Error>;

/// A task under way.
pub struct Task<'a> {
    pub text: String,
    pub settings: &'a Settings,
    pub workspace: &'a mut Workspace,
    pub person: &'a mut dyn Person,
    /// Number of the task in the audit log.
    pub number: u64,
    /// Shows the steps and runs nothing.
    pub is_plan: bool,
    pub past: Vec<Exchange>,
    pub ran: Vec<Ran>,
    /// Called after each step, to save what a later run needs.
    pub keep: &'a dyn Fn(&Task<'_>),
}

/// What came of an effect.
enum Came {
    Nothing,
    Event(Event),
    End(Finish),
}

impl Task<'_> {
    /// Carries the task out.
    ///
    /// # Errors
    /// The provider cannot be reached, or the shell is lost.
    pub fn carry_out(&mut self, think: Think<'_>) -> Result<Finish, Error> {
        let mut course = Course::new(self.terms());
        let result = self.follow(&mut course, think);
        self.ran.extend(course.into_ran());
        result
    }

    fn terms(&self) -> Terms {
        let task = &self.settings.task;
        Terms {
            before: told::steps(&self.past),
            max_steps: task.max_steps.0,
            max_failures: task.max_retries.0,
            is_plan: self.is_plan,
            is_by_shape: task.confirm == TaskConfirm::Shape,
            enters_history: task.history,
            dialect: self.workspace.dialect(),
        }
    }

    fn follow(&mut self, course: &mut Course, think: Think<'_>) -> Result<Finish, Error> {
        let mut effects = VecDeque::from(course.handle(Event::Begun));
        // the shell as the last judged step found it
        let mut caller = self.workspace.caller();
        while let Some(effect) = effects.pop_front() {
            if matches!(effect, Effect::Judge(..)) {
                caller = self.workspace.caller();
            }
            match self.perform(effect, &caller, think)? {
                Came::Nothing => {}
                Came::Event(event) => effects.extend(course.handle(event)),
                Came::End(finish) => return Ok(finish),
            }
        }
        Err(Error::new(ErrorKind::Internal, "the task has no next step"))
    }

    fn perform(&mut self, effect: Effect, caller: &Arc<Caller>, think: Think<'_>) -> Result<Came, Error> {
        let event = match effect {
            Effect::Think => self.think(think)?,
            Effect::Judge(number, proposal) => Event::Judged(Arc::new(self.judge(number, proposal, caller))),
            Effect::Decide(step) => Event::Decided(self.person.decide(&step)),
            Effect::Run(step, agreed) => {
                let command = Confirmed::new(step.command.as_str(), agreed);
                Event::Ended(self.workspace.run(&step, command, self.person).map_err(lost)?)
            }
            Effect::Diagnose(step, outcome) => {
                Event::Diagnosed(repair::certain(&step, &outcome, caller, &self.service()))
            }
            Effect::Ask(question) => Event::Answered(self.person.ask(&question)),
            Effect::Read(path) => Event::Read(self.read(&path)),
            Effect::Finish(ending, work) => return self.finish(ending, &work).map(Came::End),
            other => {
                self.tell(other, caller);
                return Ok(Came::Nothing);
            }
        };
        Ok(Came::Event(event))
    }

    /// Performs an effect that brings no event about.
    fn tell(&mut self, effect: Effect, caller: &Arc<Caller>) {
        match effect {
            Effect::Show(step) => self.person.show(&step),
            Effect::Explain(step) => self.person.explain(&step, &step.explanation()),
            Effect::Report(step, outcome) => self.person.ended(&step, &outcome),
            Effect::Note(text) => self.person.note(&text),
            Effect::Pause(delay) => std::thread::sleep(delay),
            Effect::Remember(memo) => self.remember(memo),
            Effect::Record(what, step) => self.record(what, &step, caller),
            Effect::Enter(step) => enter(&step, caller),
            Effect::Keep => (self.keep)(self),
            _ => {}
        }
    }

    fn think(&self, think: Think<'_>) -> Result<Event, Error> {
        let request =
            Request { text: String::new(), status: 0, output: None, caller: self.workspace.caller() };
        let since = Instant::now();
        match think(&self.text, &self.past, &request) {
            Ok(action) => Ok(Event::Replied(action, since.elapsed())),
            Err(error) if error.kind == ErrorKind::Cancelled => Ok(Event::Cancelled),
            Err(error) if error.kind == ErrorKind::Remote => Ok(Event::Unreachable(error, since.elapsed())),
            Err(error) => Err(error),
        }
    }

    fn judge(&self, number: usize, proposal: Proposal, caller: &Arc<Caller>) -> Step {
        let Proposal { command, why, expects, origin } = proposal;
        Step { why, expects, ..Step::new(number, command, origin, caller, &self.service()) }
    }

    fn service(&self) -> Service<'_> {
        Service::new(self.settings, context::today())
    }

    /// Reads a file for the model, or says why not.
    fn read(&self, path: &str) -> Result<String, String> {
        match crate::files::read(&self.workspace.caller().path(path), MAX_FILE) {
            Ok(Some(bytes)) => Ok(String::from_utf8_lossy(&bytes).into_owned()),
            Ok(None) => Err("There is no such file.".into()),
            Err(error) => Err(format!("It cannot be read: {}.", crate::files::reason(&error))),
        }
    }

    /// Remembers an action and what came of it, redacted.
    fn remember(&mut self, memo: Memo) {
        let mut redactor = model::redactor(&self.workspace.caller(), self.settings);
        let output = memo.output.map(|output| {
            let shown = facts::Output::from_bytes(output.as_bytes()).text().to_owned();
            redactor.redact(shown)
        });
        let told = redactor.redact(memo.told).get().clone();
        self.past.push(Exchange { action: memo.action.to_string(), told, output });
    }

    fn record(&self, what: EventKind, step: &Step, caller: &Caller) {
        audit::record(&audit::Event {
            what,
            command: &step.command,
            caller,
            verdict: &step.verdict,
            origin: &step.origin,
            failed: None,
            task: Some(self.number),
        });
    }

    fn finish(&mut self, ending: Ending, work: &Work) -> Result<Finish, Error> {
        match ending {
            Ending::Done(summary) => {
                self.person.done(&summary, work);
                if self.is_plan {
                    self.person.note("this is a plan: nothing was run");
                }
                Ok(Finish::Done)
            }
            Ending::Stopped(reason) => {
                self.person.stopped(&reason, work);
                Ok(if reason == Stop::Left { Finish::Cancelled } else { Finish::GivenUp })
            }
            Ending::Failed(error) => Err(error),
        }
    }
}

/// Enters a step into the shell's history; that fails silently, because the step itself has run.
fn enter(step: &Step, caller: &Caller) {
    let now = jiff::Timestamp::now().as_second();
    if let Some(history) = History::of(caller)
        && let Err(error) = history.add(&step.command, now)
    {
        crate::log::note(&format!("a step cannot enter the history: {error}"));
    }
}

fn lost(error: std::io::Error) -> Error {
    Error::new(ErrorKind::Internal, format!("the shell of the task is lost: {error}"))
        .hinted("`darn do --resume` goes on in a new one")
}
