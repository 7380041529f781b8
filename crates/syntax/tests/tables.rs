//! Tables of command lines per shell: commands, issues, and the real shell's opinion.
//!
//! A case in `tables/*.txt` is `< text`, `> commands`, `! issues`; `\n`, `\t` and `\\` are escaped in the
//! text. `?` as its last line: the real shell judges otherwise, for the reason given there.
//! `DARN_BLESS=1` rewrites the tables; read the change before it is committed.
#![allow(
    clippy::unwrap_used,
    clippy::disallowed_methods,
    clippy::disallowed_types,
    clippy::disallowed_macros
)]

mod common;

use common::{accepts, issues, shape};
use syntax::{Dialect, Script};

const TABLES: [(Dialect, &str); 4] =
    [(Dialect::Posix, "sh"), (Dialect::Bash, "bash"), (Dialect::Zsh, "zsh"), (Dialect::Fish, "fish")];

fn path(name: &str) -> String {
    format!("{}/tests/tables/{name}.txt", env!("CARGO_MANIFEST_DIR"))
}

struct Case {
    text: String,
    shape: String,
    issues: String,
    differs: Option<String>,
}

fn cases(name: &str) -> Vec<Case> {
    let table = std::fs::read_to_string(path(name)).unwrap();
    let mut cases: Vec<Case> = Vec::new();
    for line in table.lines() {
        let (mark, rest) = line.split_at(line.len().min(1));
        let rest = rest.strip_prefix(' ').unwrap_or(rest).to_owned();
        match (mark, cases.last_mut()) {
            ("<", _) => {
                let text =
                    rest.replace("\\\\", "\0").replace("\\n", "\n").replace("\\t", "\t").replace('\0', "\\");
                cases.push(Case { text, shape: String::new(), issues: String::new(), differs: None });
            }
            (">", Some(case)) => case.shape = rest,
            ("!", Some(case)) => case.issues = rest,
            ("?", Some(case)) => case.differs = Some(rest),
            _ => {}
        }
    }
    cases
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
fn the_real_shells_judge_the_same() {
    let mut wrong = String::new();
    for (dialect, name) in TABLES {
        for case in cases(name) {
            let accepted = accepts(dialect, &case.text);
            if (accepted != case.issues.is_empty()) != case.differs.is_some() {
                wrong += &format!("{name}: {:?} is taken by the shell: {accepted}\n", case.text);
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
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
