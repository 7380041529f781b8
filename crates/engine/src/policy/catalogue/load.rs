//! A policy file of a user: rules and what is wrong with the others.

use super::Level;
use super::compile::{self, File};
use super::format::{FileFormat, ProgramFormat, RuleFormat};
use crate::rules::RuleError;

/// A rule as `darn policy list` names it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Listed {
    pub id: String,
    pub level: Level,
    pub because: String,
}

/// The rules of a file's text, in its order.
#[must_use]
pub fn listed(file: &str, text: &str) -> Vec<Listed> {
    let parsed = parse(file, text, &mut Vec::new());
    let listed = |rule: RuleFormat| Listed { id: rule.id, level: rule.level, because: rule.because };
    parsed.rule.into_iter().map(listed).collect()
}

/// What is wrong in a file.
#[must_use]
pub fn errors(file: &str, text: &str) -> Vec<RuleError> {
    let mut errors = Vec::new();
    let _ = compile(file, text, &mut errors);
    errors
}

pub(super) fn compile(file: &str, text: &str, errors: &mut Vec<RuleError>) -> File {
    let parsed = parse(file, text, errors);
    let mut compiled = compile::compile(&parsed);
    for (id, message) in std::mem::take(&mut compiled.errors) {
        let line = line_of(text, &id);
        errors.push(RuleError { file: file.to_owned(), line, message });
    }
    compiled
}

/// What is right in the file.
pub(super) fn parse(file: &str, text: &str, errors: &mut Vec<RuleError>) -> FileFormat {
    let whole = match toml::from_str(text) {
        Ok(parsed) => return parsed,
        Err(error) => error,
    };
    let mut fail = |line: usize, message: &str| {
        let message = message.lines().collect::<Vec<_>>().join(" ");
        errors.push(RuleError { file: file.to_owned(), line, message });
    };
    let at = |error: &toml::de::Error| error.span().map_or(0, |span| line_at(text, span.start));
    let Ok(table) = text.parse::<toml::Table>() else {
        fail(at(&whole), whole.message());
        return FileFormat::default();
    };
    let mut parsed = FileFormat::default();
    for (key, value) in table {
        match (key.as_str(), value) {
            ("program", toml::Value::Table(programs)) => {
                for (name, program) in programs {
                    match program.try_into::<ProgramFormat>() {
                        Ok(program) => drop(parsed.program.insert(name, program)),
                        Err(error) => fail(0, &format!("[program.{name}]: {}", error.message())),
                    }
                }
            }
            ("rule", toml::Value::Array(rules)) => {
                for (number, rule) in rules.into_iter().enumerate() {
                    let id = rule.get("id").and_then(toml::Value::as_str).unwrap_or("rule").to_owned();
                    match rule.try_into::<RuleFormat>() {
                        Ok(rule) => parsed.rule.push(rule),
                        Err(error) => {
                            fail(nth_rule(text, number), &format!("{id}: {}", error.message()));
                        }
                    }
                }
            }
            _ => fail(
                line_of_key(text, &key),
                &format!("unknown `{key}`; a file has [program.NAME] and [[rule]]"),
            ),
        }
    }
    parsed
}

fn line_at(text: &str, at: usize) -> usize {
    text.bytes().take(at).filter(|byte| *byte == b'\n').count() + 1
}

fn line_of_key(text: &str, key: &str) -> usize {
    let is_key = |line: &str| line.trim_start().trim_start_matches('[').starts_with(key);
    text.lines().position(is_key).map_or(0, |at| at + 1)
}

/// The line of the n-th `[[rule]]`.
fn nth_rule(text: &str, number: usize) -> usize {
    let heads = text.lines().enumerate().filter(|(_, line)| line.trim_start().starts_with("[[rule]]"));
    heads.map(|(at, _)| at + 1).nth(number).unwrap_or(0)
}

/// The line that gives a rule its id.
pub(super) fn line_of(text: &str, id: &str) -> usize {
    let is_id = |line: &str| {
        line.split_once('=')
            .is_some_and(|(key, value)| key.trim() == "id" && value.trim().trim_matches(['"', '\'']) == id)
    };
    text.lines().position(is_id).map_or(0, |at| at + 1)
}
