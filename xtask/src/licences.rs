//! The licences and sources of dependencies: what may be linked into a program under MIT or Apache-2.0, and
//! nothing from outside crates.io.

use serde_json::Value;

use crate::prelude::*;

/// Licences that allow it, as in SPDX.
const ALLOWED: &[&str] = &[
    "0BSD", "Apache-2.0", "Apache-2.0 WITH LLVM-exception", "BSD-2-Clause", "BSD-3-Clause", "CC0-1.0",
    "CDLA-Permissive-2.0", "ISC", "MIT", "MIT-0", "Unicode-3.0", "Unlicense", "Zlib",
];
const CRATES_IO: &str = "registry+https://github.com/rust-lang/crates.io-index";

/// Checks every dependency of the lock file, without network.
pub fn run() -> Result<()> {
    let mut command = Command::new(crate::cargo());
    command.args(["metadata", "--format-version", "1", "--locked"]).current_dir(crate::root());
    let output = command.output()?;
    ensure!(output.status.success(), "cargo metadata: {}", String::from_utf8_lossy(&output.stderr));
    let metadata: Value = serde_json::from_slice(&output.stdout)?;
    let packages = metadata["packages"].as_array().context("cargo metadata lists no packages")?;
    let refused: Vec<String> = packages.iter().filter_map(problem).collect();
    ensure!(refused.is_empty(), "dependencies:\n{}", refused.join("\n"));
    Ok(())
}

/// What is wrong with a package.
fn problem(package: &Value) -> Option<String> {
    let name = package["name"].as_str().unwrap_or_default();
    let source = package["source"].as_str();
    if source.is_some_and(|source| source != CRATES_IO) {
        return Some(format!("{name} comes from {}", source.unwrap_or_default()));
    }
    let licence = package["license"].as_str().unwrap_or_default();
    (!is_allowed(licence)).then(|| format!("{name} is under {licence:?}"))
}

/// Whether an SPDX expression can be satisfied with allowed licences. `AND` binds tighter than `OR`.
fn is_allowed(expression: &str) -> bool {
    let expression = expression.trim();
    if ALLOWED.contains(&expression) {
        return true;
    }
    if let Some((first, second)) = split(expression, " OR ").or_else(|| expression.split_once('/')) {
        return is_allowed(first) || is_allowed(second);
    }
    if let Some((first, second)) = split(expression, " AND ") {
        return is_allowed(first) && is_allowed(second);
    }
    expression.strip_prefix('(').and_then(|rest| rest.strip_suffix(')')).is_some_and(is_allowed)
}

/// Splits at the first operator outside of parentheses.
fn split<'a>(expression: &'a str, operator: &str) -> Option<(&'a str, &'a str)> {
    expression.match_indices(operator).find_map(|(at, _)| {
        let (first, rest) = expression.split_at_checked(at)?;
        let is_outside = first.matches('(').count() == first.matches(')').count();
        is_outside.then_some((first, rest.strip_prefix(operator)?))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn expression_with_a_permissive_choice_is_allowed() {
        for expression in ["MIT", "MIT OR GPL-3.0", "Unlicense/MIT", "(MIT OR GPL-2.0) AND Unicode-3.0"] {
            assert!(is_allowed(expression), "{expression}");
        }
    }

    #[test]
    fn expression_without_one_is_refused() {
        for expression in ["", "GPL-3.0-only", "MIT AND GPL-3.0", "(GPL-2.0 OR LGPL-2.1) AND MIT"] {
            assert!(!is_allowed(expression), "{expression}");
        }
    }

    #[test]
    fn package_from_another_source_is_refused() {
        let package =
            |source: Option<&str>| serde_json::json!({ "name": "a", "license": "MIT", "source": source });
        assert_eq!(problem(&package(None)), None);
        assert_eq!(problem(&package(Some(CRATES_IO))), None);
        let found = problem(&package(Some("git+https://example.com/a")));
        assert!(found.is_some_and(|found| found.contains("comes from git+")));
    }
}
