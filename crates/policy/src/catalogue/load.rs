//! Loads a user's policy file: the valid rules, and the errors of the others.

use serde::Deserialize as _;
use toml::de::{DeTable, DeValue, ValueDeserializer};

use super::Level;
use super::compile::{self, File};
use super::format::{FileFormat, ProgramFormat, RuleFormat};
use datafiles::{DataError, line_at};

/// A rule as listed by `darn policy list`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Listed {
    pub id: String,
    pub level: Level,
    pub because: String,
}

/// Returns the rules of a file's text, in order.
pub fn listed(file: &str, text: &str) -> Vec<Listed> {
    let parsed = parse(file, text, &mut Vec::new());
    let listed = |rule: RuleFormat| Listed { id: rule.id, level: rule.level, because: rule.because };
    parsed.rule.into_iter().map(listed).collect()
}

/// Returns the errors in a file.
pub fn errors(file: &str, text: &str) -> Vec<DataError> {
    let mut errors = Vec::new();
    let _ = compile(file, text, &mut errors);
    errors
}

pub(super) fn compile(file: &str, text: &str, errors: &mut Vec<DataError>) -> File {
    let parsed = parse(file, text, errors);
    let mut compiled = compile::compile(&parsed);
    for (id, message) in std::mem::take(&mut compiled.errors) {
        errors.push(DataError::new(file, line_of(text, &id), message));
    }
    compiled
}

/// Returns the valid part of the file.
pub(super) fn parse(file: &str, text: &str, errors: &mut Vec<DataError>) -> FileFormat {
    let whole = match toml::from_str(text) {
        Ok(parsed) => return parsed,
        Err(error) => error,
    };
    let mut fail = |line: usize, message: &str| {
        let message = message.lines().collect::<Vec<_>>().join(" ");
        errors.push(DataError::new(file, line, message));
    };
    let at = |error: &toml::de::Error| error.span().map_or(0, |span| line_at(text, span.start));
    let Ok(table) = DeTable::parse(text) else {
        fail(at(&whole), whole.message());
        return FileFormat::default();
    };
    let mut parsed = FileFormat::default();
    for (key, value) in table.into_inner() {
        match (key.get_ref().as_ref(), value.into_inner()) {
            ("program", DeValue::Table(programs)) => {
                for (name, program) in programs {
                    let name = name.into_inner();
                    match ProgramFormat::deserialize(ValueDeserializer::from(program)) {
                        Ok(program) => drop(parsed.program.insert(name.into_owned(), program)),
                        Err(error) => fail(at(&error), &format!("[program.{name}]: {}", error.message())),
                    }
                }
            }
            ("rule", DeValue::Array(rules)) => {
                for rule in rules {
                    let id = rule.get_ref().get("id").and_then(|id| id.get_ref().as_str());
                    let id = id.unwrap_or("rule").to_owned();
                    match RuleFormat::deserialize(ValueDeserializer::from(rule)) {
                        Ok(rule) => parsed.rule.push(rule),
                        Err(error) => fail(at(&error), &format!("{id}: {}", error.message())),
                    }
                }
            }
            (other, _) => fail(
                line_at(text, key.span().start),
                &format!("unknown `{other}`; a file has [program.NAME] and [[rule]]"),
            ),
        }
    }
    parsed
}

/// Returns the line with a rule's id.
pub(super) fn line_of(text: &str, id: &str) -> usize {
    let is_id = |line: &str| {
        line.split_once('=')
            .is_some_and(|(key, value)| key.trim() == "id" && value.trim().trim_matches(['"', '\'']) == id)
    };
    text.lines().position(is_id).map_or(0, |at| at + 1)
}
