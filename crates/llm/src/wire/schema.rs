//! The form of a reply of [`crate::prompt::Shape::Commands`], as JSON Schema.

use serde_json::{Value, json};

/// Name of the form, and of the tool whose arguments have it where only tools have schemas.
pub const TOOL: &str = "suggest_command";

/// In the subset of JSON Schema that OpenAI's strict mode takes: all keys required, no others.
pub fn commands() -> Value {
    json!({
        "type": "object",
        "properties": {
            "fix": { "type": ["string", "null"] },
            "alternatives": { "type": "array", "items": { "type": "string" } },
            "why": { "type": "string" },
            "risk": { "type": "string", "enum": ["none", "writes", "destructive"] },
            "needs": { "type": "array", "items": { "type": "string", "enum": ["sudo", "network"] } },
        },
        "required": ["fix", "alternatives", "why", "risk", "needs"],
        "additionalProperties": false,
    })
}
