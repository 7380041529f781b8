//! Assembles the parts of a reply.

use super::{Completion, Fault, FaultKind, Finish, Usage, schema};

/// Maximum size of a reply, in bytes of text and call arguments.
const MAX_REPLY: usize = 256 * 1024;

#[derive(Debug, Clone, Default)]
pub struct Assembly {
    text: String,
    /// Length of the text already returned by [`Self::news`].
    told: usize,
    refusal: String,
    calls: Vec<Call>,
    pub finish: Option<Finish>,
    prompt_tokens: Option<u32>,
    reply_tokens: Option<u32>,
    bytes: usize,
}

#[derive(Debug, Clone, Default)]
struct Call {
    index: Option<u64>,
    id: String,
    name: String,
    arguments: String,
}

/// A part of a call, as received.
#[derive(Debug, Default)]
pub struct Part<'a> {
    pub index: Option<u64>,
    pub id: &'a str,
    pub name: &'a str,
    pub arguments: &'a str,
}

impl Assembly {
    pub fn text(&mut self, text: &str) -> Result<(), Fault> {
        self.text.push_str(text);
        self.grow(text.len())
    }

    /// Adds text of a refusal.
    pub fn refusal(&mut self, text: &str) -> Result<(), Fault> {
        self.refusal.push_str(text);
        self.grow(text.len())
    }

    /// Adds a part to the call with its index. If the server sends no index or the same for all calls, a new
    /// id or name begins a new call.
    pub fn call(&mut self, part: Part<'_>) -> Result<(), Fault> {
        let Part { index, id, name, arguments } = part;
        let is_same = |call: &Call| {
            call.index == index
                && (id.is_empty() || call.id.is_empty() || call.id == id)
                && (index.is_some() || name.is_empty())
        };
        let at = self.calls.iter().rposition(is_same).unwrap_or(self.calls.len());
        if at == self.calls.len() {
            self.calls.push(Call { index, ..Call::default() });
        }
        if let Some(call) = self.calls.get_mut(at) {
            if call.id.is_empty() {
                id.clone_into(&mut call.id);
            }
            if call.name.is_empty() {
                name.clone_into(&mut call.name);
            }
            if call.name == schema::TOOL {
                // the answer arrives as a call, because only calls have a schema in this protocol
                self.text.push_str(arguments);
            } else {
                call.arguments.push_str(arguments);
            }
        }
        self.grow(arguments.len())
    }

    pub fn usage(&mut self, prompt: &serde_json::Value, reply: &serde_json::Value) {
        let count = |value: &serde_json::Value| value.as_u64().and_then(|count| u32::try_from(count).ok());
        self.prompt_tokens = count(prompt).or(self.prompt_tokens);
        self.reply_tokens = count(reply).or(self.reply_tokens);
    }

    /// Returns the text added since the last call.
    pub fn news(&mut self) -> &str {
        let from = std::mem::replace(&mut self.told, self.text.len());
        self.text.get(from..).unwrap_or_default()
    }

    pub fn end(self) -> Completion {
        let mut finish = self.finish.unwrap_or(Finish::Cut);
        let calls: Vec<_> = self
            .calls
            .into_iter()
            .filter(|call| call.name != schema::TOOL)
            .map(|call| (call.name, call.arguments))
            .collect();
        if matches!(finish, Finish::Stop | Finish::Tool) {
            finish = if calls.is_empty() { Finish::Stop } else { Finish::Tool };
        }
        let mut text = self.text;
        if !self.refusal.is_empty() && finish != Finish::Cut {
            finish = Finish::Refusal;
            text.push_str(&self.refusal);
        }
        let usage = self.prompt_tokens.zip(self.reply_tokens);
        let usage = usage.map(|(prompt, reply)| Usage { prompt, reply });
        Completion { text, calls, finish, usage }
    }

    fn grow(&mut self, bytes: usize) -> Result<(), Fault> {
        self.bytes += bytes;
        if self.bytes > MAX_REPLY { Err(Fault::of(FaultKind::TooLarge)) } else { Ok(()) }
    }
}
