//! Loads and checks files of secrets, built-in and the user's, and runs their examples.

use std::borrow::Cow;

use datafiles::{DataError, Many, Report, line_at};
use serde::Deserialize;
use syntax::{Dialect, Span};

use super::{Argument, Tables};
use crate::{Redactor, pattern};

/// `[[secret]]`: a token recognised by its form.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
struct Secret {
    id: String,
    /// Every such token contains at least one of these texts; the search uses the literal of the pattern.
    #[allow(dead_code, reason = "only for readers of the file")]
    keywords: Vec<String>,
    pattern: Many<String>,
    examples: Vec<String>,
    near_misses: Vec<String>,
}

#[derive(Debug, Clone, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
struct File {
    secret: Vec<Secret>,
    argument: Vec<Argument>,
    /// Only in the built-in files, where the build reads it; its examples run like all others.
    names: Option<toml::Table>,
}

/// One entry of a file, for listing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Listed {
    /// The id, or the kind of a program's argument.
    pub id: String,
    /// Its patterns, or the programs and the position of the argument.
    pub about: String,
}

impl Tables {
    /// Adds the valid entries of a user's file and returns the errors of the others.
    pub fn add(&mut self, file: &str, text: &str) -> Vec<DataError> {
        let (parsed, mut errors) = parse(file, text);
        for secret in parsed.secret {
            match problem(&secret) {
                Some(message) => errors.push(at(file, text, &secret.id, message)),
                None => {
                    secret.pattern.as_slice().iter().for_each(|pattern| self.add_form(&secret.id, pattern));
                }
            }
        }
        for argument in parsed.argument {
            match argument_problem(&argument) {
                Some(message) => errors.push(at(file, text, argument.place(), message.to_owned())),
                None => self.arguments.push(argument),
            }
        }
        errors
    }
}

fn parse(file: &str, text: &str) -> (File, Vec<DataError>) {
    match toml::from_str(text) {
        Ok(parsed) => (parsed, Vec::new()),
        Err(error) => {
            let line = line_at(text, error.span().map_or(0, |span| span.start));
            (File::default(), vec![DataError::new(file, line, error.message())])
        }
    }
}

fn at(file: &str, text: &str, what: &str, message: String) -> DataError {
    let line =
        text.lines().position(|line| !what.is_empty() && line.contains(what)).map_or(0, |line| line + 1);
    DataError::new(file, line, message)
}

/// Returns what is wrong with an entry, after its id.
fn problem(secret: &Secret) -> Option<String> {
    let is_part = |b: u8| b.is_ascii_lowercase() || b.is_ascii_digit() || matches!(b, b'/' | b'-');
    let patterns = secret.pattern.as_slice();
    let problem = if secret.id.is_empty() || !secret.id.bytes().all(is_part) {
        "`id` must look like issuer/kind, in lower case".to_owned()
    } else if patterns.is_empty() {
        "`pattern` is missing".to_owned()
    } else {
        patterns.iter().find_map(|form| Some(format!("`{form}`: {}", pattern::problem(form)?)))?
    };
    Some(format!("{}: {problem}", secret.id))
}

fn argument_problem(argument: &Argument) -> Option<&'static str> {
    if argument.programs.is_empty() {
        return Some("an [[argument]] needs `programs`");
    }
    if argument.kind.is_empty() {
        return Some("an [[argument]] needs a `kind`, such as \"password\"");
    }
    (argument.attached.is_empty() && argument.next.is_empty() && argument.operand == 0)
        .then_some("an [[argument]] needs `attached`, `next` or `operand`")
}

/// Returns the entries of a file.
pub fn listed(text: &str) -> Vec<Listed> {
    let parsed = parse("", text).0;
    let secrets = parsed
        .secret
        .into_iter()
        .map(|secret| Listed { about: secret.pattern.as_slice().join("  "), id: secret.id });
    let arguments = parsed.argument.into_iter().map(|argument| {
        let options: Vec<&str> =
            argument.next.iter().chain(argument.attached.iter()).map(|option| &**option).collect();
        let operand =
            if argument.operand > 0 { format!("operand {}", argument.operand) } else { String::new() };
        let place = [&*argument.needs, &options.join(" "), &operand].join(" ");
        Listed {
            id: argument.kind.into_owned(),
            about: format!("{}: {}", argument.programs.join(" "), place.trim()),
        }
    });
    secrets.chain(arguments).collect()
}

/// Runs the examples: in each, exactly the text between «» must be replaced, and in a near miss nothing.
pub fn run(file: &str, text: &str, tables: &Tables) -> Report {
    let (parsed, mut errors) = parse(file, text);
    let mut complain = |what: &str, message: String| errors.push(at(file, text, what, message));
    for secret in &parsed.secret {
        problem(secret).into_iter().for_each(|message| complain(&secret.id, message));
    }
    for argument in &parsed.argument {
        argument_problem(argument)
            .into_iter()
            .for_each(|message| complain(argument.place(), message.to_owned()));
    }
    let strings = |value: Option<&toml::Value>| -> Vec<String> {
        let list = value.and_then(toml::Value::as_array).into_iter().flatten();
        list.filter_map(|value| value.as_str().map(str::to_owned)).collect()
    };
    let owned = |list: &[Cow<'static, str>]| list.iter().map(ToString::to_string).collect();
    let secrets = parsed.secret.into_iter().map(|secret| (secret.id, secret.examples, secret.near_misses));
    let arguments = parsed.argument.into_iter().map(|argument| {
        let name = format!("{} ({})", argument.programs.join(", "), argument.kind);
        (name, owned(&argument.examples), owned(&argument.near_misses))
    });
    let names = parsed.names.iter();
    let names = names
        .map(|list| ("names".to_owned(), strings(list.get("examples")), strings(list.get("near_misses"))));
    let mut report = Report::default();
    for (id, examples, near_misses) in secrets.chain(arguments).chain(names) {
        report.rules += 1;
        report.examples += examples.len() + near_misses.len();
        if examples.is_empty() || near_misses.is_empty() {
            complain(&id, format!("{id}: needs one of `examples` and one of `near_misses`"));
        }
        let all =
            examples.iter().map(|text| (text, true)).chain(near_misses.iter().map(|text| (text, false)));
        for (example, has_secret) in all {
            let (plain, wanted) = if has_secret { marked(example) } else { (example.clone(), Vec::new()) };
            if has_secret && wanted.is_empty() {
                complain(example, format!("{id}: mark the secret in «» in `{example}`"));
            } else if Redactor::new(tables.clone()).spans(&plain, Some(Dialect::Bash)) != wanted {
                complain(example, format!("{id}: `{example}` becomes `{}`", redacted(&plain, tables)));
            }
        }
    }
    report.errors = errors;
    report
}

fn redacted(text: &str, tables: &Tables) -> String {
    Redactor::new(tables.clone()).redact(text.to_owned()).get().clone()
}

/// Returns the text without «» marks, and the spans between them.
pub(crate) fn marked(text: &str) -> (String, Vec<Span>) {
    let (mut plain, mut spans, mut start) = (String::new(), Vec::new(), 0);
    for c in text.chars() {
        match c {
            '«' => start = plain.len(),
            '»' => spans.push(Span::new(start, plain.len())),
            c => plain.push(c),
        }
    }
    (plain, spans)
}
