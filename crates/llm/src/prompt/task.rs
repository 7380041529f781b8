//! Prompts of a task: what is wanted, what was done so far, and how it went.

use redact::Redacted;

use super::{Circumstances, Piece, Prompt, Role, Shape, Text, Turn, fence, system};
use crate::budget::{self, Room};

/// Number of outputs sent in full; older ones are replaced by their status.
const RECENT: usize = 4;

/// One action of the model and what came of it.
#[derive(Debug, Clone)]
pub struct Exchange {
    /// The action as JSON.
    pub action: String,
    /// Status, directory, the user's answer: one line each, ours.
    pub told: String,
    /// Output of a command or text of a file.
    pub output: Option<Redacted<String>>,
}

impl Prompt {
    /// Asks for the next action of a task. `past`: oldest first.
    pub fn next_action(task: &str, past: &[Exchange], around: &Circumstances<'_>) -> Self {
        let room = Room::of_each(RECENT + around.extras.len(), around.window);
        let from = past.len().saturating_sub(RECENT);
        let outputs: Vec<Option<String>> = past
            .iter()
            .enumerate()
            .map(|(at, one)| {
                let text = budget::fit(one.output.as_ref().filter(|_| at >= from)?.get(), &room);
                (!text.trim().is_empty()).then_some(text)
            })
            .collect();
        let extras = around.extras.iter().map(|extra| (extra.title, budget::fit(extra.text.get(), &room)));
        let extras: Vec<(&str, String)> = extras.collect();
        let texts = outputs.iter().flatten().chain(extras.iter().map(|(_, text)| text));
        let tag = fence::tag(around.tag, texts.map(String::as_str));
        let mut first = Text::default();
        first.say(&format!("Task:\n{}\n", task.trim()));
        first.place(around);
        for (title, text) in extras {
            first.say(&format!("{title}:\n{}", fence::around(&text, &tag)));
        }
        let mut turns = vec![Turn { role: Role::User, pieces: first.pieces }];
        for (one, output) in past.iter().zip(outputs) {
            turns.push(Turn::new(Role::Model, one.action.as_str()));
            let output = output.map(|text| format!("Output:\n{}", fence::around(&text, &tag)));
            let text = format!("{}\n{}", one.told, output.unwrap_or_default());
            turns.push(Turn { role: Role::User, pieces: vec![Piece { text, dialect: None }] });
        }
        Self {
            system: system::task(around, &tag),
            turns,
            shape: Shape::Action,
            max_tokens: around.max_tokens,
            temperature: around.temperature,
        }
    }
}
