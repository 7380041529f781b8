//! Parses a configuration file into settings and problems. Never fails: valid settings apply regardless of
//! the rest of the file.

use std::fmt;
use std::path::{Path, PathBuf};

use serde::Deserialize as _;
use serde_json::Value;
use toml::Spanned;
use toml::de::{DeString, DeTable, DeValue, Error, ValueDeserializer};

use super::{Settings, schema};

/// Number of problems after which the rest of a file is ignored: reporting takes time, and a project's file
/// is untrusted.
const MAX_PROBLEMS: usize = 100;

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
    pub settings: Settings,
    /// Paths of the valid settings in the file.
    pub paths: Vec<String>,
    pub problems: Vec<Problem>,
}

/// Parses the content of `file`.
pub fn parse(file: &Path, bytes: &[u8]) -> Parsed {
    let text = String::from_utf8_lossy(bytes);
    let mut reader = Reader { file, text: &text, broken_lines: Vec::new(), problems: Vec::new() };
    if let Err(error) = std::str::from_utf8(bytes) {
        reader.problem(error.valid_up_to(), Severity::Error, "not UTF-8 text".into());
    }
    let (mut table, errors) = DeTable::parse_recoverable(&text);
    for error in errors.iter().take(MAX_PROBLEMS) {
        let at = error.span().map_or(0, |span| span.start);
        let message = error.message().lines().collect::<Vec<_>>().join(" ");
        reader.problem(at, Severity::Error, message);
        reader.broken_lines.push(reader.line(at));
    }
    let table = table.get_mut();
    let settings = match deserialize(DeValue::Table(table.clone())) {
        Ok(settings) if errors.is_empty() => settings,
        _ => {
            reader.remove_invalid(&[], table, &schema::ROOT);
            deserialize(DeValue::Table(table.clone())).unwrap_or_default()
        }
    };
    let mut paths = Vec::new();
    collect_paths("", table, &mut paths);
    reader.problems.sort_by_key(|problem| problem.line);
    // the parser may report the same line twice
    reader.problems.dedup_by(|a, b| a.line == b.line && a.message == b.message);
    if reader.problems.len() >= MAX_PROBLEMS {
        reader.problem(text.len(), Severity::Error, "too many problems; the rest is ignored".into());
    }
    Parsed { settings, paths, problems: reader.problems }
}

fn deserialize(document: DeValue<'_>) -> Result<Settings, Error> {
    Settings::deserialize(ValueDeserializer::from(Spanned::new(0..0, document)))
}

fn collect_paths(above: &str, table: &DeTable<'_>, paths: &mut Vec<String>) {
    for (key, value) in table {
        let path = format!("{above}{}", key.get_ref());
        match value.get_ref() {
            DeValue::Table(table) => collect_paths(&format!("{path}."), table, paths),
            _ => paths.push(path),
        }
    }
}

type Key<'a> = Spanned<DeString<'a>>;

/// Returns a document with this setting only.
fn document<'a>(path: &[Key<'a>], value: DeValue<'a>) -> DeValue<'a> {
    path.iter().rev().fold(value, |value, key| {
        DeValue::Table(DeTable::from_iter([(key.clone(), Spanned::new(0..0, value))]))
    })
}

struct Reader<'a> {
    file: &'a Path,
    text: &'a str,
    /// Lines that are not TOML, for which the parser's result is a guess.
    broken_lines: Vec<usize>,
    problems: Vec<Problem>,
}

impl Reader<'_> {
    fn line(&self, at: usize) -> usize {
        datafiles::line_at(self.text, at)
    }

    fn problem(&mut self, at: usize, severity: Severity, message: String) {
        let line = self.line(at);
        self.problems.push(Problem { file: self.file.to_owned(), line, severity, message });
    }

    /// Removes what is not a valid setting from a section, and reports it.
    fn remove_invalid<'a>(&mut self, above: &[Key<'a>], table: &mut DeTable<'a>, section: &Value) {
        let valid = std::mem::take(table).into_iter().filter_map(|(key, mut value)| {
            let path = [above, std::slice::from_ref(&key)].concat();
            let schema = schema::child(section, key.get_ref());
            self.is_valid(&path, &mut value, schema).then_some((key, value))
        });
        *table = valid.collect();
    }

    fn is_valid<'a>(
        &mut self,
        keys: &[Key<'a>],
        value: &mut Spanned<DeValue<'a>>,
        schema: Option<&Value>,
    ) -> bool {
        let at = keys.last().map_or(0, |key| key.span().start);
        if self.problems.len() >= MAX_PROBLEMS {
            return false;
        }
        let is_table = value.get_ref().is_table();
        if !is_table && !self.broken_lines.is_empty() && self.broken_lines.contains(&self.line(at)) {
            return false;
        }
        let path = keys.iter().map(|key| key.get_ref().as_ref()).collect::<Vec<_>>().join(".");
        let Some(schema) = schema else {
            let what = if is_table { "section" } else { "setting" };
            let meant =
                schema::nearest(&path).map_or_else(String::new, |near| format!("; did you mean `{near}`?"));
            self.problem(at, Severity::Warning, format!("unknown {what} `{path}`{meant}"));
            return false;
        };
        if !schema::is_section(schema) {
            let is_valid = deserialize(document(keys, value.get_ref().clone())).is_ok();
            if !is_valid {
                let message = format!("{path}: {}", schema::mismatch(schema, value.get_ref()));
                self.problem(value.span().start, Severity::Error, message);
            }
            return is_valid;
        }
        match value.get_mut() {
            DeValue::Table(table) => self.remove_invalid(keys, table, schema),
            _ => self.problem(at, Severity::Error, format!("{path} is a section: write [{path}]")),
        }
        is_table
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_full_of_problems_is_read_in_no_time() {
        let unknown: String = (0..100_000).map(|number| format!("a{number} = 1\n")).collect();
        let since = std::time::Instant::now();
        let parsed = parse(Path::new("config.toml"), unknown.as_bytes());
        assert!(since.elapsed().as_secs() < 10);
        assert_eq!(parsed.problems.len(), MAX_PROBLEMS + 1);
        assert!(parsed.problems.iter().all(|problem| problem.line > 0));
    }
}
