//! The examples inside rules, run as tests: for the built-in files and for a user's.

use syntax::Script;

use crate::diagnose::diagnose;
use crate::diagnosis::Diagnosis;
use crate::failure::Failure;
use crate::rules::RuleSet;
use crate::rules::example::Example;
use crate::rules::format::RuleFile;
use crate::rules::line_of;
use datafiles::{DataError, Report};
use facts::FakeWorld;
use facts::record::{CommandRecord, Output};

/// Checks rules by their own examples.
#[cfg(test)]
pub fn assert_right(rules: &str) {
    let errors: Vec<String> = run("test.toml", rules).errors.into_iter().map(|error| error.message).collect();
    assert!(errors.is_empty(), "{errors:?}");
}

/// Runs every example of a rule file. A rule needs one example that it fixes (or whose cause it states) and
/// one that it leaves alone.
pub fn run(file: &str, text: &str) -> Report {
    let mut report = Report::default();
    let mut set = RuleSet::default();
    report.errors = set.add(file, text);
    let Ok(parsed) = toml::from_str::<RuleFile>(text) else { return report };
    for rule in &parsed.rule {
        report.rules += 1;
        let line = line_of(text, &rule.id);
        let mut fail = |message: String| {
            report.errors.push(DataError::new(file, line, format!("{}: {message}", rule.id)));
        };
        let fires = rule.example.iter().any(|example| !example.fixes.is_empty() || example.because.is_some());
        let silent = rule.example.iter().any(|example| example.fixes.is_empty() && example.because.is_none());
        if !fires || !silent {
            fail("needs an example that it fixes and one that it leaves alone (`fixes = []`)".into());
        }
        for example in &rule.example {
            report.examples += 1;
            if let Err(message) = check(rule.id.as_str(), example, &set) {
                fail(message);
            }
        }
    }
    report
}

/// The world of an example: the program that ran exists, unless the shell could not start it, and so do the
/// others that the fixes call, `sudo` included.
fn with_programs(record: &CommandRecord, example: &Example) -> FakeWorld {
    let programs = |text: &str| -> Vec<String> {
        let script = Script::parse(text, record.dialect);
        let first = |command: &syntax::Command| command.words.first().map(|word| word.value.clone());
        let names = |command| [first(command), command.program_name().map(str::to_owned)];
        script.commands.iter().flat_map(names).flatten().collect()
    };
    let mut world = example.world.clone();
    let failed = programs(&record.text);
    let called = example.fixes.iter().flat_map(|fix| programs(fix));
    world.programs.extend(called.filter(|name| !failed.contains(name)).collect::<Vec<_>>());
    if !matches!(record.status, 126 | 127) {
        world.programs.extend(failed);
    }
    world
}

/// The failures of a file's examples, each with its world; a broken file has none.
pub fn records(text: &str) -> Vec<(CommandRecord, FakeWorld)> {
    let rules = toml::from_str::<RuleFile>(text).map(|file| file.rule).unwrap_or_default();
    let examples = rules.iter().flat_map(|rule| &rule.example);
    examples
        .filter_map(|example| {
            let record = record(example).ok()?;
            let world = with_programs(&record, example);
            Some((record, world))
        })
        .collect()
}

fn record(example: &Example) -> Result<CommandRecord, String> {
    Ok(CommandRecord {
        text: example.command.clone(),
        dialect: example.shell.parse().map_err(|()| format!("unknown shell `{}`", example.shell))?,
        cwd: "/home/me/project".into(),
        entered_in: String::new(),
        status: example.status,
        output: example.output.as_ref().map(|text| Output::from_bytes(text.as_bytes())),
    })
}

fn check(id: &str, example: &Example, set: &RuleSet) -> Result<(), String> {
    let record = record(example)?;
    let world = with_programs(&record, example);
    let diagnosis = Failure::of(&record, &world)
        .map_or_else(Diagnosis::default, |failure| diagnose(&failure, &world, set));
    let own: Vec<_> =
        diagnosis.suggestions.iter().filter(|s| s.origin.to_string() == format!("rule:{id}")).collect();
    let got: Vec<&str> = diagnosis.suggestions.iter().map(|s| s.text.as_str()).collect();
    if example.fixes.is_empty() {
        return match own.first() {
            Some(suggestion) => {
                Err(format!("`{}` must be left alone, got `{}`", example.command, suggestion.text))
            }
            None => Ok(()),
        }
        .and_then(|()| match &example.because {
            Some(wanted) if diagnosis.because.as_deref() != Some(wanted.as_str()) => Err(format!(
                "`{}`: expected the cause {wanted:?}, got {:?}",
                example.command, diagnosis.because
            )),
            _ => Ok(()),
        });
    }
    let wanted: Vec<&str> = example.fixes.iter().map(String::as_str).collect();
    if got.get(..wanted.len()) != Some(wanted.as_slice()) {
        return Err(format!("`{}`: expected {wanted:?}, got {got:?}", example.command));
    }
    Ok(())
}
