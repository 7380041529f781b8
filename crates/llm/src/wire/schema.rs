//! JSON Schema for replies of [`crate::prompt::Shape::Commands`].

use serde_json::{Value, json};

/// Name of the schema, and of the tool that carries it where only tools have schemas.
pub const TOOL: &str = "suggest_command";

/// Returns the schema in the subset that OpenAI's strict mode accepts: all keys required, no others.
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
