//! `cargo xtask tidy`: checks that a reviewer should not have to make.

use crate::prelude::*;

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

/// A text file of the repository.
struct File {
    /// Path from the root of the repository.
    name: String,
    text: String,
}

impl File {
    /// Returns what follows the last full stop of the name.
    fn ending(&self) -> &str {
        self.name.rsplit_once('.').map_or("", |(_, ending)| ending)
    }

    /// Returns whether the file is code of a crate, beside its tests and build script.
    fn is_source(&self) -> bool {
        self.name.starts_with("crates/") && self.name.contains("/src/")
    }
}

/// Returns the lines of a text with their numbers.
fn numbered(text: &str) -> impl Iterator<Item = (usize, &str)> {
    (1..).zip(text.lines())
}

pub fn run(_: &[String]) -> Result<()> {
    let root = crate::root();
    let files = files(&root)?;
    let mut problems = lengths(&files);
    problems.extend(machine_paths(&root, &files));
    problems.extend(circles::problems(&files));
    problems.extend(conflicts::problems(&files));
    problems.extend(process_state::problems(&files));
    problems.extend(programs::problems(&files));
    problems.extend(words::problems(&files));
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

/// Reads every text file of the repository, without the build directory.
fn files(root: &Path) -> Result<Vec<File>> {
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
                let text = std::fs::read(&path).with_context(|| path.display().to_string())?;
                let text = String::from_utf8_lossy(&text).into_owned();
                found.push(File { name: path.strip_prefix(root)?.display().to_string(), text });
            }
        }
    }
    found.sort_by(|one, other| one.name.cmp(&other.name));
    Ok(found)
}

fn lengths(files: &[File]) -> Vec<String> {
    let mut problems = Vec::new();
    let mut lengths = Vec::new();
    for File { name, text } in files.iter().filter(|file| file.ending() == "rs") {
        let lines = text.lines().count();
        lengths.push(lines);
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

/// Finds paths that exist only on the author's machine: the checkout, the home directory.
fn machine_paths(root: &Path, files: &[File]) -> Vec<String> {
    let home = std::env::var_os("HOME").map(PathBuf::from);
    // a home such as `/root` is on every machine and may stand in an example
    let home = home.filter(|home| home.components().count() > 2);
    let private: Vec<String> =
        [Some(root.to_owned()), home].into_iter().flatten().map(|path| path.display().to_string()).collect();
    let mut problems = Vec::new();
    for File { name, text } in files {
        let found = numbered(text).filter(|(_, line)| private.iter().any(|path| line.contains(path)));
        problems.extend(found.map(|(number, _)| format!("{name}:{number}: a path of this machine")));
    }
    problems
}

/// Finds documents that are missing, and paths in them that do not exist.
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

#[cfg(test)]
mod tests {
    use super::*;

    /// Creates the files that a test plants.
    pub fn planted<T: Into<String>, const N: usize>(files: [(&str, T); N]) -> [File; N] {
        files.map(|(name, text)| File { name: name.to_owned(), text: text.into() })
    }

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
        let root = Path::new("/home/author/darn");
        let file = File { name: "a.md".into(), text: format!("fine\nsee {}/a.md\n", root.display()) };
        let problems = machine_paths(root, &[file]);
        assert_eq!(problems, ["a.md:2: a path of this machine"]);
    }
}
