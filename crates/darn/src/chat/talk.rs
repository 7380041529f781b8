//! A question to the model: what goes with it, the answer as it arrives, and what is kept of both.

use std::sync::Arc;

use llm::prompt::chat::{self, Said};

use super::capture::{Capture, Captures, Limits, head};
use super::files::Attachment;
use crate::caller::Caller;
use crate::commands::asking;
use crate::config::Settings;
use crate::error::Error;
use crate::model::{self, Memory};
use crate::request::Request;
use crate::ui;
use crate::ui::numbers::{bytes, several};

/// Bytes of a token, for the limit of an attachment.
const BYTES_PER_TOKEN: usize = 3;

/// The conversation so far.
#[derive(Debug, Default)]
pub struct Talk {
    pub said: Vec<Said>,
    /// Tokens of all requests and answers, as the servers counted them.
    pub tokens: (u32, u32),
}

/// A question with everything that goes with it.
#[derive(Debug)]
pub struct Question {
    pub text: String,
    pub files: Vec<Attachment>,
    /// Text from standard input.
    pub input: Option<String>,
    /// The output that waits goes with it.
    pub takes_capture: bool,
}

impl Question {
    /// Creates a question with which nothing goes but the output that waits.
    pub const fn of(text: String) -> Self {
        Self { text, files: Vec::new(), input: None, takes_capture: true }
    }
}

impl Talk {
    /// Asks a question with what waits in `captures`, and passes the answer to `show` as it arrives.
    ///
    /// What was attached is consumed when the answer begins, and restored if there is no whole answer.
    ///
    /// # Errors
    /// There is no answer, or only a part of it; the conversation is as before.
    pub fn ask(
        &mut self,
        question: Question,
        captures: &mut Captures,
        settings: &Settings,
        caller: &Arc<Caller>,
        show: &mut dyn FnMut(&str),
    ) -> Result<String, Error> {
        let attached = captures.waiting().filter(|_| question.takes_capture).cloned();
        let is_attached = attached.is_some();
        let data = data(&question, attached.as_ref(), settings, caller)?;
        self.said.push(Said { question: question.text, data, answer: String::new() });
        let request = Request { text: String::new(), status: 0, output: None, caller: caller.clone() };
        let said = &self.said;
        let mut has_begun = false;
        let result = asking::ask(
            settings,
            caller,
            Memory::Left,
            |asker| model::converse(said, &request, asker),
            |text| {
                if !std::mem::replace(&mut has_begun, true) && is_attached {
                    captures.consume();
                }
                show(text);
            },
        );
        match result {
            Ok(spoken) => {
                if is_attached {
                    captures.consume();
                }
                if spoken.summed_up > 0 {
                    let count = spoken.summed_up;
                    ui::note(&format!(
                        "({count} older turns were sent as a summary, to fit the model's context)"
                    ));
                }
                if spoken.was_cut {
                    ui::warning("the server did not read all of the prompt");
                }
                if let Some(usage) = spoken.usage {
                    self.tokens = (self.tokens.0 + usage.prompt, self.tokens.1 + usage.reply);
                }
                if let Some(last) = self.said.last_mut() {
                    last.answer.clone_from(&spoken.text);
                }
                Ok(spoken.text)
            }
            Err(error) => {
                captures.restore(attached);
                self.said.pop();
                Err(error)
            }
        }
    }
}

/// Redacts what goes with a question, and says what was attached.
fn data(
    question: &Question,
    attached: Option<&Capture>,
    settings: &Settings,
    caller: &Arc<Caller>,
) -> Result<Vec<(String, redact::Redacted<String>)>, Error> {
    let mut redactor = model::redactor(caller, settings);
    let mut data = Vec::new();
    for file in &question.files {
        let text = redactor.redact(file.text.clone());
        ui::note(&format!(
            "({}: {}{})",
            ui::one_line(&file.title),
            bytes(text.get().len() as u64),
            removed(secrets(text.get()))
        ));
        data.push((file.title.clone(), text));
    }
    if let Some(input) = &question.input {
        data.push(("Standard input".into(), redactor.redact(input.clone())));
    }
    if let Some(capture) = attached {
        let window = model::window(&settings.llm, caller).map_err(|failed| asking::describe(&failed))?;
        let limits = limits(settings, window);
        // whole before it is cut: a part of a secret is not recognised
        let mut redacted = |text: &str| redactor.redact(text.to_owned()).get().clone();
        let command = redacted(&capture.command);
        let output = redacted(&capture.output);
        let capture = Capture { command, output, ..capture.clone() };
        let (lines, size) = capture.size(limits);
        let text = format!("{}\nOUTPUT:\n{}\n", head(&capture), capture.bounded(limits));
        let shown = ui::one_line(&capture.command);
        let lines = several(lines, "line");
        ui::note(&format!(
            "(attached: `{shown}`, {lines}, {}{})",
            bytes(size as u64),
            removed(secrets(&text))
        ));
        data.push(("Captured output from last failing command".into(), redactor.redact(text)));
    }
    Ok(data)
}

/// Returns the limits of an attachment for a model's context window.
pub fn limits(settings: &Settings, window: Option<u32>) -> Limits {
    let room = usize::try_from(chat::room(window)).unwrap_or(usize::MAX).saturating_mul(BYTES_PER_TOKEN);
    Limits { lines: settings.chat.attach_lines.0, bytes: settings.chat.attach_bytes.0.min(room) }
}

fn removed(secrets: usize) -> String {
    if secrets == 0 { String::new() } else { format!(", {} removed", several(secrets, "secret")) }
}

/// Counts the different secrets that were removed from a text.
fn secrets(text: &str) -> usize {
    let marks = text.split("[REDACTED:").skip(1).filter_map(|rest| rest.split(']').next());
    marks.collect::<std::collections::BTreeSet<_>>().len()
}
