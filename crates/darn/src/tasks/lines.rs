//! A program as the person: one JSON object a line out, one answer a line in.

use std::io::BufRead as _;

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use serde_json::{Value, json};
use shell::session::{Session, Wants};

use super::limits::Stop;
use super::person::{Answer, Audience, Outcome, Person, agreed};
use super::step::Step;
use super::work::Work;
use crate::commands::fix::reasons_json;
use crate::confirm::Requirement;
use crate::{context, ui};

/// Maximum length of a prompt, in bytes: its end. Output without line ends may go on for ever.
const MAX_PROMPT: usize = 4096;

/// Speaks with a program.
#[derive(Debug)]
pub struct Lines {
    word: String,
    /// The last line of the output, which may be a prompt.
    last: String,
    output: std::io::Stdout,
}

impl Lines {
    pub fn new(word: &str) -> Self {
        Self { word: word.to_owned(), last: String::new(), output: ui::output() }
    }

    fn answer(&self) -> Option<String> {
        let mut line = String::new();
        let count = context::input().read_line(&mut line).unwrap_or(0);
        (count > 0).then(|| line.trim_end_matches(['\n', '\r']).to_owned())
    }
}

fn say(event: &Value) {
    ui::print(&format!("{event}\n"));
}

/// Returns what the step needs to run, as the answer for it.
fn needs<'a>(step: &Step, word: &'a str) -> &'a str {
    match step.requirement() {
        Requirement::Key => "run",
        Requirement::Word => word,
        Requirement::Editing | Requirement::Denied => "edit",
    }
}

/// `needs`: `None` for a step that is not asked about.
fn step_json(step: &Step, needs: Option<&str>) -> Value {
    json!({
        "event": "step",
        "step": step.number,
        "command": step.command,
        "why": step.why,
        "expects": step.expects,
        "cwd": step.directory,
        "origin": step.origin,
        "verdict": { "level": step.verdict.level.name(), "reasons": reasons_json(&step.verdict) },
        "impact": step.verdict.impact,
        "missing": step.missing_text(),
        "needs": needs,
    })
}

impl Audience for Lines {
    fn begins(&mut self, _: &Step) {
        self.last.clear();
    }

    fn output(&mut self, step: &Step, bytes: &[u8]) {
        let text = String::from_utf8_lossy(bytes);
        let last = text.rsplit('\n').next().unwrap_or_default();
        if text.contains('\n') {
            self.last.clear();
        }
        self.last.push_str(last);
        let excess = self.last.len().saturating_sub(MAX_PROMPT);
        self.last.drain(..self.last.ceil_char_boundary(excess));
        say(&json!({ "event": "output", "step": step.number, "text": text }));
    }

    fn waits(&mut self, step: &Step, wants: Wants, session: &mut Session) {
        let kind = if wants == Wants::Password { "password" } else { "line" };
        say(&json!({ "event": "input", "step": step.number, "kind": kind, "prompt": self.last.trim() }));
        let keys = match self.answer() {
            Some(answer) => format!("{}\r", answer.strip_prefix("i ").unwrap_or(&answer)),
            None => "\x04".to_owned(), // end of input
        };
        let _ = session.type_in(keys.as_bytes());
    }

    fn resumed(&mut self) {}

    fn interrupts(&mut self, _: &mut Session) -> bool {
        false
    }

    fn is_gone(&self) -> bool {
        let mut output = [PollFd::new(&self.output, PollFlags::empty())];
        let now = Timespec { tv_sec: 0, tv_nsec: 0 };
        poll(&mut output, Some(&now)).is_ok_and(|count| count > 0)
    }

    /// Standard output: the end of the input means only that there are no more answers.
    fn watched(&self) -> Option<PollFd<'_>> {
        Some(PollFd::new(&self.output, PollFlags::empty()))
    }
}

impl Person for Lines {
    fn decide(&mut self, step: &Step) -> Answer {
        loop {
            say(&step_json(step, Some(needs(step, &self.word))));
            let Some(answer) = self.answer() else { return Answer::Quit };
            match answer.split_once(' ').unwrap_or((&answer, "")) {
                ("e", command) if !command.trim().is_empty() => return Answer::Edit(command.to_owned()),
                ("s", "") => return Answer::Skip,
                ("x", "") => return Answer::Explain,
                ("q", "") => return Answer::Quit,
                _ => {
                    if let Some(agreed) = agreed(&answer, step, &self.word) {
                        return Answer::Run(agreed);
                    }
                }
            }
        }
    }

    fn explain(&mut self, step: &Step, text: &str) {
        say(&json!({ "event": "explanation", "step": step.number, "text": text }));
    }

    fn show(&mut self, step: &Step) {
        say(&step_json(step, None));
    }

    fn ended(&mut self, step: &Step, outcome: &Outcome) {
        say(&json!({
            "event": "result",
            "step": step.number,
            "status": outcome.status,
            "cwd": outcome.directory,
            "output": outcome.output,
            "left_out": outcome.left_out,
            "duration_ms": u64::try_from(outcome.duration.as_millis()).unwrap_or(u64::MAX),
            "note": outcome.note,
        }));
    }

    fn ask(&mut self, question: &str) -> Option<String> {
        say(&json!({ "event": "question", "text": question }));
        let answer = self.answer()?;
        Some(answer.strip_prefix("i ").unwrap_or(&answer).to_owned())
    }

    fn done(&mut self, summary: &str, work: &Work) {
        say(&json!({ "event": "done", "summary": summary, "changed": work.changed, "left": work.left }));
    }

    fn stopped(&mut self, reason: &Stop, work: &Work) {
        say(&json!({
            "event": "stopped",
            "reason": reason.to_string(),
            "summary": null,
            "changed": work.changed,
            "left": work.left,
        }));
    }

    fn note(&mut self, text: &str) {
        ui::note(&ui::one_line(text));
    }
}
