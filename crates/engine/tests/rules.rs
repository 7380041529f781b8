//! The examples inside every built-in rule file.

#![allow(clippy::disallowed_macros, reason = "a test prints")]

use engine::rules::{built_in_files, examples};

#[test]
fn examples_of_built_in_rules() {
    let mut wrong = Vec::new();
    let (mut rules, mut count) = (0, 0);
    for (stem, text) in built_in_files() {
        let report = examples::run(stem, text);
        rules += report.rules;
        count += report.examples;
        wrong.extend(report.errors.iter().map(ToString::to_string));
    }
    println!("{rules} rules, {count} examples");
    assert!(wrong.is_empty(), "{} wrong:\n{}", wrong.len(), wrong.join("\n"));
}
