//! Names in JSON files. Invalid JSON yields none: the program that reads it fails for that reason.

use serde_json::Value;

/// Parses one value; a byte order mark is skipped.
pub fn parse(text: &str) -> Option<Value> {
    serde_json::from_str(text.trim_start_matches('\u{feff}')).ok()
}

/// Returns the keys of an object, sorted; none for other values.
pub fn keys(value: &Value) -> Vec<String> {
    value.as_object().map(|fields| fields.keys().cloned().collect()).unwrap_or_default()
}

/// Returns the strings of a list, or the one string.
pub fn texts(value: &Value) -> Vec<String> {
    match value {
        Value::Array(values) => values.iter().filter_map(|value| value.as_str().map(str::to_owned)).collect(),
        Value::String(text) => vec![text.clone()],
        _ => Vec::new(),
    }
}

/// Returns the keys of the object under nested keys of a file's text.
pub fn file_keys(text: Option<String>, path: &[&str]) -> Vec<String> {
    let Some(json) = text.and_then(|text| parse(&text)) else { return Vec::new() };
    path.iter().try_fold(&json, |json, key| json.get(key)).map(keys).unwrap_or_default()
}
