//! The dialects in which models are spoken to: a prompt to the bytes of a request, bytes to events.
//! No I/O.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::prompt::Prompt;

mod anthropic;
mod assembly;
mod decoder;
mod fault;
mod lines;
mod ollama;
mod openai;
mod quirks;
pub(crate) mod schema;
mod sse;

pub use decoder::Decoder;
pub use fault::{Fault, FaultKind};
pub use quirks::{Field, Limit, Quirks, Structure};

/// Why a reply ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Finish {
    Stop,
    /// `max_tokens` was reached.
    Length,
    /// The model, or a filter before it, will not answer.
    Refusal,
    /// It wants a tool to run.
    Tool,
    /// The stream ended without an end: nothing of it may be run.
    Cut,
}

/// What a whole reply was.
#[derive(Debug, Clone, PartialEq)]
pub struct Completion {
    /// The visible text, without thoughts that the wire marks as such.
    pub text: String,
    /// Calls of tools, assembled: name, arguments as JSON text.
    pub calls: Vec<(String, String)>,
    pub finish: Finish,
    pub usage: Option<Usage>,
}

/// In tokens, as the server counts them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Usage {
    pub prompt: u32,
    pub reply: u32,
}

/// How a provider is spoken to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Wire {
    /// Chat completions: OpenAI and most others.
    #[serde(rename = "openai")]
    OpenAi,
    /// Messages.
    Anthropic,
    /// Ollama's own, because its OpenAI endpoint ignores `num_ctx` and `think`.
    Ollama,
}

/// What goes over the wire, but for the key.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Request {
    /// Behind the base URL.
    pub path: &'static str,
    pub headers: Vec<(&'static str, String)>,
    /// JSON.
    pub body: Vec<u8>,
}

impl Wire {
    /// The request that asks `model`, streamed. An empty `model` is left out: servers with one model
    /// take that.
    #[must_use]
    pub fn encode(self, prompt: &Prompt, model: &str, quirks: &Quirks) -> Request {
        let (path, mut body) = match self {
            Self::OpenAi => ("/chat/completions", openai::body(prompt, model, quirks)),
            Self::Anthropic => ("/v1/messages", anthropic::body(prompt, model, quirks)),
            Self::Ollama => ("/api/chat", ollama::body(prompt, model, quirks)),
        };
        if !model.is_empty() {
            body.insert("model".into(), model.into());
        }
        merge(&mut body, &quirks.extra);
        let mut headers = vec![("content-type", "application/json".to_owned())];
        if self == Self::Anthropic {
            headers.push(("anthropic-version", "2023-06-01".into()));
        }
        Request { path, headers, body: Value::Object(body).to_string().into_bytes() }
    }

    /// Where the server lists its models, behind the base URL.
    #[must_use]
    pub const fn models_path(self) -> &'static str {
        match self {
            Self::OpenAi => "/models",
            Self::Anthropic => "/v1/models",
            Self::Ollama => "/api/tags",
        }
    }

    /// Returns the names in a model list; empty if it is not a list.
    #[must_use]
    pub fn models(self, body: &[u8]) -> Vec<String> {
        let list: Value = serde_json::from_slice(body).unwrap_or_default();
        let (list, name) = match self {
            Self::Ollama => (&list["models"], "name"),
            Self::OpenAi | Self::Anthropic => (&list["data"], "id"),
        };
        let names = list.as_array().into_iter().flatten().filter_map(|model| model[name].as_str());
        names.map(str::to_owned).collect()
    }

    /// Reads one event of a reply, or a whole reply that came as one object.
    fn event(self, name: &str, event: &Value, reply: &mut assembly::Assembly) -> Result<(), Fault> {
        if let Some(fault) = Fault::in_json(event) {
            return Err(fault);
        }
        match self {
            Self::OpenAi => openai::event(event, reply),
            Self::Anthropic => anthropic::event(name, event, reply),
            Self::Ollama => ollama::event(event, reply),
        }
    }
}

impl Usage {
    /// Whether the server counted so few tokens that it cannot have read the whole prompt: Ollama
    /// cuts a long one at the front and says nothing. Texts have at most 6 bytes a token; fewer
    /// tokens than 80 % of that are too few.
    #[must_use]
    pub fn misses_some_of(self, prompt: &Prompt) -> bool {
        const BYTES_PER_TOKEN: usize = 6;
        let bytes = prompt.size();
        let least = bytes / BYTES_PER_TOKEN * 8 / 10;
        self.prompt > 0 && (self.prompt as usize) < least
    }
}

/// Objects are merged, everything else is replaced.
fn merge(into: &mut Map<String, Value>, from: &Map<String, Value>) {
    for (name, value) in from {
        match (into.get_mut(name), value) {
            (Some(Value::Object(old)), Value::Object(new)) => merge(old, new),
            _ => {
                into.insert(name.clone(), value.clone());
            }
        }
    }
}
