//! Messages as tab-separated fields, for shells without JSON: the name of the message, then its fields in the
//! order of [`REQUESTS`] and [`REPLIES`].
//!
//! In a field `\t`, `\n`, `\r` and `\\` are escaped. An optional field may be empty, or left out at the end. A
//! list is its length, followed by its items; the fields of a structure follow one another, and one that is
//! absent has a single empty field.

use serde_json::{Map, Value};

use super::{KeyContext, Reply, Request, json};

/// The type of a field.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Type {
    Text,
    Number,
    /// `empty_line`, `after_failure`, or `line` and a further field with its text.
    Context,
    Json,
}

use Type::{Context, Json, Number as Int, Text};

/// What belongs to each message, by its name.
type Table<T> = &'static [(&'static str, &'static [T])];

/// The fields of each request: name, type, whether it may be absent.
const REQUESTS: Table<(&str, Type, bool)> = &[
    ("Hello", &[("version", Int, false)]),
    ("SessionStart", &[("shell_type", Text, false), ("pid", Int, false), ("tty", Text, true)]),
    ("PreExec", &[("command", Text, false), ("cwd", Text, false)]),
    (
        "PostCmd",
        &[
            ("exit_code", Int, false),
            ("duration_ms", Int, true),
            ("command", Text, false),
            ("cwd", Text, false),
            ("output", Text, true),
        ],
    ),
    ("KeyBind", &[("key", Text, false), ("context", Context, false)]),
    (
        "DiagnosisRequest",
        &[
            ("session_id", Text, false),
            ("timestamp", Int, true),
            ("command", Text, false),
            ("exit_code", Int, false),
            ("stderr_output", Text, true),
            ("error_record", Json, true),
            ("cwd", Text, false),
        ],
    ),
    ("GetLastFix", &[("session_id", Text, true)]),
    ("GetLast", &[("session_id", Text, true)]),
    ("GetRecords", &[("session_id", Text, true)]),
    ("GetSessions", &[]),
    ("Ping", &[]),
    ("SessionEnd", &[]),
    ("Stop", &[]),
];

/// The fields of each reply, and of the structures in them by the name of their field.
const REPLIES: Table<&str> = &[
    ("Welcome", &["version", "release"]),
    ("Ok", &[]),
    ("LastFix", &["fix", "explanation"]),
    ("Last", &["failure"]),
    (
        "failure",
        &[
            "session_id", "command", "exit_code", "cwd", "ended_at", "kind", "explanation", "cause",
            "output", "suggestions",
        ],
    ),
    ("suggestions", &["command", "because", "origin", "applicability", "level"]),
    ("Records", &["records"]),
    ("records", &["command", "exit_code", "cwd", "ended_at", "duration_ms", "was_blocked", "warnings"]),
    ("Sessions", &["daemon", "sessions"]),
    ("daemon", &["version", "release", "pid", "uptime_ms", "requests", "memory_kib"]),
    (
        "sessions",
        &[
            "session_id", "shell_type", "pid", "tty", "cwd", "last_status", "last_command", "idle_ms",
            "records",
        ],
    ),
    ("Error", &["code", "message", "hint"]),
    ("PreExecResponse", &["allow", "warnings", "transform", "require_confirm", "blocked_reason"]),
    ("PostCmdResponse", &["suggestion"]),
    ("suggestion", &["corrected_command", "explanation", "confidence"]),
    ("KeyBindResponse", &["action", "output"]),
    (
        "DiagnosisResponse",
        &["request_id", "message", "suggestion", "confidence", "processing_time_ms", "error"],
    ),
    ("Pong", &[]),
];

/// Returns the names of all requests.
pub(super) fn names() -> impl Iterator<Item = &'static str> {
    REQUESTS.iter().map(|(name, _)| *name)
}

/// Parses a request, or says what is wrong with it.
pub(super) fn request(line: &str) -> Result<Request, Box<Reply>> {
    let mut words = line.trim_end_matches(['\r', '\n']).split('\t').map(unescape);
    let name = words.next().unwrap_or_default();
    let mut map = Map::new();
    let fields = REQUESTS.iter().find(|(known, _)| *known == name).map_or(&[][..], |(_, fields)| fields);
    for (field, kind, is_optional) in fields {
        // what is missing is reported by `check`
        let Some(word) = words.next() else { break };
        if word.is_empty() && (*is_optional || *kind != Text) {
            continue;
        }
        let value = match kind {
            Text => Value::String(word),
            Int => word.parse::<i64>().map_or(Value::String(word), |number| Value::Number(number.into())),
            Context => context(&word, words.next()),
            Json => serde_json::from_str(&word).unwrap_or_default(),
        };
        map.insert((*field).to_owned(), value);
    }
    map.insert("type".to_owned(), Value::String(name));
    json::from_value(Value::Object(map))
}

/// Checks the types of the fields, in the words of this protocol.
pub(super) fn check(name: &str, value: &Value) -> Result<(), Box<Reply>> {
    let fields = REQUESTS.iter().find(|(known, _)| *known == name).map_or(&[][..], |(_, fields)| fields);
    for (field, kind, is_optional) in fields {
        let problem = match (value.get(field), kind) {
            (None | Some(Value::Null), _) if *is_optional => continue,
            (None | Some(Value::Null), _) => "is missing",
            (Some(value), Text) if !value.is_string() => "is not a text",
            (Some(value), Int)
                if !value.as_i64().is_some_and(|number| i32::try_from(number).is_ok() || *is_optional) =>
            {
                "is not a number, or too large"
            }
            (Some(value), Context) if serde_json::from_value::<KeyContext>(value.clone()).is_err() => {
                "is not empty_line, after_failure or line"
            }
            _ => continue,
        };
        return Err(json::bad(&format!("{name}: the field {field} {problem}")).into());
    }
    Ok(())
}

fn context(word: &str, text: Option<String>) -> Value {
    match word {
        "line" => serde_json::json!({ "line": { "text": text.unwrap_or_default() } }),
        other => Value::String(other.to_owned()),
    }
}

/// Formats a reply as one line, with its newline.
pub(super) fn reply(reply: &Reply) -> Vec<u8> {
    let value = serde_json::to_value(reply).unwrap_or_default();
    let name = value.get("type").and_then(Value::as_str).unwrap_or_default();
    let mut words = vec![name.to_owned()];
    add_fields(&mut words, name, &value);
    let mut line = words.join("\t").into_bytes();
    line.push(b'\n');
    line
}

fn add_fields(words: &mut Vec<String>, name: &str, value: &Value) {
    let fields = REPLIES.iter().find(|(known, _)| *known == name).map_or(&[][..], |(_, fields)| fields);
    for field in fields {
        add(words, field, value.get(field).unwrap_or(&Value::Null));
    }
}

fn add(words: &mut Vec<String>, name: &str, value: &Value) {
    match value {
        Value::Null => words.push(String::new()),
        Value::String(text) => words.push(escape(text)),
        Value::Bool(_) | Value::Number(_) => words.push(value.to_string()),
        Value::Object(_) => add_fields(words, name, value),
        Value::Array(items) => {
            words.push(items.len().to_string());
            items.iter().for_each(|item| add(words, name, item));
        }
    }
}

/// Makes a text fit for a field; control characters that cannot be escaped become U+FFFD.
fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '\t' => escaped.push_str("\\t"),
            '\n' => escaped.push_str("\\n"),
            '\r' => escaped.push_str("\\r"),
            '\\' => escaped.push_str("\\\\"),
            c if c.is_control() => escaped.push('\u{fffd}'),
            c => escaped.push(c),
        }
    }
    escaped
}

/// Undoes [`escape`]; an unknown escape stands for itself.
fn unescape(field: &str) -> String {
    let mut text = String::with_capacity(field.len());
    let mut chars = field.chars();
    while let Some(c) = chars.next() {
        if c != '\\' {
            text.push(c);
            continue;
        }
        match chars.next() {
            Some('t') => text.push('\t'),
            Some('n') => text.push('\n'),
            Some('r') => text.push('\r'),
            Some('\\') | None => text.push('\\'),
            Some(other) => text.extend(['\\', other]),
        }
    }
    text
}
