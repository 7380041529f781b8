//! Refuses the marks that git leaves around an unresolved conflict.

use std::path::{Path, PathBuf};

/// Beginnings of the lines that open and close a conflict.
const MARKS: [&str; 2] = ["<<<<<<< ", ">>>>>>> "];

/// Directories of recorded outputs and examples, which may contain conflicts.
const EXEMPT: [&str; 2] = ["corpus/", "crates/engine/src/data/"];

pub fn problems(root: &Path, files: &[PathBuf]) -> Vec<String> {
    let mut problems = Vec::new();
    for path in files {
        let name = super::short(root, path);
        if EXEMPT.iter().any(|directory| name.starts_with(directory)) {
            continue;
        }
        let text = std::fs::read_to_string(path).unwrap_or_default();
        for (number, line) in text.lines().enumerate() {
            if MARKS.iter().any(|mark| line.starts_with(mark)) {
                problems.push(format!("{name}:{}: an unresolved conflict", number + 1));
            }
        }
    }
    problems
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_unresolved_conflict_is_refused_outside_of_examples() {
        let root = std::env::temp_dir().join(format!("darn-conflicts-{}", std::process::id()));
        let [open, close] = MARKS;
        let text = format!("a\n{open}HEAD\nb\n=======\nc\n{close}topic\n{}\n {open}x\n", open.trim_end());
        let names =
            ["README.md", "crates/a/src/lib.rs", "corpus/git.md", "crates/engine/src/data/rules/git.toml"];
        for name in names {
            let path = root.join(name);
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(path, &text).unwrap();
        }
        let found = problems(&root, &names.map(|name| root.join(name)));
        std::fs::remove_dir_all(&root).unwrap();
        let expected = ["README.md:2", "README.md:6", "crates/a/src/lib.rs:2", "crates/a/src/lib.rs:6"];
        assert_eq!(found, expected.map(|place| format!("{place}: an unresolved conflict")));
    }
}
