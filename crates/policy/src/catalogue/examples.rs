//! The examples in policy files, run as tests: for the built-in files and for a user's.

use syntax::{Command, Dialect, Script};

use super::format::RuleFormat;
use super::{Catalogue, Hit, load};
use crate::{Field, Invocation};
use datafiles::{DataError, Report};

/// Minimum number of examples of each kind.
const AT_LEAST: usize = 2;

/// Runs every example of a file: the dangerous ones match their own rule, the harmless ones none.
pub fn run(file: &str, text: &str, catalogue: &Catalogue) -> Report {
    let mut report = Report { errors: load::errors(file, text), ..Report::default() };
    let parsed = load::parse(file, text, &mut Vec::new());
    for rule in &parsed.rule {
        report.rules += 1;
        report.examples += rule.dangerous.as_slice().len() + rule.harmless.as_slice().len();
        let line = load::line_of(text, &rule.id);
        let errors = check(rule, catalogue).into_iter();
        let errors = errors.map(|message| DataError::new(file, line, format!("{}: {message}", rule.id)));
        report.errors.extend(errors);
    }
    report
}

fn check(rule: &RuleFormat, catalogue: &Catalogue) -> Vec<String> {
    let mut wrong = Vec::new();
    let (dangerous, harmless) = (rule.dangerous.as_slice(), rule.harmless.as_slice());
    if dangerous.len() < AT_LEAST || harmless.len() < AT_LEAST {
        wrong.push(format!("needs {AT_LEAST} examples in `dangerous` and {AT_LEAST} in `harmless`"));
    }
    for line in dangerous {
        let hits = hits(line, catalogue);
        let Some(hit) = hits.iter().find(|hit| hit.rule == rule.id) else {
            wrong.push(format!("does not find `{line}`"));
            continue;
        };
        if let Some(edit) = &hit.instead {
            let milder = edit.apply(line);
            if self::hits(&milder, catalogue).iter().any(|other| other.level >= hit.level) {
                wrong.push(format!("`{milder}` is no milder than `{line}`"));
            }
        }
    }
    for line in harmless {
        if let Some(hit) = hits(line, catalogue).first() {
            wrong.push(format!("`{line}` is harmless, but fits {}", hit.rule));
        }
    }
    wrong
}

/// Returns the rules that the commands of a line match, without expansion.
pub fn hits(line: &str, catalogue: &Catalogue) -> Vec<Hit> {
    let script = Script::parse(line, Dialect::Bash);
    script.commands.iter().flat_map(|command| hits_of(command, catalogue)).collect()
}

fn hits_of(command: &Command, catalogue: &Catalogue) -> Vec<Hit> {
    let Some(program) = command.program_name() else { return Vec::new() };
    let fields: Vec<Field> =
        command.arguments().iter().map(|word| Field::at(word.value.clone(), word.span)).collect();
    let program = program.rsplit('/').next().unwrap_or(program);
    let invocation = Invocation { program, arguments: &fields, span: command.span };
    let mut hits = catalogue.hits(&invocation);
    if hits.is_empty() {
        hits = catalogue.hits_of_unknown(&invocation);
    }
    hits
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_built_in_example_holds() {
        let catalogue = Catalogue::built_in();
        let mut wrong = Vec::new();
        for (stem, text) in super::super::built_in_files() {
            let report = run(&stem, &text, catalogue);
            assert!(report.rules > 0, "{stem}.toml has no rules");
            wrong.extend(report.errors.iter().map(ToString::to_string));
        }
        assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    }
}
