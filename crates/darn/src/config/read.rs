//! Parses a configuration file into settings and problems. Never fails: valid settings apply regardless of
//! the rest of the file.

use std::fmt;
use std::path::{Path, PathBuf};

use toml::Spanned;
use toml::de::{DeArray, DeTable, DeValue};

use super::keys;
use super::schema::{self, Kind};

/// A value of a valid type.
#[derive(Debug, Clone, PartialEq)]
pub enum Value {
    Bool(bool),
    Integer(i64),
    Number(f64),
    Text(String),
    List(Vec<String>),
}

impl fmt::Display for Value {
    /// Formats it as TOML.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = |text: &str| toml::Value::String(text.to_owned()).to_string();
        match self {
            Self::Bool(value) => write!(f, "{value}"),
            Self::Integer(value) => write!(f, "{value}"),
            Self::Number(value) => write!(f, "{value:?}"),
            Self::Text(value) => f.write_str(&text(value)),
            Self::List(values) => {
                let values: Vec<_> = values.iter().map(|value| text(value)).collect();
                write!(f, "[{}]", values.join(", "))
            }
        }
    }
}

/// Severity of a problem.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Severity {
    /// An unknown setting, possibly of another version.
    Warning,
    /// A setting that cannot be applied.
    Error,
}

/// A problem in a configuration file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Problem {
    pub file: PathBuf,
    /// From 1; 0 for the whole file.
    pub line: usize,
    pub severity: Severity,
    pub message: String,
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let place = crate::dirs::display(&self.file);
        let line = if self.line > 0 { format!(":{}", self.line) } else { String::new() };
        let text = format!("{place}{line}: {}", self.message);
        // a project file is untrusted: it must not send control sequences to the terminal
        f.write_str(&text.replace(char::is_control, "\u{fffd}"))
    }
}

/// The content of one file.
#[derive(Debug, Default)]
pub struct Parsed {
    pub values: Vec<(String, Value)>,
    pub problems: Vec<Problem>,
}

/// Parses the content of `file`.
#[must_use]
pub fn parse(file: &Path, bytes: &[u8]) -> Parsed {
    let text = String::from_utf8_lossy(bytes);
    let mut reader = Reader { file, text: &text, broken_lines: Vec::new(), parsed: Parsed::default() };
    if let Err(error) = std::str::from_utf8(bytes) {
        let line = bytes.iter().take(error.valid_up_to()).filter(|byte| **byte == b'\n').count() + 1;
        reader.parsed.problems.push(Problem {
            file: file.to_owned(),
            line,
            severity: Severity::Error,
            message: "not UTF-8 text".into(),
        });
    }
    let (table, errors) = DeTable::parse_recoverable(&text);
    for error in errors {
        let at = error.span().map_or(0, |span| span.start);
        let message = error.message().lines().collect::<Vec<_>>().join(" ");
        reader.problem(at, Severity::Error, message);
        reader.broken_lines.push(reader.line(at));
    }
    reader.table("", table.get_ref());
    reader.parsed.problems.sort_by_key(|problem| problem.line);
    // the parser may report the same line twice
    reader.parsed.problems.dedup_by(|a, b| a.line == b.line && a.message == b.message);
    reader.parsed
}

/// Validates one value given as text, for `darn config set`. Text and words need no quotes.
///
/// # Errors
/// The expected kind of value.
pub fn parse_value(kind: Kind, text: &str) -> Result<Value, String> {
    if matches!(kind, Kind::Text | Kind::OneOf(_) | Kind::Keys) {
        let bare = DeValue::parse(text).ok().and_then(|value| value.get_ref().as_str().map(str::to_owned));
        return check(kind, &DeValue::String(bare.unwrap_or_else(|| text.to_owned()).into()));
    }
    if kind == Kind::List && !text.trim_start().starts_with('[') {
        let words = text.split(',').map(str::trim).filter(|word| !word.is_empty());
        return Ok(Value::List(words.map(str::to_owned).collect()));
    }
    match DeValue::parse(text.trim()) {
        Ok(value) => check(kind, value.get_ref()),
        Err(_) => Err(format!("expected {}, found `{text}`", kind.expected())),
    }
}

struct Reader<'a> {
    file: &'a Path,
    text: &'a str,
    /// Lines that are not TOML, for which the parser's result is a guess.
    broken_lines: Vec<usize>,
    parsed: Parsed,
}

impl Reader<'_> {
    fn line(&self, at: usize) -> usize {
        self.text.bytes().take(at).filter(|byte| *byte == b'\n').count() + 1
    }

    fn problem(&mut self, at: usize, severity: Severity, message: String) {
        let line = self.line(at);
        self.parsed.problems.push(Problem { file: self.file.to_owned(), line, severity, message });
    }

    fn table(&mut self, above: &str, table: &DeTable<'_>) {
        for (key, value) in table {
            let path = if above.is_empty() {
                key.get_ref().to_string()
            } else {
                format!("{above}.{}", key.get_ref())
            };
            self.entry(&path, key.span().start, value);
        }
    }

    fn entry(&mut self, path: &str, at: usize, value: &Spanned<DeValue<'_>>) {
        let is_table = value.get_ref().is_table();
        if !is_table && !self.broken_lines.is_empty() && self.broken_lines.contains(&self.line(at)) {
            return;
        }
        if let Some(setting) = schema::find(path) {
            match check(setting.kind, value.get_ref()) {
                Ok(value) => self.parsed.values.push((path.to_owned(), value)),
                Err(message) => {
                    self.problem(value.span().start, Severity::Error, format!("{path}: {message}"))
                }
            }
        } else if schema::is_section(path) {
            match value.get_ref().as_table() {
                Some(table) => self.table(path, table),
                None => self.problem(at, Severity::Error, format!("{path} is a section: write [{path}]")),
            }
        } else {
            let what = if is_table { "section" } else { "setting" };
            let meant =
                schema::nearest(path).map_or_else(String::new, |near| format!("; did you mean `{near}`?"));
            self.problem(at, Severity::Warning, format!("unknown {what} `{path}`{meant}"));
        }
    }
}

/// Returns the value if it has that kind.
fn check(kind: Kind, value: &DeValue<'_>) -> Result<Value, String> {
    let refuse = || Err(format!("expected {}, found {}", kind.expected(), found(value)));
    match (kind, value) {
        (Kind::Bool, DeValue::Boolean(value)) => Ok(Value::Bool(*value)),
        (Kind::Integer { min, max }, DeValue::Integer(number)) => {
            match i64::from_str_radix(&number.as_str().replace('_', ""), number.radix()) {
                Ok(value) if (min..=max).contains(&value) => Ok(Value::Integer(value)),
                _ => refuse(),
            }
        }
        (Kind::Number { min, max }, DeValue::Float(_) | DeValue::Integer(_)) => {
            let number = match value {
                DeValue::Float(number) => number.as_str(),
                DeValue::Integer(number) => number.as_str(),
                _ => "",
            };
            match number.replace('_', "").parse::<f64>() {
                Ok(value) if (min..=max).contains(&value) => Ok(Value::Number(value)),
                _ => refuse(),
            }
        }
        (Kind::Text, DeValue::String(text)) => Ok(Value::Text(text.to_string())),
        (Kind::OneOf(words), DeValue::String(text)) => {
            if words.contains(&text.as_ref()) {
                return Ok(Value::Text(text.to_string()));
            }
            match engine::spell::nearest(text, words.iter().copied()).first() {
                Some(near) => Err(format!(
                    "expected {}, found \"{text}\"; did you mean \"{}\"?",
                    kind.expected(),
                    near.name
                )),
                None => refuse(),
            }
        }
        (Kind::Keys, DeValue::String(text)) => match keys::bytes(text) {
            Ok(_) => Ok(Value::Text(text.to_string())),
            Err(why) => Err(format!("{why}; expected {}", kind.expected())),
        },
        (Kind::List, DeValue::Array(array)) => texts(array).map(Value::List).map_or_else(refuse, Ok),
        _ => refuse(),
    }
}

fn texts(array: &DeArray<'_>) -> Option<Vec<String>> {
    array.iter().map(|value| value.get_ref().as_str().map(str::to_owned)).collect()
}

/// Returns the value as written in the file, truncated if long.
fn found(value: &DeValue<'_>) -> String {
    match value {
        DeValue::String(text) => format!("\"{}\"", text.chars().take(40).collect::<String>()),
        DeValue::Integer(number) => number.as_str().to_owned(),
        DeValue::Float(number) => number.as_str().to_owned(),
        DeValue::Boolean(value) => value.to_string(),
        DeValue::Datetime(_) => "a date".into(),
        DeValue::Array(_) => "a list".into(),
        DeValue::Table(_) => "a section".into(),
    }
}
