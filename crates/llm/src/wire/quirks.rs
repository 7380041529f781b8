//! Where servers that speak the same wire differ.

use serde_json::{Map, Value};

/// What a server takes.
#[derive(Debug, Clone, PartialEq)]
pub struct Quirks {
    pub limit: Limit,
    pub structure: Structure,
    pub sends_temperature: bool,
    /// Whether it counts tokens at the end of a stream when it is asked to.
    pub sends_usage: bool,
    /// The context with which Ollama loads the model, in tokens; `None`: as much as the prompt needs.
    pub num_ctx: Option<u32>,
    /// Sent as it is, over what we would send.
    pub extra: Map<String, Value>,
}

/// How the longest reply is named.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Limit {
    MaxTokens,
    MaxCompletionTokens,
}

/// How a reply of a given form can be had.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Structure {
    /// After a schema.
    Schema,
    /// Any JSON object; the prompt says which.
    Json,
    /// Not at all: the prompt says the form.
    Words,
}

/// A field of a request that some servers refuse, and that a request can do without.
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
            limit: Limit::MaxTokens,
            structure: Structure::Schema,
            sends_temperature: true,
            sends_usage: true,
            num_ctx: None,
            extra: Map::new(),
        }
    }
}

impl Quirks {
    /// The field that the server's refusal names, if it was sent and can be left out.
    #[must_use]
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

    /// The same without that field, or with the other name for it.
    #[must_use]
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
