//! How a suggestion changes the line.

use super::Case;

/// Returns the kind of change.
pub fn kind(case: &Case, offered: &str) -> &'static str {
    let (old, new): (Vec<&str>, Vec<&str>) =
        (case.command.split_whitespace().collect(), offered.split_whitespace().collect());
    let added: Vec<&&str> = new.iter().filter(|word| !old.contains(word)).collect();
    let is_said = added.iter().all(|word| case.output.contains(word.trim_matches(['\'', '"'])));
    if new.len() > old.len() && new.ends_with(&old) {
        return match () {
            () if offered.contains("install") => "step before: installs",
            () if is_said => "step before, from the output",
            () => "step before",
        };
    }
    if is_within(&old, &new) {
        return if is_said { "words added, from the output" } else { "words added" };
    }
    if is_within(&new, &old) {
        return "words left out";
    }
    match old.iter().filter(|word| !new.contains(word)).count() {
        1 if is_said => "one word replaced, from the output",
        1 => "one word replaced",
        0 => "another order",
        _ => "rewritten",
    }
}

/// Returns whether all words of a line occur in another one, in this order.
fn is_within(few: &[&str], many: &[&str]) -> bool {
    let mut rest = many.iter();
    few.iter().all(|word| rest.any(|other| other == word))
}
