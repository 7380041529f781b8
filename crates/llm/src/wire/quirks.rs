//! Differences between servers of the same protocol.

use serde::Deserialize;
use serde_json::{Map, Value};

/// Features and fields that a server accepts.
#[derive(Debug, Clone, PartialEq)]
#[must_use]
pub struct Quirks {
    pub limit: Limit,
    pub structure: Structure,
    pub sends_temperature: bool,
    /// Whether the server accepts a request for token counts at the end of a stream.
    pub sends_usage: bool,
    /// Context size for Ollama in tokens; `None`: as much as the prompt needs.
    pub num_ctx: Option<u32>,
    /// Additional fields, which override our own.
    pub extra: Map<String, Value>,
}

/// Name of the field for the maximum reply length.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Limit {
    #[default]
    MaxTokens,
    MaxCompletionTokens,
}

/// How the format of the reply is enforced.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Structure {
    /// By a JSON schema.
    #[default]
    Schema,
    /// As any JSON object; the prompt describes its members.
    Json,
    /// Only by the prompt.
    Words,
}

/// An optional request field that some servers refuse.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Field {
    Structure,
    Temperature,
    Usage,
    Limit,
    Extra,
}

impl Default for Quirks {
    fn default() -> Self {
        Self {
            limit: Limit::default(),
            structure: Structure::default(),
            sends_temperature: true,
            sends_usage: true,
            num_ctx: None,
            extra: Map::new(),
        }
    }
}

impl Quirks {
    /// Returns the field named in the server's refusal, if it was sent and can be omitted.
    pub fn refused(&self, message: &str) -> Option<Field> {
        let names = |words: &[&str]| words.iter().any(|word| message.contains(word));
        let structure = ["response_format", "json_schema", "tool_choice", "tools", "format", "grammar"];
        if self.structure != Structure::Words && names(&structure) {
            return Some(Field::Structure);
        }
        if self.sends_temperature && names(&["temperature"]) {
            return Some(Field::Temperature);
        }
        if self.sends_usage && names(&["stream_options", "include_usage"]) {
            return Some(Field::Usage);
        }
        if names(&["max_tokens", "max_completion_tokens"])
            && names(&["nsupported", "not supported", "nrecognized", "nknown", "extra", "permitted"])
        {
            return Some(Field::Limit);
        }
        let is_extra = self.extra.keys().any(|name| message.contains(name.as_str()));
        is_extra.then_some(Field::Extra)
    }

    /// Returns the quirks without that field, or with its other name.
    pub fn without(mut self, field: Field) -> Self {
        match field {
            Field::Structure => {
                self.structure = Structure::Words;
            }
            Field::Temperature => self.sends_temperature = false,
            Field::Usage => self.sends_usage = false,
            Field::Limit => {
                self.limit = match self.limit {
                    Limit::MaxTokens => Limit::MaxCompletionTokens,
                    Limit::MaxCompletionTokens => Limit::MaxTokens,
                };
            }
            Field::Extra => self.extra.clear(),
        }
        self
    }
}
