//! Messages as JSON.

use serde::Serialize;
use serde_json::Value;

use super::{ErrorCode, Reply, Request, fields};

/// Formats a message as one line. serde_json escapes control characters up to U+001F; the others, which only
/// occur in strings, are escaped here: U+009B begins an escape sequence.
pub fn line(message: &impl Serialize) -> Vec<u8> {
    let json = serde_json::to_string(message).unwrap_or_default();
    let mut line = String::with_capacity(json.len() + 1);
    for c in json.chars() {
        if c.is_control() { line.push_str(&format!("\\u{:04x}", u32::from(c))) } else { line.push(c) }
    }
    line.push('\n');
    line.into_bytes()
}

/// Parses a request, or says what is wrong with it.
pub fn request(line: &[u8]) -> Result<Request, Box<Reply>> {
    let value = serde_json::from_slice(line).map_err(|error| bad(&format!("not a JSON object: {error}")))?;
    from_value(value)
}

/// Converts a value that has the fields of a request.
pub fn from_value(value: Value) -> Result<Request, Box<Reply>> {
    let name = value.get("type").and_then(Value::as_str).unwrap_or_default().to_owned();
    if !fields::names().any(|known| known == name) {
        return Err(unknown(&name).into());
    }
    fields::check(&name, &value)?;
    serde_json::from_value(value).map_err(|error| bad(&format!("{name}: {error}")).into())
}

/// Returns the reply to a bad message. What it quotes is shortened and made visible.
pub fn bad(message: &str) -> Reply {
    let shown: String =
        message.chars().take(200).map(|c| if c.is_control() { '\u{fffd}' } else { c }).collect();
    Reply::error(ErrorCode::BadMessage, shown, None)
}

/// Returns the reply to a request that does not exist.
fn unknown(name: &str) -> Reply {
    let shown: String = name.chars().take(40).flat_map(char::escape_debug).collect();
    let all: Vec<&str> = fields::names().collect();
    let message =
        if name.is_empty() { "the message has no type".into() } else { format!("unknown request `{shown}`") };
    Reply::error(ErrorCode::UnknownRequest, message, Some(&format!("the requests: {}", all.join(", "))))
}
