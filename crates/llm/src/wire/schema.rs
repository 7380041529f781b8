//! JSON Schemas for replies, in the subset that OpenAI's strict mode accepts: all keys required, no others.

use serde_json::{Value, json};

use crate::prompt::Shape;

/// Name of the tool that carries [`Shape::Commands`] where only tools have schemas.
pub const TOOL: &str = "suggest_command";
/// The same for [`Shape::Action`].
pub const ACTION: &str = "next_action";

/// The form of a reply.
pub struct Schema {
    /// Name of the schema, and of the tool that carries it.
    pub name: &'static str,
    pub description: &'static str,
    pub schema: Value,
}

/// Returns the schema of a shape; `None` for prose.
pub fn of(shape: Shape) -> Option<Schema> {
    match shape {
        Shape::Text => None,
        Shape::Commands => Some(Schema {
            name: TOOL,
            description: "Give the command that mends it, or null.",
            schema: commands(),
        }),
        Shape::Action => Some(Schema {
            name: ACTION,
            description: "Say what is to be done next: one action.",
            schema: action(),
        }),
    }
}

fn commands() -> Value {
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

fn action() -> Value {
    let text = json!({ "type": ["string", "null"] });
    json!({
        "type": "object",
        "properties": {
            "action": { "type": "string", "enum": ["run_command", "read_file", "ask_user", "done"] },
            "command": text, "why": text, "expects": text, "path": text, "lines": text, "question": text,
            "summary": text,
        },
        "required": ["action", "command", "why", "expects", "path", "lines", "question", "summary"],
        "additionalProperties": false,
    })
}
