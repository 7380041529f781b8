//! The course of a task: events in, effects out, without I/O and without a clock.
//!
//! ```text
//! plan     Think ─ Replied        the model says what is to be done next
//! propose  Judge ─ Judged         the policy judges the command
//! confirm  Decide ─ Decided       the person runs, edits, skips, asks why, leaves
//! run      Run ─ Ended            the shell runs it
//! observe  Report, Remember       what came of it, for the person and the model
//! repair   Diagnose ─ Diagnosed   a certain fix of the rules is proposed without the model
//! done     Finish                 with what has changed and what is left
//! ```

use std::sync::Arc;
use std::time::Duration;

use llm::reply::action::Action;
use serde_json::Value;
use syntax::Dialect;

use super::limits::{Limits, Stop};
use super::repeats::Repeats;
use super::shapes::Shapes;
use super::step::Step;
use super::work::Ran;
use crate::ui;

mod command;
mod event;
pub mod told;

pub use event::{Effect, Ending, Event, Memo, Proposal};

/// Unreadable replies in a row after which the task stops.
const MAX_UNREADABLE: usize = 2;
/// Delays before a provider that cannot be reached is asked again.
const BACK_OFF: [Duration; 2] = [Duration::from_secs(1), Duration::from_secs(4)];

/// What the settings and the arguments say of a task.
#[derive(Debug, Clone, Copy)]
pub struct Terms {
    /// Number of the last step of a task that is resumed.
    pub before: usize,
    pub max_steps: usize,
    pub max_failures: usize,
    /// Shows the steps and runs nothing.
    pub is_plan: bool,
    /// `task.confirm = "shape"`.
    pub is_by_shape: bool,
    /// `task.history`.
    pub enters_history: bool,
    pub dialect: Dialect,
}

/// What is awaited.
#[derive(Debug)]
enum State {
    /// The model, which could not be reached this often.
    Thinking(usize),
    /// The policy; with the model's action, which stays the same when the person edits the command.
    Judging(Value),
    /// The person's decision.
    Deciding(Arc<Step>, Value),
    Running(Arc<Step>),
    /// The rules.
    Diagnosing,
    /// The person's answer to a question of the model.
    Asking(String),
    /// The person's leave to read lines of a file.
    AskingLeave(String, String),
    /// The text of the file.
    Reading(String, String),
    Ended,
}

/// A task under way.
#[derive(Debug)]
pub struct Course {
    terms: Terms,
    state: State,
    limits: Limits,
    repeats: Repeats,
    /// Confirmed shapes of commands.
    shapes: Shapes,
    unreadable: usize,
    /// Number of the last step: those that the person has seen, without questions and files.
    number: usize,
    /// The failed command that a fix of the rules is to replace.
    replaced: Option<String>,
    ran: Vec<Ran>,
}

impl Course {
    pub fn new(terms: Terms) -> Self {
        Self {
            terms,
            state: State::Ended,
            limits: Limits::new(terms.max_steps, terms.max_failures),
            repeats: Repeats::default(),
            shapes: Shapes::default(),
            unreadable: 0,
            number: terms.before,
            replaced: None,
            ran: Vec::new(),
        }
    }

    /// Returns the steps that the person has decided on.
    pub fn into_ran(self) -> Vec<Ran> {
        self.ran
    }

    /// Handles an event. An event that is not awaited has no effect.
    pub fn handle(&mut self, event: Event) -> Vec<Effect> {
        match (std::mem::replace(&mut self.state, State::Ended), event) {
            (State::Ended, Event::Begun) => self.go_on(None),
            (State::Thinking(_), Event::Replied(action, time)) => {
                self.limits.spend(time);
                self.replied(action)
            }
            (State::Thinking(_), Event::Cancelled) => self.stop(Stop::Left),
            (State::Thinking(times), Event::Unreachable(error, time)) => {
                self.limits.spend(time);
                let Some(delay) = BACK_OFF.get(times).copied() else {
                    return vec![self.finish(Ending::Failed(error))];
                };
                self.state = State::Thinking(times + 1);
                let note = format!("{}; asking again in {} s", error.source, delay.as_secs());
                vec![Effect::Note(note), Effect::Pause(delay), Effect::Think]
            }
            (State::Judging(action), Event::Judged(step)) => self.judged(step, action),
            (State::Deciding(step, action), Event::Decided(answer)) => self.decided(step, action, answer),
            (State::Running(step), Event::Ended(outcome)) => self.ended(&step, outcome),
            (State::Diagnosing, Event::Diagnosed(fix)) => self.go_on(fix),
            (State::Asking(question), Event::Answered(answer)) => {
                let Some(answer) = answer else { return self.stop(Stop::Left) };
                self.repeats.forget(); // the person may have asked for a command again
                self.remember(told::answer(&question, &answer))
            }
            (State::AskingLeave(path, lines), Event::Answered(answer)) => {
                let Some(answer) = answer else { return self.stop(Stop::Left) };
                if !matches!(answer.trim(), "y" | "yes") {
                    return self.remember(told::unread(&path, &lines));
                }
                self.state = State::Reading(path.clone(), lines);
                vec![Effect::Read(path)]
            }
            (State::Reading(path, lines), Event::Read(text)) => {
                self.remember(told::file(&path, &lines, text))
            }
            (state, _) => {
                self.state = state;
                Vec::new()
            }
        }
    }

    /// Goes on with a fix of the rules, or else with what the model says.
    fn go_on(&mut self, fix: Option<Proposal>) -> Vec<Effect> {
        if let Err(stop) = self.limits.next() {
            return self.stop(stop);
        }
        match fix {
            Some(fix) => {
                self.replaced = self.ran.last().map(|ran| ran.command.clone());
                self.propose(fix)
            }
            None => {
                self.replaced = None;
                self.state = State::Thinking(0);
                vec![Effect::Think]
            }
        }
    }

    fn replied(&mut self, action: Option<Action>) -> Vec<Effect> {
        match action {
            Some(Action::Run { command, why, expects }) => {
                self.propose(Proposal { command, why, expects, origin: "model".into() })
            }
            Some(Action::Done { summary }) => vec![self.finish(Ending::Done(summary))],
            Some(Action::Read { path, lines }) => {
                let question = format!("may the model read {}? (y/n)", ui::one_line(&path));
                self.state = State::AskingLeave(path, lines);
                vec![Effect::Ask(question)]
            }
            Some(Action::Ask { question }) => {
                let shown = ui::one_line(&question);
                self.state = State::Asking(question);
                vec![Effect::Ask(shown)]
            }
            None if self.unreadable < MAX_UNREADABLE => {
                self.unreadable += 1;
                let first = Effect::Remember(told::unreadable());
                std::iter::once(first).chain(self.go_on(None)).collect()
            }
            None => self.stop(Stop::Unreadable),
        }
    }

    /// Remembers what came of an action that runs nothing, and goes on.
    fn remember(&mut self, memo: Memo) -> Vec<Effect> {
        self.limits.count("", self.terms.dialect, None);
        std::iter::once(Effect::Remember(memo)).chain(self.go_on(None)).collect()
    }

    fn stop(&mut self, stop: Stop) -> Vec<Effect> {
        vec![self.finish(Ending::Stopped(stop))]
    }

    fn finish(&mut self, ending: Ending) -> Effect {
        self.state = State::Ended;
        Effect::Finish(ending, super::work::sum(&self.ran))
    }
}

#[cfg(test)]
mod tests;
