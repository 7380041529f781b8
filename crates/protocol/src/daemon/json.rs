//! Messages as JSON.

use serde::Serialize;
use serde_json::Value;

use super::{ErrorCode, Reply, Request, fields};

/// Formats a message as one line: serde_json escapes all control characters.
pub fn line(message: &impl Serialize) -> Vec<u8> {
    let mut line = serde_json::to_vec(message).unwrap_or_default();
    line.push(b'\n');
    line
}

/// Parses a request, or says what is wrong with it.
pub fn request(line: &[u8]) -> Result<Request, Box<Reply>> {
    let value = serde_json::from_slice(line).map_err(|error| {
        Box::new(Reply::error(
            ErrorCode::BadMessage,
            format!("not JSON: {error}"),
            Some("one object, on one line"),
        ))
    })?;
    from_value(value)
}

/// Converts a value that has the fields of a request.
pub fn from_value(value: Value) -> Result<Request, Box<Reply>> {
    let name = value.get("type").and_then(Value::as_str).unwrap_or_default().to_owned();
    if !fields::names().any(|known| known == name) {
        return Err(unknown(&name).into());
    }
    serde_json::from_value(value)
        .map_err(|error| Reply::error(ErrorCode::BadMessage, format!("{name}: {error}"), None).into())
}

/// Returns the reply to a request that does not exist.
fn unknown(name: &str) -> Reply {
    let shown: String = name.chars().take(40).flat_map(char::escape_debug).collect();
    let all: Vec<&str> = fields::names().collect();
    let message =
        if name.is_empty() { "the message has no type".into() } else { format!("unknown request `{shown}`") };
    Reply::error(ErrorCode::UnknownRequest, message, Some(&format!("the requests: {}", all.join(", "))))
}
