//! Carries out one task, step by step.

use std::time::{Duration, Instant};

use engine::Applicability;
use llm::prompt::task::Exchange;
use llm::reply::action::Action;
use serde_json::json;

use super::limits::{Limits, Stop};
use super::person::{Answer, Outcome, Person, Work};
use super::shapes::Shapes;
use super::step::Step;
use super::workspace::Workspace;
use crate::act::Confirmed;
use crate::audit::{self, EventKind};
use crate::caller::Caller;
use crate::config::{Settings, TaskConfirm};
use crate::confirm::Agreed;
use crate::error::{Error, ErrorKind};
use crate::request::{Request, Waiting};
use crate::service::Service;
use crate::{context, model, ui};

/// Longest text of a file that is read for the model, in bytes.
const MAX_FILE: u64 = 64 * 1024;
/// Unreadable replies in a row after which the task stops.
const MAX_UNREADABLE: usize = 2;
/// Delays before a provider that cannot be reached is asked again.
const BACK_OFF: [Duration; 2] = [Duration::from_secs(1), Duration::from_secs(4)];

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
    /// Confirmed shapes of commands, for `task.confirm = "shape"`.
    pub shapes: Shapes,
    pub past: Vec<Exchange>,
    pub ran: Vec<Ran>,
    /// Called after each step, to save what a later run needs.
    pub keep: &'a dyn Fn(&Task<'_>),
}

/// A step that the person has decided on.
#[derive(Debug)]
pub struct Ran {
    pub command: String,
    /// `None`: it did not run.
    pub status: Option<i32>,
    duration: Duration,
}

/// What is done next.
struct Proposal {
    command: String,
    why: String,
    expects: String,
    origin: String,
}

impl Task<'_> {
    /// Carries the task out.
    ///
    /// # Errors
    /// The provider cannot be reached, or the shell is lost.
    pub fn carry_out(&mut self, think: Think<'_>) -> Result<Finish, Error> {
        let task = &self.settings.task;
        let mut limits = Limits::new(task.max_steps.0, task.max_retries.0);
        let mut repair = None;
        let mut unreadable = 0;
        loop {
            let number = match limits.next() {
                Ok(number) => number,
                Err(stop) => return Ok(self.stop(&stop)),
            };
            let proposal = match repair.take() {
                Some(proposal) => proposal,
                None => match self.ask(think, &mut limits)? {
                    Some(Action::Run { command, why, expects }) => {
                        Proposal { command, why, expects, origin: "model".into() }
                    }
                    Some(Action::Done { summary }) => {
                        let work = self.work();
                        self.person.done(&summary, &work);
                        return Ok(Finish::Done);
                    }
                    Some(Action::Read { path, lines }) => {
                        if !self.read(&path, &lines) {
                            return Ok(self.stop(&Stop::Left));
                        }
                        limits.count("", self.workspace.dialect(), None);
                        continue;
                    }
                    Some(Action::Ask { question }) => {
                        let Some(answer) = self.person.ask(&ui::one_line(&question)) else {
                            return Ok(self.stop(&Stop::Left));
                        };
                        self.tell(
                            &json!({ "action": "ask_user", "question": question }),
                            format!("The user answers: {answer}"),
                            None,
                        );
                        limits.count("", self.workspace.dialect(), None);
                        continue;
                    }
                    None if unreadable < MAX_UNREADABLE => {
                        unreadable += 1;
                        let told = "That was not one of the four actions. Answer with one JSON object.";
                        self.tell(&json!({}), told.into(), None);
                        continue;
                    }
                    None => return Ok(self.stop(&Stop::Unreadable)),
                },
            };
            unreadable = 0;
            if limits.repeats(&proposal.command) {
                let told = "Not run: this very command has just failed, and nothing has changed since.";
                self.tell(&action_of(&proposal), told.into(), None);
                limits.count(&proposal.command, self.workspace.dialect(), Some(1));
                continue;
            }
            let Some(ran) = self.step(number, proposal, &mut repair)? else {
                return Ok(self.stop(&Stop::Left));
            };
            limits.spend(ran.duration);
            limits.count(&ran.command, self.workspace.dialect(), ran.status);
            (self.keep)(self);
        }
    }

    /// Asks the model, again after a while if it cannot be reached.
    fn ask(&mut self, think: Think<'_>, limits: &mut Limits) -> Result<Option<Action>, Error> {
        let request =
            Request { text: String::new(), status: 0, output: None, caller: self.workspace.caller() };
        for delay in BACK_OFF {
            let since = Instant::now();
            let result = think(&self.text, &self.past, &request);
            limits.spend(since.elapsed());
            match result {
                Err(error) if error.kind == ErrorKind::Remote => {
                    self.person.note(&format!("{}; asking again in {} s", error.source, delay.as_secs()));
                    std::thread::sleep(delay);
                }
                result => return result,
            }
        }
        think(&self.text, &self.past, &request)
    }

    /// Shows a step and does what the person says. `None`: the person leaves. A certain fix of the rules for a failure becomes `repair`.
    fn step(
        &mut self,
        number: usize,
        proposal: Proposal,
        repair: &mut Option<Proposal>,
    ) -> Result<Option<Ran>, Error> {
        let service = Service::new(self.settings, context::today());
        let caller = self.workspace.caller();
        let action = action_of(&proposal);
        let Proposal { command, why, expects, origin } = proposal;
        let mut step = Step { why, expects, ..Step::new(number, command, origin, &caller, &service) };
        self.record(EventKind::Proposed, &step, &caller);
        if self.is_plan {
            self.person.show(&step);
            self.tell(&action, "Not run: this is only a plan. Take it as done.".into(), None);
            return Ok(Some(Ran { command: step.command, status: Some(0), duration: Duration::ZERO }));
        }
        let is_by_shape = self.settings.task.confirm == TaskConfirm::Shape;
        let dialect = self.workspace.dialect();
        let agreed = loop {
            if is_by_shape && let Some(agreed) = self.shapes.find(&step, dialect) {
                self.person.show(&step);
                break agreed;
            }
            match self.person.decide(&step) {
                Answer::Run(agreed) => break agreed,
                Answer::Edit(command) => {
                    let (why, expects) = (step.why.clone(), step.expects.clone());
                    step =
                        Step { why, expects, ..Step::new(number, command, "user".into(), &caller, &service) };
                    self.record(EventKind::Proposed, &step, &caller);
                }
                Answer::Explain => {
                    let text = explanation(&step);
                    self.person.explain(&step, &text);
                }
                Answer::Skip => {
                    self.record(EventKind::Refused, &step, &caller);
                    self.tell(&action, "The user does not want this command; find another way.".into(), None);
                    self.ran.push(Ran::skipped(&step.command));
                    return Ok(Some(Ran::skipped(&step.command)));
                }
                Answer::Quit => {
                    self.record(EventKind::Refused, &step, &caller);
                    return Ok(None);
                }
            }
        };
        self.shapes.add(&step, dialect, &agreed);
        let outcome = self.run(&step, agreed, &caller)?;
        if outcome.status != Some(0) {
            *repair = fix(&step, &outcome, &caller, &service);
        }
        let status = outcome.status.or(Some(-1));
        Ok(Some(Ran { command: step.command, status, duration: outcome.duration }))
    }

    fn run(&mut self, step: &Step, agreed: Agreed, caller: &Caller) -> Result<Outcome, Error> {
        self.record(EventKind::Confirmed, step, caller);
        let command = Confirmed::new(step.command.as_str(), agreed);
        let outcome = self.workspace.run(step, command, self.person).map_err(lost)?;
        self.person.ended(step, &outcome);
        self.record(EventKind::Run, step, caller);
        let (command, duration) = (step.command.clone(), outcome.duration);
        self.ran.push(Ran { command, status: outcome.status, duration });
        let status = outcome.status.map_or_else(|| "unknown".into(), |status| status.to_string());
        let note = outcome.note.as_ref().map(|note| format!("Note: {note}\n")).unwrap_or_default();
        let place = crate::dirs::display(&outcome.directory);
        let told = format!("Exit status: {status}\nDirectory: {place}\n{note}");
        let action = json!({ "action": "run_command", "command": step.command, "why": step.why });
        self.tell(&action, told, Some(outcome.output.clone()));
        Ok(outcome)
    }

    /// Reads a file for the model if the person agrees; false: the person leaves.
    fn read(&mut self, path: &str, lines: &str) -> bool {
        let shown = ui::one_line(path);
        let Some(answer) = self.person.ask(&format!("may the model read {shown}? (y/n)")) else {
            return false;
        };
        let is_agreed = matches!(answer.trim(), "y" | "yes");
        let action = json!({ "action": "read_file", "path": path, "lines": lines });
        if !is_agreed {
            self.tell(&action, "The user does not want this file to be read.".into(), None);
            return true;
        }
        let file = self.workspace.caller().path(path);
        match crate::files::read(&file, MAX_FILE) {
            Ok(Some(bytes)) => {
                let text = String::from_utf8_lossy(&bytes).into_owned();
                self.tell(&action, "The file, or the lines you wanted:".into(), Some(range(&text, lines)));
            }
            Ok(None) => self.tell(&action, "There is no such file.".into(), None),
            Err(error) => {
                self.tell(&action, format!("It cannot be read: {}.", crate::files::reason(&error)), None);
            }
        }
        true
    }

    /// Remembers an action and what came of it, redacted.
    fn tell(&mut self, action: &serde_json::Value, told: String, output: Option<String>) {
        let mut redactor = model::redactor(&self.workspace.caller(), self.settings);
        let output = output.map(|output| {
            let shown = facts::Output::from_bytes(output.as_bytes()).text().to_owned();
            redactor.redact(shown)
        });
        let told = redactor.redact(told).get().clone();
        self.past.push(Exchange { action: action.to_string(), told, output });
    }

    fn stop(&mut self, reason: &Stop) -> Finish {
        let work = self.work();
        self.person.stopped(reason, &work);
        if *reason == Stop::Left { Finish::Cancelled } else { Finish::GivenUp }
    }

    /// Sums up what has run.
    fn work(&self) -> Work {
        let mut work = Work::default();
        for ran in &self.ran {
            work.left.retain(|command| *command != ran.command);
            let list = if ran.status == Some(0) { &mut work.changed } else { &mut work.left };
            list.push(ran.command.clone());
        }
        work
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
}

impl Ran {
    fn skipped(command: &str) -> Self {
        Self { command: command.to_owned(), status: None, duration: Duration::ZERO }
    }
}

fn action_of(proposal: &Proposal) -> serde_json::Value {
    json!({ "action": "run_command", "command": proposal.command, "why": proposal.why })
}

/// Finds a certain fix of the rules for a failed step: no model is needed for it.
fn fix(
    step: &Step,
    outcome: &Outcome,
    caller: &std::sync::Arc<Caller>,
    service: &Service<'_>,
) -> Option<Proposal> {
    let request = Request {
        text: step.command.clone(),
        status: outcome.status?,
        output: Some(outcome.output.clone().into_bytes()),
        caller: caller.clone(),
    };
    let answer = service.mend(&request, Waiting::Asker);
    let first = answer.diagnosis.suggestions.into_iter().next()?;
    let is_certain = first.applicability == Applicability::Certain && first.text != step.command;
    is_certain.then(|| Proposal {
        command: first.text,
        why: first.because,
        expects: step.expects.clone(),
        origin: first.origin.to_string(),
    })
}

/// Explains a step: what the model says of it, and what the policy finds.
fn explanation(step: &Step) -> String {
    let said = [("why", &step.why), ("expects", &step.expects), ("proposed by", &step.origin)];
    let said = said.into_iter().filter(|(_, text)| !text.is_empty());
    let mut lines: Vec<String> = said.map(|(name, text)| format!("{name}: {text}")).collect();
    lines.extend(step.verdict.reasons.iter().map(|reason| format!("policy: {}", reason.because)));
    lines.extend(step.verdict.impact.iter().map(|impact| format!("impact: {impact}")));
    lines.extend(step.verdict.instead.iter().map(|instead| format!("safer: {instead}")));
    lines.extend(step.missing_text());
    lines.join("\n")
}

/// Returns the lines `1-80` of a text, or all of it.
fn range(text: &str, lines: &str) -> String {
    let mut ends = lines.split(['-', ',', ' ']).filter_map(|number| number.parse::<usize>().ok());
    let Some(from) = ends.next() else { return text.to_owned() };
    let to = ends.next().unwrap_or(from);
    let wanted = text.lines().skip(from.saturating_sub(1)).take((to + 1).saturating_sub(from.max(1)));
    wanted.collect::<Vec<_>>().join("\n")
}

fn lost(error: std::io::Error) -> Error {
    Error::new(ErrorKind::Internal, format!("the shell of the task is lost: {error}"))
        .hinted("`darn do --resume` goes on in a new one")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_a_file_are_counted_from_one() {
        let text = "a\nb\nc\nd\n";
        for (lines, expected) in
            [("2-3", "b\nc"), ("1-1", "a"), ("3", "c"), ("", text), ("9-10", ""), ("0-1", "a")]
        {
            assert_eq!(range(text, lines), expected, "{lines}");
        }
    }
}
