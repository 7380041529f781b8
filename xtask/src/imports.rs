//! Checks that crates import only what ARCHITECTURE.md allows and that the pure crates are pure. The latter
//! is tested by planting a violation of each kind, which clippy must refuse.

use serde::Deserialize;

use crate::prelude::*;

/// The boundaries between crates.
#[derive(Deserialize)]
struct Rules {
    pure: Vec<String>,
    may_import: BTreeMap<String, Vec<String>>,
}

impl Rules {
    fn read() -> Result<Self> {
        toml::from_str(include_str!("imports.toml")).context("xtask/src/imports.toml")
    }
}

/// One line of code per kind of side effect; clippy must refuse each in a pure crate.
const PLANTED: &[&str] = &[
    "pub fn reads_a_file() -> bool { std::fs::read(\"x\").is_ok() }",
    "pub fn opens_a_file() -> bool { std::fs::File::open(\"x\").is_ok() }",
    "pub fn looks_at_a_file() -> bool { std::path::Path::new(\"x\").exists() }",
    "pub fn reads_the_environment() -> bool { std::env::var(\"X\").is_ok() }",
    "pub fn runs_a_program() -> bool { std::process::Command::new(\"x\").status().is_ok() }",
    "pub fn exits() { std::process::exit(1) }",
    "pub fn connects() -> bool { std::net::TcpStream::connect(\"localhost:1\").is_ok() }",
    "pub fn starts_a_thread() { std::thread::spawn(|| ()); }",
    "pub fn asks_the_clock() -> std::time::Instant { std::time::Instant::now() }",
    "pub fn prints() { println!(\"x\") }",
    "pub fn complains() { eprintln!(\"x\") }",
];

/// Code that a pure crate may contain.
const HARMLESS: &str = "pub fn thinks(text: &str) -> String { text.trim().to_owned() }";

/// Checks every `Cargo.toml` against the table, and the purity of the pure crates.
pub fn check(root: &Path) -> Result<()> {
    let rules = Rules::read()?;
    keeps_table(root, &rules)?;
    for name in &rules.pure {
        refuses_plants(&root.join("crates").join(name)).with_context(|| format!("purity of {name}"))?;
    }
    Ok(())
}

/// Checks the imports of every crate.
fn keeps_table(root: &Path, rules: &Rules) -> Result<()> {
    let mut seen = BTreeSet::new();
    for (name, directory) in crates(root)? {
        let manifest = std::fs::read_to_string(directory.join("Cargo.toml"))?;
        allowed(rules, &name, &manifest)?;
        seen.insert(name);
    }
    for name in &rules.pure {
        ensure!(seen.contains(name), "the pure crate {name} is missing from crates/");
    }
    Ok(())
}

fn crates(root: &Path) -> Result<Vec<(String, std::path::PathBuf)>> {
    let mut found = vec![("xtask".to_owned(), root.join("xtask"))];
    for entry in std::fs::read_dir(root.join("crates"))? {
        let entry = entry?;
        if entry.path().join("Cargo.toml").is_file() {
            found.push((entry.file_name().to_string_lossy().into_owned(), entry.path()));
        }
    }
    found.sort();
    Ok(found)
}

/// Checks that a manifest imports only crates that the table allows.
fn allowed(rules: &Rules, name: &str, manifest: &str) -> Result<()> {
    let may =
        rules.may_import.get(name).with_context(|| format!("{name} has no row in xtask/src/imports.toml"))?;
    let manifest: toml::Table = manifest.parse().with_context(|| format!("Cargo.toml of {name}"))?;
    // tests may import anything, because they are not shipped
    for section in ["dependencies", "build-dependencies"] {
        let Some(table) = manifest.get(section).and_then(toml::Value::as_table) else { continue };
        for import in table.keys() {
            let import = import.strip_prefix("darnit-").unwrap_or(import);
            let is_ours = rules.may_import.contains_key(import);
            ensure!(
                !is_ours || may.iter().any(|may| may == import),
                "{name} may not import {import}: see ARCHITECTURE.md"
            );
        }
    }
    Ok(())
}

/// Returns the inner attributes of a crate, each on one or several lines.
fn attributes(library: &str) -> String {
    let mut found = String::new();
    let mut is_inside = false;
    for line in library.lines() {
        is_inside |= line.starts_with("#![");
        if is_inside {
            found.push_str(line);
            found.push('\n');
            is_inside = !line.ends_with(']');
        }
    }
    found
}

/// Checks a crate that has the pure crate's attributes and `clippy.toml`, and every violation.
fn refuses_plants(pure: &Path) -> Result<()> {
    let library = std::fs::read_to_string(pure.join("src/lib.rs"))?;
    let mut source = attributes(&library);
    let first = source.lines().count() + 1;
    source.push_str(&format!("{HARMLESS}\n{}\n", PLANTED.join("\n")));

    let temporary = tempfile::tempdir()?;
    let directory = temporary.path();
    std::fs::create_dir(directory.join("src"))?;
    std::fs::write(directory.join("src/lib.rs"), source)?;
    std::fs::copy(pure.join("clippy.toml"), directory.join("clippy.toml"))?;
    let manifest = "[package]\nname = \"planted\"\nversion = \"0.0.0\"\nedition = \"2024\"\n[workspace]\n";
    std::fs::write(directory.join("Cargo.toml"), manifest)?;
    let output = Command::new(crate::cargo())
        .args(["clippy", "--offline", "--quiet", "--message-format", "short"])
        .current_dir(directory)
        .env("CARGO_TARGET_DIR", directory.join("target"))
        .env_remove("CLIPPY_CONF_DIR")
        .output()?;
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    let refused = |line: usize| {
        said.lines().any(|text| text.starts_with(&format!("src/lib.rs:{line}:")) && text.contains("error"))
    };
    ensure!(!refused(first), "clippy refuses harmless code:\n{said}");
    for (index, planted) in PLANTED.iter().enumerate() {
        ensure!(refused(first + 1 + index), "nothing refuses this in a pure crate: {planted}\n{said}");
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_forbidden_import_is_found() {
        let rules = Rules::read().unwrap();
        assert!(
            allowed(&rules, "engine", "[dependencies]\nsyntax.workspace = true\nmemchr = \"2\"\n").is_ok()
        );
        assert!(allowed(&rules, "engine", "[dependencies]\nshell.workspace = true\n").is_err());
        assert!(allowed(&rules, "syntax", "[build-dependencies]\ndarnit-engine = \"1\"\n").is_err());
        assert!(allowed(&rules, "engine", "[dev-dependencies]\nshell.workspace = true\n").is_ok());
        assert!(allowed(&rules, "newcomer", "").is_err());
    }

    #[test]
    fn the_repository_keeps_the_table() {
        // not that the pure crates are pure: that needs clippy, and `cargo xtask tidy` checks it
        keeps_table(&crate::root(), &Rules::read().unwrap()).unwrap();
    }

    #[test]
    fn a_crate_without_rules_is_found_out() {
        let directory = std::env::temp_dir().join(format!("darn-impure-{}", std::process::id()));
        std::fs::create_dir_all(directory.join("src")).unwrap();
        std::fs::write(directory.join("src/lib.rs"), "//! No attributes.\n").unwrap();
        std::fs::write(directory.join("clippy.toml"), "").unwrap();
        let result = refuses_plants(&directory);
        std::fs::remove_dir_all(&directory).unwrap();
        assert!(format!("{:#}", result.unwrap_err()).contains("nothing refuses"));
    }
}
