//! A server's raw error message. [`crate::Error`] makes it fit for display.

use serde_json::Value;

/// Maximum size of a stored message, in bytes.
const MAX_MESSAGE: usize = 4096;

#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Fault {
    pub kind: FaultKind,
    /// HTTP status; `None` for errors within a reply.
    pub status: Option<u16>,
    /// Error code of the API: `rate_limit_exceeded`.
    pub code: String,
    pub message: String,
    /// Tokens of the prompt and of the context window.
    pub tokens: Option<(u64, u64)>,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum FaultKind {
    #[default]
    Said,
    /// An HTML page or other text that is not from the API.
    NotAnApi,
    /// An event within the stream is not JSON.
    Malformed,
    TooLarge,
    /// A filter stopped the reply.
    Filtered,
}

impl Fault {
    /// Creates a fault from a response with an error status.
    pub fn of_response(status: u16, body: &[u8]) -> Self {
        let json: Option<Value> = serde_json::from_slice(body).ok();
        let fault = json.as_ref().and_then(|json| Self::in_json(json).or_else(|| Self::in_detail(json)));
        let fault = fault.unwrap_or_else(|| {
            if body.trim_ascii_start().starts_with(b"<") {
                Self::not_an_api(body)
            } else {
                Self::said_bytes(body)
            }
        });
        Self { status: Some(status), ..fault }
    }

    /// Returns the error in an object, in any of the forms that servers use.
    pub(super) fn in_json(json: &Value) -> Option<Self> {
        // Gemini wraps the error in a list
        let json = json.get(0).unwrap_or(json);
        let in_choice = &json["choices"][0]["error"];
        let error = if in_choice.is_null() { &json["error"] } else { in_choice };
        let error = match error {
            // Mistral, vLLM
            Value::Null if json["object"] == "error" => json,
            Value::Null => return None,
            error => error,
        };
        let message =
            error["message"].as_str().or(error.as_str()).map_or_else(|| error.to_string(), str::to_owned);
        // OpenRouter: the message of the upstream provider
        let raw = error["metadata"]["raw"].as_str().map(|raw| format!(": {raw}")).unwrap_or_default();
        let code = ["type", "code"].iter().filter_map(|key| text(&error[*key])).collect::<Vec<_>>().join(" ");
        let tokens = error["n_prompt_tokens"].as_u64().zip(error["n_ctx"].as_u64());
        Some(Self { code, tokens, ..Self::said(&format!("{message}{raw}")) })
    }

    /// Returns the error in FastAPI's `detail` or in a lone `message`.
    fn in_detail(json: &Value) -> Option<Self> {
        let detail = &json["detail"];
        let detail = if detail.is_null() { &json["message"] } else { detail };
        let detail = if detail.is_array() { &detail[0]["msg"] } else { detail };
        detail.as_str().map(Self::said)
    }

    pub(super) fn said(message: &str) -> Self {
        let end = message.floor_char_boundary(MAX_MESSAGE);
        Self { message: message.get(..end).unwrap_or_default().to_owned(), ..Self::default() }
    }

    fn said_bytes(body: &[u8]) -> Self {
        Self::said(&String::from_utf8_lossy(body.get(..MAX_MESSAGE).unwrap_or(body)))
    }

    pub(super) fn not_an_api(body: &[u8]) -> Self {
        Self { kind: FaultKind::NotAnApi, ..Self::said_bytes(body) }
    }

    pub(super) fn of(kind: FaultKind) -> Self {
        Self { kind, ..Self::default() }
    }
}

fn text(value: &Value) -> Option<String> {
    match value {
        Value::String(text) => Some(text.clone()),
        Value::Number(number) => Some(number.to_string()),
        _ => None,
    }
}
