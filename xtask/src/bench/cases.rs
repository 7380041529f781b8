//! Correctness of fixes: `cargo xtask bench cases [REAL_CASES]` runs darn and the peers on the corpus, each
//! in a new scene of the section, and on a directory of cases that are verified by execution.
//!
//! On the corpus a proposal is correct if it equals one of the page's answers. Peers that word a correct
//! answer differently are underrated, so the answers list every equally good one.

use std::io::Write as _;
use std::sync::Mutex;

use super::advisers::{Adviser, all};
use crate::corpus::sandbox::Sandbox;
use crate::corpus::{Page, Section, paths};
use crate::prelude::*;
use crate::process::{self, in_parallel};

const AT_ONCE: usize = 2;

/// An adviser's score on some sections.
#[derive(Debug, Default, Clone, Copy)]
struct Score {
    fixable: usize,
    first: usize,
    in_three: usize,
    /// Number of wrong first proposals for fixable cases.
    wrong: usize,
    negatives: usize,
    disturbed: usize,
}

impl Score {
    fn add(&mut self, section: &Section, proposed: &[String]) {
        let right = |proposal: &&String| section.fixes.contains(proposal);
        if section.is_negative() {
            self.negatives += 1;
            self.disturbed += usize::from(!proposed.is_empty());
            return;
        }
        self.fixable += 1;
        let first = proposed.first().is_some_and(|first| right(&first));
        self.first += usize::from(first);
        self.wrong += usize::from(!first && !proposed.is_empty());
        self.in_three += usize::from(proposed.iter().take(3).any(|proposal| right(&proposal)));
    }

    fn show(self) -> String {
        let of = |part: usize, whole: usize| match whole {
            0 => "–".to_owned(),
            whole => format!("{:.1} %", part as f64 * 100.0 / whole as f64),
        };
        format!(
            "{} | {} | {} | {}",
            of(self.first, self.fixable),
            of(self.in_three, self.fixable),
            of(self.first, self.first + self.wrong + self.disturbed),
            of(self.disturbed, self.negatives)
        )
    }
}

pub fn run(arguments: &[String]) -> Result<()> {
    let advisers = all()?;
    corpus(&advisers)?;
    match arguments.first() {
        Some(directory) => verified(Path::new(directory)),
        None => Ok(()),
    }
}

fn corpus(advisers: &[Adviser]) -> Result<()> {
    let mut sections = Vec::new();
    for path in paths()? {
        let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        sections.extend(Page::read(&path)?.sections.into_iter().map(|section| (name.clone(), section)));
    }
    let count = sections.len();
    let scores: Mutex<BTreeMap<(String, usize), Score>> = Mutex::default();
    in_parallel(sections, AT_ONCE, |(page, section)| {
        for (at, adviser) in advisers.iter().enumerate() {
            let proposed = ask(adviser, &section).unwrap_or_else(|error| {
                eprintln!("{} on {page}: {}: {error:#}", adviser.name, section.title);
                Vec::new()
            });
            if let Ok(mut scores) = scores.lock() {
                // ∑ sorts behind all names
                let all = "∑ **all**".to_owned();
                for row in [page.clone(), format!("kind {}", section.kind), all] {
                    scores.entry((row, at)).or_default().add(&section, &proposed);
                }
            }
        }
    });
    let scores = scores.into_inner().unwrap_or_default();
    println!("The corpus: {count} recorded commands. First: the first proposal is right, of the fixable;");
    println!("three: among the first three; precision: right, of what is proposed first; offers: something");
    println!("proposed where nothing may be.\n");
    for (at, adviser) in advisers.iter().enumerate() {
        println!(
            "| {} | fixable | first | three | precision | offers |\n|---|---|---|---|---|---|",
            adviser.name
        );
        for ((row, _), score) in scores.iter().filter(|((_, of), _)| *of == at) {
            println!("| {row} | {} | {} |", score.fixable, score.show());
        }
        println!();
    }
    Ok(())
}

/// Asks in a new scene: peers run the command again.
fn ask(adviser: &Adviser, section: &Section) -> Result<Vec<String>> {
    let sandbox = Sandbox::new()?;
    sandbox.bash(&section.setup)?;
    let output = sandbox.file("output", &section.output)?;
    let mut proposed = (adviser.ask)(adviser, &sandbox, section, &output)?;
    for proposal in &mut proposed {
        *proposal = sandbox.named(proposal.trim());
    }
    proposed.truncate(3);
    Ok(proposed)
}

/// Runs the cases of a directory with `record.py` (predicts in a sandbox) and `score.py` (executes).
fn verified(directory: &Path) -> Result<()> {
    let tools = super::advisers::tools(directory)?;
    for (file, executed) in [("cases_public.jsonl", true), ("negatives_public.jsonl", false)] {
        let predictions = tools.join(file.trim_end_matches(".jsonl"));
        let python = |arguments: Vec<String>| {
            let mut command = std::process::Command::new("python3");
            command.args(arguments).env("RC_TOOLS", &tools).env("PYTHONDONTWRITEBYTECODE", "1");
            process::run(command.current_dir(directory))
        };
        let mut predict =
            vec!["record.py".into(), "predict".into(), file.into(), predictions.display().to_string()];
        let advisers = super::advisers::ADAPTERS;
        predict.extend(advisers.iter().map(|(name, adapter)| format!("{name}={adapter}")));
        python(predict)?;
        for (name, _) in advisers {
            println!("\n## {name}, {file}");
            std::io::stdout().flush()?;
            let mut score = vec![
                "score.py".into(),
                format!("{}.{name}.jsonl", predictions.display()),
                "--cases".into(),
                file.into(),
            ];
            if executed {
                score.push("--exec".into());
            }
            python(score)?;
        }
    }
    Ok(())
}
