//! Checks the tables of command lines against the parser and the second grammar.

use syntax::{Connector, Script};

use crate::cases::{TABLES, cases, path};

/// Formats the commands of a script on one line: `a b / |c >f / +;d`, where `+` is one level of depth, `|`,
/// `;`, `&&` … the connector, `!` a negation and `x=1` an assignment.
fn shape(script: &Script) -> String {
    let commands = script.commands.iter().map(|command| {
        let connector = match command.connector {
            Connector::Start => "",
            Connector::Sequence => ";",
            Connector::Background => "&",
            Connector::And => "&&",
            Connector::Or => "||",
            Connector::Pipe => "|",
        };
        let mut parts = Vec::new();
        parts.extend(command.assignments.iter().map(|word| word.value.clone()));
        parts.extend(command.words.iter().map(|word| word.value.clone()));
        for redirect in &command.redirects {
            let target = redirect.target.as_ref().map_or("", |word| word.value.as_str());
            parts.push(format!("{}{target}", script.raw(redirect.operator)));
        }
        let depth = "+".repeat(command.depth.into());
        let negated = if command.negated { "!" } else { "" };
        format!("{depth}{connector}{negated}{}", parts.join(" "))
    });
    commands.collect::<Vec<_>>().join(" / ").replace('\n', "\\n")
}

/// Formats the issues as `Kind@offset`, separated by blanks.
fn issues(script: &Script) -> String {
    let issues = script.issues.iter().map(|issue| format!("{:?}@{}", issue.kind, issue.at));
    issues.collect::<Vec<_>>().join(" ")
}

#[test]
fn commands_and_issues_are_as_in_the_tables() {
    let mut wrong = String::new();
    for (dialect, name) in TABLES {
        let mut table = String::new();
        for case in cases(name) {
            let script = Script::parse(&case.text, dialect);
            let (shape, issues) = (shape(&script), issues(&script));
            if (&shape, &issues) != (&case.shape, &case.issues) {
                wrong += &format!(
                    "{name}: {:?}\n  is       {shape}   {issues}\n  expected {}   {}\n",
                    case.text, case.shape, case.issues
                );
            }
            let text = case.text.replace('\\', "\\\\").replace('\n', "\\n").replace('\t', "\\t");
            table += &format!("< {text}\n> {shape}\n");
            if !issues.is_empty() {
                table += &format!("! {issues}\n");
            }
            if let Some(reason) = case.differs {
                table += &format!("? {reason}\n");
            }
        }
        if std::env::var_os("DARN_BLESS").is_some() {
            std::fs::write(path(name), table).unwrap();
        }
    }
    assert!(wrong.is_empty() || std::env::var_os("DARN_BLESS").is_some(), "{wrong}");
}

#[test]
fn the_second_grammar_never_contradicts_the_tables() {
    for (dialect, name) in TABLES {
        for case in cases(name) {
            let verdict = Script::parse(&case.text, dialect).is_well_formed();
            if case.differs.is_none() {
                assert_ne!(verdict, Some(!case.issues.is_empty()), "{name}: {:?}", case.text);
            }
        }
    }
}
