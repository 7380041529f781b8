//! `cargo xtask record corpus/P.md …`: runs the sections of these pages whose status is `?` in real
//! interactive shells on a PTY, each in a new home, and records status, output and facts, and at the head of
//! the page the tools' versions and the date. A fix `?` becomes darn's current suggestion, which the author
//! reviews before the commit. Then it diagnoses every recorded section again and updates its `gap` mark: a
//! new mark in the diff is a regression.

use crate::corpus::sandbox::Sandbox;
use crate::corpus::{Page, Section, programs};
use crate::prelude::*;
use crate::process::in_parallel;
use crate::vocab::{Machine, version};

/// Number of sections recorded in parallel.
const AT_ONCE: usize = 4;

pub fn run(args: &[String]) -> Result<()> {
    ensure!(!args.is_empty(), "usage: cargo xtask record corpus/P.md …");
    let programs = programs()?;
    for path in args.iter().map(PathBuf::from) {
        let mut page = Page::read(&path)?;
        let open: Vec<&mut Section> = page.sections.iter_mut().filter(|s| s.status.is_none()).collect();
        let mut failed = Vec::new();
        if !open.is_empty() {
            failed = record_all(open, &programs);
            let line = provenance(&path, &page)?;
            if !page.head.contains(&line) {
                page.head = format!("{}\n\n{line}", page.head.trim_end());
            }
        }
        for section in page.sections.iter_mut().filter(|section| section.status.is_some()) {
            section.is_gap = !section.is_right(&section.answer(&programs)?);
        }
        std::fs::write(&path, page.print()).with_context(|| path.display().to_string())?;
        let gaps = page.sections.iter().filter(|section| section.is_gap).count();
        println!("{}: {gaps} gaps in {} sections", path.display(), page.sections.len());
        ensure!(failed.is_empty(), "not recorded:\n{}", failed.join("\n"));
    }
    Ok(())
}

/// Records the sections and returns the titles of those that failed, with the reason.
fn record_all(open: Vec<&mut Section>, programs: &[String]) -> Vec<String> {
    let failure = |section: &mut Section| {
        record(section, programs).err().map(|error| format!("{}: {error:#}", section.title))
    };
    in_parallel(open, AT_ONCE, failure).into_iter().flatten().collect()
}

fn record(section: &mut Section, programs: &[String]) -> Result<()> {
    let sandbox = Sandbox::new()?;
    sandbox.bash(&section.setup).context("the set-up failed")?;
    section.world = sandbox.world(&section.command, &section.world)?;
    let (status, output) = sandbox.interactive(&section.shell, &section.command)?;
    ensure!(!output.contains("```"), "an output that contains ``` cannot be stored in the page");
    ensure!(!output.starts_with("> "), "an output that begins with `> ` looks like a continued command");
    (section.status, section.output) = (Some(status), output);
    if section.fixes == ["?"] {
        let answer = section.answer(programs)?;
        section.fixes = answer.suggestions.into_iter().take(1).collect();
        section.kind = answer.kind.to_owned();
    }
    println!("{status:>4}  {}", section.command.lines().next().unwrap_or_default());
    Ok(())
}

/// Returns a line such as `2026-11-22: git 2.47.3, bash 5.2.15`.
fn provenance(path: &Path, page: &Page) -> Result<String> {
    let name = path.file_stem().unwrap_or_default().to_string_lossy();
    let machine = Machine::new()?;
    let mut tools: Vec<&str> = page.sections.iter().map(|section| section.shell.as_str()).collect();
    tools.extend(page.sections.iter().filter_map(|s| s.command.split_whitespace().next()));
    tools.sort_unstable();
    tools.dedup();
    let mut versions = Vec::new();
    for tool in std::iter::once(&*name).chain(tools.into_iter().filter(|tool| *tool != name)) {
        let version = version(&machine, tool)?;
        if !version.is_empty() && versions.len() < 12 {
            versions.push(format!("{tool} {version}"));
        }
    }
    let date = std::process::Command::new("date").arg("+%F").output()?;
    Ok(format!("{}: {}", String::from_utf8_lossy(&date.stdout).trim(), versions.join(", ")))
}
