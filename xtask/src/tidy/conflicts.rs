//! Refuses the marks that git leaves around an unresolved conflict.

use super::{File, numbered};

/// Beginnings of the lines that open and close a conflict.
const MARKS: [&str; 2] = ["<<<<<<< ", ">>>>>>> "];

/// Directories of recorded outputs and examples, which may contain conflicts.
const EXEMPT: [&str; 2] = ["corpus/", "crates/engine/src/data/"];

pub fn problems(files: &[File]) -> Vec<String> {
    let mut problems = Vec::new();
    for File { name, text } in files {
        if EXEMPT.iter().any(|directory| name.starts_with(directory)) {
            continue;
        }
        let marked = numbered(text).filter(|(_, line)| MARKS.iter().any(|mark| line.starts_with(mark)));
        problems.extend(marked.map(|(number, _)| format!("{name}:{number}: an unresolved conflict")));
    }
    problems
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_unresolved_conflict_is_refused_outside_of_examples() {
        let [open, close] = MARKS;
        let text = format!("a\n{open}HEAD\nb\n=======\nc\n{close}topic\n{}\n {open}x\n", open.trim_end());
        let names =
            ["README.md", "crates/a/src/lib.rs", "corpus/git.md", "crates/engine/src/data/rules/git.toml"];
        let found = problems(&crate::tidy::tests::planted(names.map(|name| (name, text.as_str()))));
        let expected = ["README.md:2", "README.md:6", "crates/a/src/lib.rs:2", "crates/a/src/lib.rs:6"];
        assert_eq!(found, expected.map(|place| format!("{place}: an unresolved conflict")));
    }
}
