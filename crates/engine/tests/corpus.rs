//! Recorded failures (`corpus/*.md`, written by `cargo xtask record`): what darn proposes first.
//!
//! A section: title, set-up (`sh`), transcript (`console SHELL STATUS`), facts (`toml`, a
//! [`FakeWorld`]), expected first fix (`fix`; empty: nothing may be proposed; `fix gap`: wanted,
//! but not found yet). With `DARN_CORPUS=fill` a `?` is replaced by what is proposed now.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::disallowed_methods,
    clippy::disallowed_macros,
    reason = "a test reads and prints"
)]

use std::path::{Path, PathBuf};

use engine::{CommandRecord, Failure, FakeWorld, Output, RuleSet, diagnose};

#[derive(Debug, Default)]
struct Section {
    title: String,
    shell: String,
    status: i32,
    command: String,
    output: String,
    world: FakeWorld,
    fix: String,
    is_gap: bool,
}

fn corpus() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../corpus")
}

fn pages() -> Vec<PathBuf> {
    let entries = std::fs::read_dir(corpus()).expect("corpus/ is there");
    let mut pages: Vec<_> = entries
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|e| e == "md"))
        .collect();
    pages.sort();
    pages
}

fn sections(page: &str) -> Vec<Section> {
    let mut found = Vec::new();
    for part in page.split("\n## ").skip(1) {
        let mut section =
            Section { title: part.lines().next().unwrap_or("").to_owned(), ..Section::default() };
        let mut lines = part.lines();
        while let Some(line) = lines.next() {
            let Some(info) = line.strip_prefix("```") else { continue };
            let block: Vec<&str> = lines.by_ref().take_while(|line| *line != "```").collect();
            match info.split(' ').collect::<Vec<_>>().as_slice() {
                ["console", shell, status] => {
                    section.shell = (*shell).to_owned();
                    section.status = status.parse().expect("a status");
                    section.command =
                        block[0].strip_prefix("$ ").expect("`$ ` before the command").to_owned();
                    section.output = block[1..].iter().map(|line| format!("{line}\n")).collect();
                }
                ["toml"] => {
                    section.world =
                        toml::from_str(&block.join("\n")).unwrap_or_else(|e| panic!("{}: {e}", section.title))
                }
                ["fix", rest @ ..] => {
                    section.fix = block.join("\n");
                    section.is_gap = rest == ["gap"];
                }
                _ => {}
            }
        }
        found.push(section);
    }
    found
}

/// The first proposal; empty where there is none.
fn first(section: &Section, programs: &[String]) -> String {
    let mut world = section.world.clone();
    if world.programs.is_empty() {
        world.programs = programs.to_vec();
    }
    let record = CommandRecord {
        text: section.command.clone(),
        dialect: section.shell.parse().expect("a known shell"),
        cwd: "/home/me/project".into(),
        status: section.status,
        output: Some(Output::from_bytes(section.output.as_bytes())),
    };
    let diagnosis =
        Failure::of(&record, &world).map(|failure| diagnose(&failure, &world, &RuleSet::default()));
    diagnosis.and_then(|diagnosis| diagnosis.suggestions.first().map(|s| s.text.clone())).unwrap_or_default()
}

#[test]
fn first_fixes_of_recorded_failures() {
    let fill = std::env::var("DARN_CORPUS").is_ok_and(|value| value == "fill");
    let programs: Vec<String> =
        std::fs::read_to_string(corpus().join("programs.txt")).unwrap().lines().map(str::to_owned).collect();
    let (mut right, mut silent, mut wrong, mut gaps) = (0, 0, Vec::new(), 0);
    for path in pages() {
        let mut page = std::fs::read_to_string(&path).unwrap();
        let name = path.file_stem().unwrap().to_string_lossy().into_owned();
        for section in sections(&page) {
            let got = first(&section, &programs);
            if section.fix == "?" {
                assert!(fill, "{name}: {}: a fix `?` has not been looked at", section.title);
                let block =
                    if got.is_empty() { "```fix\n```".to_owned() } else { format!("```fix\n{got}\n```") };
                println!("{name}: {}: {}", section.title, if got.is_empty() { "nothing" } else { &got });
                page = page.replacen("```fix\n?\n```", &block, 1);
                continue;
            }
            match (section.is_gap, got == section.fix) {
                (true, true) => wrong.push(format!("{name}: {}: found now, no longer a gap", section.title)),
                (true, false) if got.is_empty() => gaps += 1,
                (false, true) if got.is_empty() => silent += 1,
                (false, true) => right += 1,
                _ => wrong.push(format!(
                    "{name}: {}: `{}`\n    wanted {:?}\n    got    {got:?}",
                    section.title, section.command, section.fix
                )),
            }
        }
        if fill {
            std::fs::write(&path, page).unwrap();
        }
    }
    let fixable = right + gaps + wrong.len();
    println!(
        "{right} of {fixable} mended by the first proposal, {gaps} known gaps, {silent} rightly silent, {} wrong",
        wrong.len()
    );
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
