//! Reads and packs data files for the build scripts of other crates. `datafiles` unpacks them at run time.
#![allow(clippy::print_stdout, clippy::print_stderr, reason = "a build script talks to cargo by printing")]

use std::num::NonZeroU64;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

pub mod tables;

/// What build scripts need.
pub mod prelude {
    pub use std::collections::{BTreeMap, BTreeSet};
    pub use std::fmt::Write as _;
    pub use std::path::Path;
    pub use std::process::ExitCode;

    pub use crate::{
        Problem, compress, output_directory, parse, read, source_directory, stem, store, strings, toml_files,
        write, write_bytes,
    };
}

/// A problem with a data file; a build script prints it and fails.
pub type Problem = String;

/// Runs a build script; prints its problem if it fails.
pub fn run(build: impl FnOnce() -> Result<(), Problem>) -> ExitCode {
    match build() {
        Ok(()) => ExitCode::SUCCESS,
        Err(problem) => {
            eprintln!("{problem}");
            ExitCode::FAILURE
        }
    }
}

/// Returns a variable that cargo sets for build scripts.
pub fn variable(name: &str) -> Result<String, Problem> {
    std::env::var(name).map_err(|e| format!("{name}: {e}"))
}

/// Returns the directory for generated files.
pub fn output_directory() -> Result<PathBuf, Problem> {
    variable("OUT_DIR").map(PathBuf::from)
}

/// Returns a directory of the crate being built, by its path within the crate.
pub fn source_directory(below: &str) -> Result<PathBuf, Problem> {
    println!("cargo:rerun-if-changed=build.rs");
    Ok(PathBuf::from(variable("CARGO_MANIFEST_DIR")?).join(below))
}

/// Returns the TOML files of a directory, sorted. Cargo reruns the build script when one changes.
/// A missing directory counts as empty, because git stores no empty directories.
pub fn toml_files(directory: &Path) -> Result<Vec<PathBuf>, Problem> {
    files(directory, "toml")
}

/// Returns the files of a directory with an extension, sorted, like [`toml_files`].
pub fn files(directory: &Path, extension: &str) -> Result<Vec<PathBuf>, Problem> {
    println!("cargo:rerun-if-changed={}", directory.display());
    let Ok(entries) = std::fs::read_dir(directory) else { return Ok(Vec::new()) };
    let mut found = Vec::new();
    for entry in entries {
        let path = entry.map_err(|e| format!("{}: {e}", directory.display()))?.path();
        if path.extension().is_some_and(|e| e == extension) {
            println!("cargo:rerun-if-changed={}", path.display());
            found.push(path);
        }
    }
    found.sort();
    Ok(found)
}

/// Reads a file.
pub fn read(file: &Path) -> Result<String, Problem> {
    std::fs::read_to_string(file).map_err(|e| format!("{}: {e}", file.display()))
}

/// Reads a file as TOML.
pub fn parse(file: &Path) -> Result<toml::Table, Problem> {
    read(file)?.parse().map_err(|e| format!("{}: {e}", file.display()))
}

/// Converts a string or a list of strings to a list.
pub fn strings(value: Option<&toml::Value>) -> Vec<String> {
    match value {
        Some(toml::Value::String(one)) => vec![one.clone()],
        Some(toml::Value::Array(many)) => many.iter().filter_map(|v| v.as_str().map(str::to_owned)).collect(),
        _ => Vec::new(),
    }
}

/// Returns the name of a file without its extension.
pub fn stem(file: &Path) -> String {
    file.file_stem().map(|s| s.to_string_lossy().into_owned()).unwrap_or_default()
}

/// Stores files by stem and text, compressed to a fifth, for commands that show a rule or run its examples.
/// Hooks do not read them.
pub fn store(file: &Path, texts: &[(String, String)]) -> Result<(), Problem> {
    let bytes = postcard::to_allocvec(texts).map_err(|e| format!("{}: {e}", file.display()))?;
    write_bytes(file, &compress(&bytes))
}

/// Attempts of zopfli to find a smaller form; more of them gain some hundred bytes.
const ITERATIONS: u64 = 5;

/// Compresses with deflate; for a release 4 % smaller, which takes far longer.
pub fn compress(bytes: &[u8]) -> Vec<u8> {
    const BEST: u8 = 10;
    let quickly = || miniz_oxide::deflate::compress_to_vec(bytes, BEST);
    if variable("PROFILE").is_ok_and(|profile| profile == "release") {
        compress_further(bytes).unwrap_or_else(quickly)
    } else {
        quickly()
    }
}

fn compress_further(bytes: &[u8]) -> Option<Vec<u8>> {
    let options =
        zopfli::Options { iteration_count: NonZeroU64::new(ITERATIONS)?, ..zopfli::Options::default() };
    let mut packed = Vec::new();
    zopfli::compress(options, zopfli::Format::Deflate, bytes, &mut packed).ok()?;
    Some(packed)
}

/// Writes a generated file.
pub fn write(file: &Path, text: &str) -> Result<(), Problem> {
    write_bytes(file, text.as_bytes())
}

/// Writes a generated file that is not text.
pub fn write_bytes(file: &Path, bytes: &[u8]) -> Result<(), Problem> {
    std::fs::write(file, bytes).map_err(|e| format!("{}: {e}", file.display()))
}
