//! Converts tables in text files into Rust arrays that a crate includes.
//!
//! ```text
//! # A comment takes a whole line.
//! [name]
//! WORD WORD …
//!
//! [other]
//! EXPRESSION = NAME NAME …
//!
//! [third,]
//! NAME OF SEVERAL WORDS, NAME, …
//! ```
//!
//! The first table becomes an array of strings, the second of `("NAME", EXPRESSION)`. In the third, commas
//! separate the names; quotes around one keep the blanks at its ends. Lines that begin with a blank continue the
//! line above.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::Path;

use crate::{Problem, files, read, write};

/// Writes every table in the `.txt` files of a directory to `DIRECTORY/NAME.rs`.
pub fn generate(directory: &Path, out: &Path) -> Result<(), Problem> {
    std::fs::create_dir_all(out).map_err(|e| format!("{}: {e}", out.display()))?;
    let mut names = BTreeMap::new();
    for file in files(directory, "txt")? {
        for (name, array) in arrays(&read(&file)?) {
            if array.contains(",\"") {
                return Err(format!("{}: [{name}] has commas, so it is [{name},]", file.display()));
            }
            write(&out.join(format!("{name}.rs")), &array)?;
            if let Some(other) = names.insert(name.clone(), file.clone()) {
                return Err(format!("{}: [{name}] is also in {}", file.display(), other.display()));
            }
        }
    }
    Ok(())
}

/// Returns the tables of a text: their names, and the arrays as Rust expressions.
fn arrays(text: &str) -> Vec<(String, String)> {
    let mut tables: Vec<(String, String)> = Vec::new();
    let mut separator = ' ';
    let mut lines = text.lines().filter(|line| !line.starts_with('#') && !line.trim().is_empty()).peekable();
    while let Some(line) = lines.next() {
        if let Some(name) = line.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')) {
            separator = if name.ends_with(',') { ',' } else { ' ' };
            tables.push((name.trim_end_matches(',').to_owned(), String::new()));
            continue;
        }
        let mut line = line.to_owned();
        while let Some(more) = lines.next_if(|next| next.starts_with(' ')) {
            line.push_str(more);
        }
        let (value, names) = line.split_once(" = ").map_or((None, line.as_str()), |(v, n)| (Some(v), n));
        let Some((_, array)) = tables.last_mut() else { continue };
        for name in names.split(separator).map(str::trim).filter(|name| !name.is_empty()) {
            let quoted = name.strip_prefix('"').and_then(|rest| rest.strip_suffix('"'));
            let name = quoted.unwrap_or(name);
            let _ = match value {
                Some(value) => write!(array, "({name:?}, {value}), "),
                None => write!(array, "{name:?}, "),
            };
        }
    }
    tables.into_iter().map(|(name, array)| (name, format!("&[{array}]\n"))).collect()
}

#[cfg(test)]
mod tests {
    use super::arrays;

    #[test]
    fn tables_of_words_and_of_values_become_arrays() {
        let text =
            "# words\n[words]\na b\n  c\n\n[values]\nRun(1) = x .y\n\n[names,]\n\"a, b\" = A B, \"C \"\n";
        let array = |name: &str, array: &str| (name.to_owned(), format!("&[{array}]\n"));
        let expected = [
            array("words", r#""a", "b", "c", "#),
            array("values", r#"("x", Run(1)), (".y", Run(1)), "#),
            array("names", r#"("A B", "a, b"), ("C ", "a, b"), "#),
        ];
        assert_eq!(arrays(text), expected);
    }
}
