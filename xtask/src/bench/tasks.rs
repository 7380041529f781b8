//! `cargo xtask bench tasks`: whether `darn do` with a model carries out tasks, judged by execution, in the manner
//! of InterCode: each task is a query, two right commands and a tree of files. The commands run in copies of the
//! tree, darn in another one; files and output are compared afterwards. See `docs/bench.md`.

mod case;
mod doing;
mod options;
mod tree;

#[cfg(test)]
mod tests;

use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, ensure};

use case::{Case, Wanted};
use doing::Doing;
use options::Options;

/// What came of a task.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Score {
    is_right: bool,
    /// No step failed, and none was refused.
    at_first: bool,
}

pub fn run(arguments: &[String]) -> Result<()> {
    let options = Options::read(arguments)?;
    let cases = case::read(&options.cases)?;
    let place = Place::new(options.at.clone())?;
    if options.is_check {
        for case in &cases {
            check(case, &place)?;
        }
        println!("{} tasks: both commands of each do the same", cases.len());
        return Ok(());
    }
    let darn = options.darn.clone().map_or_else(super::darn, Ok)?;
    let doing = Doing::new(&darn, &place, &options.settings()?)?;
    println!("| task | right | at first | steps | seconds |\n|---|---|---|---|---|");
    let mut scores = Vec::new();
    for case in cases.iter().take(options.limit) {
        let done = doing.carry_out(case, &place)?;
        let score = score(case, &done, &place)?;
        let sign = |is: bool| if is { "yes" } else { "no" };
        println!(
            "| {} | {} | {} | {} | {:.1} |",
            case.query,
            sign(score.is_right),
            sign(score.at_first),
            done.steps,
            done.seconds
        );
        scores.push(score);
    }
    println!("\n{}", told(&scores, &doing.model));
    Ok(())
}

fn told(scores: &[Score], model: &str) -> String {
    let right = scores.iter().filter(|score| score.is_right).count();
    let at_first = scores.iter().filter(|score| score.at_first).count();
    format!("{model}: solved at first attempt: {at_first}, after recovery: {right}, of {}", scores.len())
}

/// Compares what was done with what each of the right commands does.
fn score(case: &Case, done: &doing::Done, place: &Place) -> Result<Score> {
    let mut is_right = false;
    for gold in case.golds() {
        is_right |= Wanted::of(case, gold, place)?.is_met(&done.files, &done.outputs);
    }
    Ok(Score { is_right, at_first: is_right && !done.has_failed })
}

/// Checks that the right commands of a task do the same.
fn check(case: &Case, place: &Place) -> Result<()> {
    let wanted = case.golds().map(|gold| Wanted::of(case, gold, place)).collect::<Result<Vec<_>>>()?;
    let [first, others @ ..] = wanted.as_slice() else { return Ok(()) };
    for other in others {
        let outputs = [other.output.clone()];
        ensure!(first.is_met(&other.files, &outputs), "{}: {first:?} is not {other:?}", case.query);
    }
    Ok(())
}

/// A scratch directory: the tree at the same place for each run, because its path may be printed.
struct Place {
    base: PathBuf,
    work: PathBuf,
}

impl Place {
    /// `at`: where the tree is to stand, for queries that name its place.
    fn new(at: Option<PathBuf>) -> Result<Self> {
        static COUNT: std::sync::atomic::AtomicU32 = std::sync::atomic::AtomicU32::new(0);
        let number = COUNT.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
        let base = std::env::temp_dir().join(format!("darn-tasks-{}-{number}", std::process::id()));
        std::fs::create_dir_all(&base)?;
        if let Some(at) = &at {
            ensure!(!at.exists(), "{} is there already, and every run would replace it", at.display());
        }
        let work = at.unwrap_or_else(|| base.join("work"));
        Ok(Self { base, work })
    }

    /// Puts the tree of a task there, in place of what is there.
    fn fill(&self, case: &Case) -> Result<&Path> {
        if self.work.exists() {
            std::fs::remove_dir_all(&self.work)?;
        }
        std::fs::create_dir_all(&self.work)?;
        tree::write(&self.work, &case.files).with_context(|| case.query.clone())?;
        Ok(&self.work)
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.base);
        let _ = std::fs::remove_dir_all(&self.work);
    }
}
