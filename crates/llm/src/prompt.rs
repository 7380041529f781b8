//! What a model is asked, before it is redacted.

use engine::redact::Texts;
use syntax::Dialect;

/// One question, whole. It leaves the machine only as `Redacted<Prompt>`.
#[derive(Debug, Clone, PartialEq)]
pub struct Prompt {
    /// Who the model is and what it may answer; nothing of the user's is in it.
    pub system: String,
    /// At least one; the last is the user's.
    pub turns: Vec<Turn>,
    pub shape: Shape,
    /// Of the reply, in tokens of the model.
    pub max_tokens: u32,
    /// 0.0–2.0.
    pub temperature: f32,
}

impl Texts for Prompt {
    fn each(&mut self, visit: &mut dyn FnMut(&mut String, Option<Dialect>)) {
        visit(&mut self.system, None);
        for turn in &mut self.turns {
            visit(&mut turn.text, None);
        }
    }
}

/// One text of the conversation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Turn {
    pub role: Role,
    pub text: String,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Role {
    User,
    Model,
}

/// The form in which the reply is wanted. A model may not keep to it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Shape {
    /// Words.
    Text,
    /// The object that [`crate::reply`] reads.
    Commands,
}
