//! Wire protocols of model servers: encodes prompts as requests and decodes replies. No I/O.

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
    /// The model, or a filter before it, refuses to answer.
    Refusal,
    /// The model requests a tool call.
    Tool,
    /// The stream ended without an end marker; nothing in the reply may be run.
    Cut,
}

/// A complete reply.
#[derive(Debug, Clone, PartialEq)]
pub struct Completion {
    /// Visible text, without the thoughts that the protocol marks as such.
    pub text: String,
    /// Tool calls: name, and arguments as JSON text.
    pub calls: Vec<(String, String)>,
    pub finish: Finish,
    pub usage: Option<Usage>,
}

/// Number of tokens, as counted by the server.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Usage {
    pub prompt: u32,
    pub reply: u32,
}

/// Protocol of a provider.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Wire {
    /// Chat completions: OpenAI and most others.
    #[serde(rename = "openai")]
    #[default]
    OpenAi,
    /// Messages.
    Anthropic,
    /// Ollama's native API, because its OpenAI endpoint ignores `num_ctx` and `think`.
    Ollama,
}

/// A request without the key.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Request {
    /// Path after the base URL.
    pub path: &'static str,
    pub headers: Vec<(&'static str, String)>,
    /// JSON.
    pub body: Vec<u8>,
}

impl Wire {
    /// Encodes a streaming request to `model`. An empty `model` is omitted, which servers with a single model
    /// accept.
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

    /// Returns the path of the model list, after the base URL.
    pub const fn models_path(self) -> &'static str {
        match self {
            Self::OpenAi => "/models",
            Self::Anthropic => "/v1/models",
            Self::Ollama => "/api/tags",
        }
    }

    /// Returns the names in a model list, or nothing if the body is not a list.
    pub fn models(self, body: &[u8]) -> Vec<String> {
        let list: Value = serde_json::from_slice(body).unwrap_or_default();
        let (list, name) = match self {
            Self::Ollama => (&list["models"], "name"),
            Self::OpenAi | Self::Anthropic => (&list["data"], "id"),
        };
        let names = list.as_array().into_iter().flatten().filter_map(|model| model[name].as_str());
        names.map(str::to_owned).collect()
    }

    /// Reads one event of a reply, or a whole reply sent as one object.
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
    /// Returns whether the server counted too few tokens to have read the whole prompt: Ollama silently cuts
    /// the front of a long one. Texts have at most 6 bytes per token; the limit is 80 % of the tokens that
    /// this gives.
    pub fn misses_some_of(self, prompt: &Prompt) -> bool {
        const BYTES_PER_TOKEN: usize = 6;
        let bytes = prompt.size();
        let least = bytes / BYTES_PER_TOKEN * 8 / 10;
        self.prompt > 0 && (self.prompt as usize) < least
    }
}

/// Merges objects recursively; all other values are replaced.
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
