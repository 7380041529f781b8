//! What the model is told of its actions.

use llm::prompt::task::Exchange;
use serde_json::{Value, json};

use super::Memo;
use crate::dirs;
use crate::tasks::person::Outcome;
use crate::tasks::repeats::Fate;
use crate::tasks::step::Step;

/// What the model is told of a command that it proposes again begins so.
const REPEATED: &str = "Not run: this very command";

/// Returns the action that proposes a command.
pub fn action(command: &str, why: &str) -> Value {
    json!({ "action": "run_command", "command": command, "why": why })
}

/// Returns the command of such an action.
pub fn command(action: &Value) -> &str {
    action.get("command").and_then(Value::as_str).unwrap_or_default()
}

/// Counts the steps among former actions.
pub fn steps(past: &[Exchange]) -> usize {
    let is_step = |one: &&Exchange| {
        let action = serde_json::from_str::<Value>(&one.action).unwrap_or_default();
        !command(&action).is_empty() && !one.told.starts_with(REPEATED)
    };
    past.iter().filter(is_step).count()
}

const fn memo(action: Value, told: String) -> Memo {
    Memo { action, told, output: None }
}

pub fn unreadable() -> Memo {
    let told = "That was not one of the four actions. Answer with one JSON object.";
    memo(json!({}), told.into())
}

/// A command was proposed again.
pub fn repeated(action: Value, fate: Fate) -> Memo {
    let before = match fate {
        Fate::Ran(Some(0)) => "has just succeeded",
        Fate::Ran(Some(_)) => "has just failed",
        Fate::Ran(None) => "has just run",
        Fate::Skipped => "is one that the user does not want",
        Fate::Planned => "is already the last step of the plan",
    };
    let next = "Propose another one, or use the action done if nothing is left to do.";
    memo(action, format!("{REPEATED} {before}, and nothing has changed since. {next}"))
}

pub fn planned(action: Value) -> Memo {
    memo(action, "Not run: this is only a plan. Take it as done.".into())
}

pub fn skipped(action: Value) -> Memo {
    memo(action, "The user does not want this command; find another way.".into())
}

pub fn answer(question: &str, answer: &str) -> Memo {
    memo(json!({ "action": "ask_user", "question": question }), format!("The user answers: {answer}"))
}

/// Status and directory after a step, with its output.
pub fn outcome(step: &Step, outcome: &Outcome) -> Memo {
    let status = outcome.status.map_or_else(|| "unknown".into(), |status| status.to_string());
    let note = outcome.note.as_ref().map(|note| format!("Note: {note}\n")).unwrap_or_default();
    let place = dirs::display(&outcome.directory);
    Memo {
        action: action(&step.command, &step.why),
        told: format!("Exit status: {status}\nDirectory: {place}\n{note}"),
        output: Some(outcome.output.clone()),
    }
}

pub fn unread(path: &str, lines: &str) -> Memo {
    memo(reading(path, lines), "The user does not want this file to be read.".into())
}

/// The lines of a file that the model wanted, or why there are none.
pub fn file(path: &str, lines: &str, text: Result<String, String>) -> Memo {
    let (told, output) = match text {
        Ok(text) => ("The file, or the lines you wanted:".into(), Some(range(&text, lines))),
        Err(why) => (why, None),
    };
    Memo { action: reading(path, lines), told, output }
}

fn reading(path: &str, lines: &str) -> Value {
    json!({ "action": "read_file", "path": path, "lines": lines })
}

/// Returns the lines `1-80` of a text, or all of it.
fn range(text: &str, lines: &str) -> String {
    let mut ends = lines.split(['-', ',', ' ']).filter_map(|number| number.parse::<usize>().ok());
    let Some(from) = ends.next() else { return text.to_owned() };
    let to = ends.next().unwrap_or(from);
    let wanted = text.lines().skip(from.saturating_sub(1)).take((to + 1).saturating_sub(from.max(1)));
    wanted.collect::<Vec<_>>().join("\n")
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
