//! Failures that people posted in public: `cargo xtask bench posted [--misses] [--answers FILE] [CASES…]`.
//!
//! The cases in `tests/posted` were collected by authors who had not read the rules. `learn` is for learning;
//! of `blind` only the figures are printed, never a case. `--answers` writes the answers to a file,
//! for judges who have not read the rules either. Files of new cases are measured instead, if named.

use std::io::Write as _;

use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::prelude::*;
use crate::process::in_parallel;

mod change;
mod table;
mod world;

const AT_ONCE: usize = 2;
/// Number of suggestions that a user sees at once.
const SHOWN: usize = 3;

/// What the tool should do with a case.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Label {
    /// One of the accepted lines repairs it.
    Fixable,
    /// Only its cause can be named.
    Explain,
    /// Nothing should be offered.
    Negative,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Case {
    id: String,
    family: String,
    shell: String,
    label: Label,
    command: String,
    status: i32,
    output: String,
    /// Lines that repair it, the most usual first; `<NAME>` stands for any word. Where only the cause can be
    /// named: lines that are right, though nothing is wanted.
    #[serde(default)]
    accept: Vec<String>,
    /// Phrases in lower case; any of them in an explanation names the true cause.
    #[serde(default)]
    because: Vec<String>,
    world: world::World,
    /// Address of the thread.
    #[serde(rename = "source")]
    _source: String,
}

/// What the tool answered.
#[derive(Debug, Default, Serialize)]
struct Answer {
    suggestions: Vec<Suggestion>,
    /// Explanation, in lower case; empty: none.
    explanation: String,
}

#[derive(Debug, Deserialize, Serialize)]
struct Suggestion {
    command: String,
    applicability: String,
    /// The rule.
    origin: String,
}

/// How a case ended.
#[derive(Debug, Clone)]
struct Outcome {
    family: String,
    label: Label,
    /// Applicability of the first suggestion.
    offered: Option<String>,
    /// What kind of rule offered it.
    source: Option<&'static str>,
    /// How it changes the line.
    change: Option<&'static str>,
    is_first_right: bool,
    is_one_right: bool,
    explains: Explains,
}

impl Outcome {
    /// Returns whether something wrong is offered where nothing is wanted.
    fn is_disturbed(&self) -> bool {
        self.label != Label::Fixable && self.offered.is_some() && !self.is_first_right
    }
}

/// How an explanation relates to the true cause.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Explains {
    Nothing,
    Something,
    TrueCause,
}

pub fn run(arguments: &[String]) -> Result<()> {
    let (mut shows_misses, mut answers, mut new) = (false, None, Vec::new());
    let mut rest = arguments.iter();
    while let Some(argument) = rest.next() {
        match (argument.as_str(), rest.clone().next()) {
            ("--misses", _) => shows_misses = true,
            ("--answers", Some(file)) => {
                answers = Some(std::fs::File::create(file).with_context(|| file.clone())?);
                rest.next();
            }
            (file, _) if !file.starts_with('-') => new.push((file.to_owned(), PathBuf::from(file))),
            _ => bail!("cargo xtask bench posted [--misses] [--answers FILE] [CASES…]"),
        }
    }
    let base = world::Base::new()?;
    let darn = super::darn()?;
    let own = ["learn", "blind"]
        .map(|half| (half.to_owned(), crate::root().join("tests/posted").join(half).join("cases.jsonl")));
    for (name, path) in if new.is_empty() { own.to_vec() } else { new } {
        let is_blind = name == "blind";
        let text = std::fs::read_to_string(&path).with_context(|| path.display().to_string())?;
        let cases = text.lines().map(serde_json::from_str).collect::<Result<Vec<Case>, _>>()?;
        let outcomes = in_parallel(cases, AT_ONCE, |case| {
            let answer = world::ask(&darn, &base, &case)?;
            let outcome = judge(&case, &answer);
            if shows_misses && !is_blind {
                show_miss(&case, &answer, &outcome);
            }
            if let Some(mut file) = answers.as_ref() {
                // one write, or the lines of two threads mix
                file.write_all(format!("{}\n", json!({ "id": case.id, "answer": answer })).as_bytes())?;
            }
            Ok(outcome)
        });
        let outcomes = outcomes.into_iter().collect::<Result<Vec<Outcome>>>()?;
        table::print(&name, &outcomes);
    }
    Ok(())
}

fn judge(case: &Case, answer: &Answer) -> Outcome {
    let is_right = |suggestion: &Suggestion| {
        case.accept.iter().any(|accepted| table::is_same(accepted, &suggestion.command, &case.shell))
    };
    let explains = if answer.explanation.is_empty() {
        Explains::Nothing
    } else if case.because.iter().any(|phrase| answer.explanation.contains(phrase)) {
        Explains::TrueCause
    } else {
        Explains::Something
    };
    Outcome {
        family: case.family.clone(),
        label: case.label,
        offered: answer.suggestions.first().map(|first| first.applicability.clone()),
        source: answer.suggestions.first().map(source),
        change: answer.suggestions.first().map(|first| change::kind(case, &first.command)),
        is_first_right: answer.suggestions.first().is_some_and(is_right),
        is_one_right: answer.suggestions.iter().take(SHOWN).any(is_right),
        explains,
    }
}

/// Returns how general the rule of a suggestion is.
fn source(suggestion: &Suggestion) -> &'static str {
    match suggestion.origin.as_str() {
        "rule:any/advice" | "rule:any/tool-hint" => "the output's advice",
        origin if origin.starts_with("rule:any/") => "rules for any program",
        _ => "rules for one program",
    }
}

fn show_miss(case: &Case, answer: &Answer, outcome: &Outcome) {
    let is_missed = match case.label {
        Label::Fixable => !outcome.is_first_right,
        Label::Explain | Label::Negative => outcome.is_disturbed(),
    };
    let shown = |one: &Suggestion| format!("{} ({}, {})", one.command, one.applicability, one.origin);
    if is_missed {
        let offered: Vec<_> = answer.suggestions.iter().map(shown).collect();
        println!("{} [{:?}]\n  $ {}", case.id, case.label, case.command);
        println!("  wanted  {}\n  offered {}", case.accept.join(" | "), offered.join(" | "));
    }
    if case.label != Label::Negative && outcome.explains != Explains::TrueCause {
        println!("{} [{:?}]\n  $ {}", case.id, outcome.explains, case.command);
        println!(
            "  because {}\n  said    {}",
            case.because.join(" | "),
            answer.explanation.replace('\n', " / ")
        );
    }
}

/// Groups outcomes by a name.
fn by(outcomes: &[Outcome], name: impl Fn(&Outcome) -> String) -> BTreeMap<String, Vec<&Outcome>> {
    let mut groups: BTreeMap<String, Vec<&Outcome>> = BTreeMap::new();
    for outcome in outcomes {
        groups.entry(name(outcome)).or_default().push(outcome);
    }
    groups
}
