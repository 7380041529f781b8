//! `declare -x A=1`, `local b`, `readonly C=3`: fish uses `set`.

use super::{assignment, value_of};

/// Returns the equivalent statements; `None` if fish has none.
pub fn statement(builtin: &str, words: &[&str], in_function: bool) -> Option<String> {
    let mut options = String::new();
    let mut names = Vec::new();
    for word in words {
        match (word.strip_prefix('-'), word.strip_prefix('+')) {
            (Some(letters), _) => options.push_str(letters),
            (_, Some("x")) => options.push('u'),
            (_, Some(_)) => return None,
            _ => names.push(*word),
        }
    }
    // fish has neither maps nor references, and prints variables differently
    if names.is_empty() || options.contains(|letter: char| !"agiruxt".contains(letter)) {
        return None;
    }
    let is_local = builtin == "local" || in_function && builtin != "readonly" && !options.contains('g');
    let mut flags = String::from(if is_local { "-l" } else { "-g" });
    for letter in ['x', 'u'].into_iter().filter(|letter| options.contains(*letter)) {
        flags.push(letter);
    }
    let said: Option<Vec<String>> = names
        .into_iter()
        .map(|word| match assignment(word) {
            Some((name, value)) => Some(format!("set {flags} {name} {}", value_of(name, value)?)),
            // the variable keeps its value; a local variable starts empty
            None if is_local => Some(format!("set {flags} {word}")),
            None => Some(format!("set {flags} {word} ${word}")),
        })
        .collect();
    Some(said?.join("; ").replace(" ; ", "; ").trim_end().to_owned())
}
