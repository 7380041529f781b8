//! A suggestion as shown in the list and in the box.

use engine::{Applicability, Suggestion};
use policy::{Level, Verdict};
use syntax::Dialect;

use super::hint::own_line;
use super::style::{DIM, Style};
use super::text::{fit, printable};
use crate::act::steps;
use crate::confirm::{Agreed, Requirement};

/// One proposed command line.
#[derive(Debug, Clone)]
pub struct Proposed {
    pub text: String,
    /// Several: each step runs only if the one before succeeded.
    pub steps: Vec<String>,
    /// The reason, in one line.
    pub because: String,
    pub origin: String,
    pub level: Level,
    /// Runs without the confirm word.
    pub is_free: bool,
    /// The policy's reasons, impact and safer form, one line each.
    pub reasons: Vec<String>,
    /// Has placeholders for the user to fill in.
    pub has_placeholders: bool,
}

/// How the dialogue about it ended.
#[derive(Debug)]
pub enum Outcome {
    Run(String, Agreed),
    Edit(String),
    Left,
}

impl Proposed {
    /// Returns what it takes to run it. `is_whole`: it was fully on the screen.
    pub fn requirement(&self, is_whole: bool) -> Requirement {
        if self.level == Level::Deny {
            Requirement::Denied
        } else if self.has_placeholders || !is_whole {
            Requirement::Editing
        } else if self.is_free {
            Requirement::Key
        } else {
            Requirement::Word
        }
    }

    pub fn new(suggestion: &Suggestion, dialect: Dialect) -> Self {
        Self {
            text: suggestion.text.clone(),
            steps: steps::split(&suggestion.text, dialect),
            because: suggestion.because.clone(),
            origin: suggestion.origin.to_string(),
            level: suggestion.verdict.level,
            is_free: suggestion.verdict.is_free(),
            reasons: notes(&suggestion.verdict),
            has_placeholders: suggestion.applicability == Applicability::HasPlaceholders,
        }
    }
}

fn notes(verdict: &Verdict) -> Vec<String> {
    let reasons = verdict.reasons.iter().map(|reason| reason.because.clone());
    let safer = verdict.instead.iter().map(|instead| format!("safer: {instead}"));
    reasons.chain(verdict.impact.clone()).chain(safer).collect()
}

/// Formats the line shown before a step runs; clears the cursor's line.
pub fn executing(step: &str, style: &Style) -> String {
    let line = fit(&format!("Executing: {}", printable(step, style)), style.line_width(), style);
    own_line(style) + &style.painted(DIM, &line)
}

#[cfg(test)]
pub mod tests {
    use super::*;

    /// One of that text, for the tests of those who draw it.
    pub fn proposed(text: &str, level: Level) -> Proposed {
        Proposed {
            text: text.into(),
            steps: steps::split(text, Dialect::Bash),
            because: "there is no such branch".into(),
            origin: "rule:x/y".into(),
            level,
            is_free: level == Level::Allow,
            reasons: vec!["Deletes what cannot be had back. (files/delete)".into()],
            has_placeholders: false,
        }
    }

    #[test]
    fn what_is_said_before_a_step_is_one_line() {
        let style = |columns, attributes| Style {
            columns,
            rows: 24,
            utf8: true,
            attributes,
            cursor: true,
            is_terminal: true,
        };
        let line = |step: &str, columns, attributes| {
            let style = style(columns, attributes);
            executing(step, &style).strip_prefix(&own_line(&style)).map(str::to_owned).unwrap_or_default()
        };
        assert_eq!(line("cd a", 80, true), "\u{1b}[2mExecuting: cd a\u{1b}[0m");
        assert_eq!(line("echo \u{1b}[2J\u{202e}", 80, false), "Executing: echo ^[[2J\\u{202e}");
        assert_eq!(line(&"x".repeat(90), 40, false), format!("Executing: {}…", "x".repeat(27)));
    }
}
