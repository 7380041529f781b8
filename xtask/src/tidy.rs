//! `cargo xtask tidy`: checks that a reviewer should not have to make.

use std::path::{Path, PathBuf};

use anyhow::{Result, bail};

mod circles;
mod conflicts;
mod process_state;
mod programs;
mod words;

/// Maximum lines of a Rust file, and of one in a directory of tests (ARCHITECTURE.md); data and hook scripts may
/// be longer.
const MAX_LINES: usize = 500;
const MAX_TEST_LINES: usize = 600;

/// Endings of files that hold text of ours.
const TEXT: &[&str] = &["rs", "toml", "md", "bash", "zsh", "fish", "sh", "txt", "yml", "yaml"];

/// Documents whose paths must exist.
const DOCUMENTS: &[&str] = &["README.md", "README.zh.md", "ARCHITECTURE.md", "CONTRIBUTING.md"];

/// Beginnings of words in a document that are paths of the repository.
const PATH_STARTS: &[&str] = &["crates/", "xtask/", "corpus/", "docs/", "benches/", ".ci/", ".cargo/"];

pub fn run(_: &[String]) -> Result<()> {
    let root = crate::root();
    let files = files(&root)?;
    let mut problems = lengths(&root, &files);
    problems.extend(machine_paths(&root, &files));
    problems.extend(circles::problems(&root, &files));
    problems.extend(conflicts::problems(&root, &files));
    problems.extend(process_state::problems(&root, &files));
    problems.extend(programs::problems(&root, &files));
    problems.extend(words::problems(&root, &files));
    problems.extend(documents(&root));
    problems.extend(crate::translation::problems(&root));
    if let Err(error) = crate::imports::check(&root) {
        problems.push(format!("{error:#}"));
    }
    if !problems.is_empty() {
        bail!("not tidy:\n{}", problems.join("\n"));
    }
    Ok(())
}

/// Every file of the repository, what git ignores left out.
fn files(root: &Path) -> Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    let mut open = vec![root.to_owned()];
    while let Some(directory) = open.pop() {
        for entry in std::fs::read_dir(&directory)? {
            let path = entry?.path();
            let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            if matches!(name.as_str(), ".git" | "target" | "Cargo.lock") || path.is_symlink() {
                continue;
            }
            if path.is_dir() {
                open.push(path);
            } else if path.extension().is_some_and(|ending| TEXT.iter().any(|text| ending == *text))
                || name == "run"
            {
                found.push(path);
            }
        }
    }
    found.sort();
    Ok(found)
}

fn lengths(root: &Path, files: &[PathBuf]) -> Vec<String> {
    let mut problems = Vec::new();
    let mut lengths = Vec::new();
    for path in files.iter().filter(|path| path.extension().is_some_and(|ending| ending == "rs")) {
        let lines = std::fs::read_to_string(path).unwrap_or_default().lines().count();
        lengths.push(lines);
        let name = short(root, path);
        let most = if name.contains("/tests/") { MAX_TEST_LINES } else { MAX_LINES };
        if lines > most {
            problems.push(format!("{name}: {lines} lines, at most {most}"));
        }
    }
    lengths.sort_unstable();
    let at =
        |percent: usize| lengths.get(lengths.len().saturating_sub(1) * percent / 100).copied().unwrap_or(0);
    println!(
        "tidy: {} Rust files, median {} lines, 90 % below {}, longest {}",
        lengths.len(),
        at(50),
        at(90),
        at(100)
    );
    problems
}

/// Paths that are only right on the machine of who wrote them: the checkout, the home directory.
fn machine_paths(root: &Path, files: &[PathBuf]) -> Vec<String> {
    let home = std::env::var_os("HOME").map(PathBuf::from);
    // a home such as `/root` is on every machine and may stand in an example
    let home = home.filter(|home| home.components().count() > 2);
    let private: Vec<String> =
        [Some(root.to_owned()), home].into_iter().flatten().map(|path| path.display().to_string()).collect();
    let mut problems = Vec::new();
    for path in files {
        let bytes = std::fs::read(path).unwrap_or_default();
        let text = String::from_utf8_lossy(&bytes);
        for (number, line) in text.lines().enumerate() {
            if private.iter().any(|private| line.contains(private.as_str())) {
                problems.push(format!("{}:{}: a path of this machine", short(root, path), number + 1));
            }
        }
    }
    problems
}

/// Documents that are missing, and paths in them that are.
fn documents(root: &Path) -> Vec<String> {
    let mut problems = Vec::new();
    for document in DOCUMENTS {
        let Ok(text) = std::fs::read_to_string(root.join(document)) else {
            problems.push(format!("{document} is missing"));
            continue;
        };
        for path in paths(&text) {
            if !root.join(&path).exists() {
                problems.push(format!("{document} mentions {path}, which there is not"));
            }
        }
    }
    problems
}

/// The paths a document mentions between backquotes, up to the first part that stands for many.
fn paths(text: &str) -> Vec<String> {
    let words = text.split('`').skip(1).step_by(2).flat_map(str::split_whitespace);
    let words = words.filter(|word| PATH_STARTS.iter().any(|start| word.starts_with(start)));
    let fixed = words.map(|word| {
        let word = word.split("::").next().unwrap_or(word).trim_end_matches([',', '.', ':']);
        let parts =
            word.split('/').take_while(|part| !part.contains(['*', '<', '{', '…']) && !is_placeholder(part));
        parts.collect::<Vec<_>>().join("/")
    });
    fixed.collect()
}

/// `NAME.toml`: a word in capitals stands for one the reader chooses.
fn is_placeholder(part: &str) -> bool {
    let stem = part.split('.').next().unwrap_or(part);
    part.contains('.')
        && stem.len() > 1
        && stem.chars().all(|c| c.is_ascii_uppercase())
        && !matches!(stem, "README" | "ARCHITECTURE" | "CONTRIBUTING" | "CHANGELOG")
}

fn short(root: &Path, path: &Path) -> String {
    path.strip_prefix(root).unwrap_or(path).display().to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_of_a_document_are_found() {
        let text = "See `crates/engine/src/spell.rs`, `crates/engine/src/data/rules/<program>.toml`, \
                    `cargo xtask tidy`, `crates/x/NAME.toml` and `.ci/run`.";
        assert_eq!(
            paths(text),
            ["crates/engine/src/spell.rs", "crates/engine/src/data/rules", "crates/x", ".ci/run"]
        );
    }

    #[test]
    fn a_path_of_this_machine_is_found() {
        let root = std::env::temp_dir().join(format!("darn-tidy-{}", std::process::id()));
        std::fs::create_dir_all(&root).unwrap();
        let file = root.join("a.md");
        std::fs::write(&file, format!("fine\nsee {}/a.md\n", root.display())).unwrap();
        let problems = machine_paths(&root, &[file]);
        std::fs::remove_dir_all(&root).unwrap();
        assert_eq!(problems, ["a.md:2: a path of this machine"]);
    }
}
