//! What the person at the terminal is shown and asked.

use super::{INDENT, Terminal};
use crate::tasks::limits::Stop;
use crate::tasks::past::PastStep;
use crate::tasks::person::{Answer, Outcome, Person};
use crate::tasks::step::Step;
use crate::tasks::work::Work;
use crate::ui;
use crate::ui::text::fit;

impl Person for Terminal {
    fn show(&mut self, step: &Step) {
        self.draw(step);
    }

    fn decide(&mut self, step: &Step) -> Answer {
        self.draw(step);
        loop {
            if let Some(answer) = self.asked(step) {
                if matches!(answer, Answer::Skip) {
                    self.line(&self.style.dim(&format!("{INDENT}skipped")));
                }
                return answer;
            }
        }
    }

    fn explain(&mut self, _: &Step, text: &str) {
        for line in text.lines() {
            self.wrapped(&format!("{INDENT}{line}"));
        }
    }

    fn ended(&mut self, step: &Step, outcome: &Outcome) {
        let index = self.past.add(PastStep {
            number: step.number,
            command: step.command.clone(),
            output: outcome.output.clone(),
            status: outcome.status,
        });
        self.tty = None;
        if self.is_open {
            self.put("\n");
        }
        let sign = if outcome.status == Some(0) { self.sign("✓", "ok") } else { self.sign("✗", "x") };
        let status = outcome.status.map_or_else(|| "?".to_owned(), |status| status.to_string());
        let mut text = format!("{INDENT}{sign} {status}, {:.1} s", outcome.duration.as_secs_f64());
        if outcome.left_out > 0 {
            text.push_str(&format!(", {} bytes of output left out", outcome.left_out));
        }
        let text = fit(&text, self.style.columns.saturating_sub(1), &self.style);
        self.line(&self.style.dim(&text));
        if let Some(note) = &outcome.note {
            self.wrapped(&format!("{INDENT}{note}"));
        }
        self.shown.ran(index);
    }

    fn ask(&mut self, question: &str) -> Option<String> {
        self.wrapped(question);
        self.entry(&format!("{INDENT}> "))
    }

    fn done(&mut self, summary: &str, work: &Work) {
        let sign = self.sign("✓", "ok");
        let summary = if summary.is_empty() { "done" } else { summary };
        self.headline(&format!("{sign} {}", ui::one_line(summary)));
        self.summary(work);
    }

    fn stopped(&mut self, reason: &Stop, work: &Work) {
        let sign = self.sign("✗", "x");
        self.headline(&format!("{sign} stopped: {reason}"));
        self.summary(work);
        self.line(&self.style.dim(&format!("{INDENT}go on: darn do --resume")));
    }

    fn note(&mut self, text: &str) {
        self.wrapped(&ui::one_line(text));
    }
}
