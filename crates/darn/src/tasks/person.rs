//! The person who confirms: at a terminal, or behind a program that speaks JSON.

use std::time::Duration;

use rustix::event::PollFd;
use rustix::termios::Winsize;
use shell::session::{Session, Wants};

use super::limits::Stop;
use super::step::Step;
use super::work::Work;
use crate::confirm::{Agreed, Confirm, Effect, Event};

/// What the person wants done with a step.
#[derive(Debug)]
pub enum Answer {
    Run(Agreed),
    Edit(String),
    Skip,
    Explain,
    Quit,
}

/// How a step ended.
#[derive(Debug, Clone)]
pub struct Outcome {
    /// `None`: the shell has ended.
    pub status: Option<i32>,
    pub directory: std::path::PathBuf,
    pub output: String,
    /// Bytes of the output that were left out.
    pub left_out: u64,
    pub duration: Duration,
    /// What the person must know: the shell was restarted, the time was over.
    pub note: Option<String>,
}

/// Those who see a command run and answer its questions.
pub trait Audience {
    /// Returns the size of the terminal at which the command is seen.
    fn size(&self) -> Option<Winsize> {
        None
    }
    /// The command begins to run.
    fn begins(&mut self, step: &Step);
    fn output(&mut self, step: &Step, bytes: &[u8]);
    /// The command waits for the person, who answers in the session.
    fn waits(&mut self, step: &Step, wants: Wants, session: &mut Session);
    fn resumed(&mut self);
    /// The command has run silently for another second, and this long in all.
    fn runs_silently(&mut self, _: Duration) {}
    /// Returns whether the person wants the running command to stop; keys typed now may go to it.
    fn interrupts(&mut self, session: &mut Session) -> bool;
    /// Returns whether the person has gone while a command runs, or a signal has told this process to end.
    fn is_gone(&self) -> bool;
    /// Returns the descriptor on which the person is noticed while a command runs, and what to wait for there.
    fn watched(&self) -> Option<PollFd<'_>>;
}

/// A person, as the task sees one.
pub trait Person: Audience {
    /// Shows a step and waits for the decision.
    fn decide(&mut self, step: &Step) -> Answer;
    /// Shows a step of a plan, which is not run.
    fn show(&mut self, step: &Step);
    fn explain(&mut self, step: &Step, text: &str);
    fn ended(&mut self, step: &Step, outcome: &Outcome);
    /// Asks for a line; `None`: the person leaves.
    fn ask(&mut self, question: &str) -> Option<String>;
    fn done(&mut self, summary: &str, work: &Work);
    fn stopped(&mut self, reason: &Stop, work: &Work);
    fn note(&mut self, text: &str);
}

/// Agrees on behalf of a person who has given this answer: `r`, or the confirm word where it is needed.
pub fn agreed(answer: &str, step: &Step, word: &str) -> Option<Agreed> {
    let requirement = step.requirement();
    let mut confirm = Confirm::new(word);
    let first = confirm.handle(Event::Accept, requirement);
    let effect = match first {
        Some(effect) if answer == "r" || answer == word => Some(effect),
        None if confirm.typed().is_some() => {
            for c in answer.chars() {
                let _ = confirm.handle(Event::Type(c), requirement);
            }
            confirm.handle(Event::Accept, requirement)
        }
        _ => None,
    };
    match effect? {
        Effect::Run(agreed) => Some(agreed),
        _ => None,
    }
}
