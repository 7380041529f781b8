//! Turns `src/data/secrets/*.toml` into static tables without their examples: `OUT_DIR/secrets.rs`,
//! `secret_arguments.rs`, `secret_names.rs`; and stores the files as they are, deflated: `secret_files.bin`.
//! The files stay the single source; nothing generated is committed.
#![allow(clippy::print_stdout, clippy::print_stderr, reason = "a build script talks to cargo by printing")]
#![allow(
    clippy::disallowed_methods,
    clippy::disallowed_macros,
    reason = "the build is not the crate: it reads the data files"
)]

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

#[allow(dead_code, unreachable_pub, reason = "the crate uses more of it than the build")]
#[path = "src/pattern.rs"]
mod pattern;

fn main() -> ExitCode {
    match build() {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("{message}");
            ExitCode::FAILURE
        }
    }
}

fn build() -> Result<(), String> {
    let data = PathBuf::from(var("CARGO_MANIFEST_DIR")?).join("src/data/secrets");
    println!("cargo:rerun-if-changed=build.rs");
    secrets(&data, &PathBuf::from(var("OUT_DIR")?))
}

/// `FORMS`: (literal, bytes before it, pattern, kind of token), sorted; `ARGUMENTS`: where programs take
/// secrets, `PROGRAMS`: those they are about, `PLACES`: of each, in `ARGUMENTS`; the words of each key of `[names]`, sorted.
fn secrets(dir: &Path, out: &Path) -> Result<(), String> {
    let (mut forms, mut arguments, mut names) = (Vec::new(), String::new(), String::new());
    let mut programs: BTreeMap<String, Vec<usize>> = BTreeMap::new();
    let (mut count, mut texts) = (0, Vec::new());
    let cows = |list: &[String]| -> String {
        let list: Vec<String> = list.iter().map(|text| format!("Cow::Borrowed({text:?})")).collect();
        format!("Cow::Borrowed(&[{}])", list.join(", "))
    };
    for file in files(dir)? {
        let table = parse(&file)?;
        let list = |key: &str| table.get(key).and_then(toml::Value::as_array).cloned().unwrap_or_default();
        for secret in list("secret") {
            let kind = strings(secret.get("id")).concat().replace('/', "-");
            for form in strings(secret.get("pattern")) {
                if let Some(message) = pattern::problem(&form) {
                    return Err(format!("{}: {kind}: {form}: {message}", file.display()));
                }
                let (lead, anchor) = pattern::anchor(&form).unwrap_or_default();
                forms.push((anchor.to_owned(), lead, form.clone(), kind.clone()));
            }
        }
        for argument in list("argument") {
            let text = |key: &str| format!("Cow::Borrowed({:?})", strings(argument.get(key)).concat());
            let list = |key: &str| strings(argument.get(key));
            let is = |key: &str| argument.get(key).and_then(toml::Value::as_bool).unwrap_or_default();
            for program in list("programs") {
                programs.entry(program).or_default().push(count);
            }
            count += 1;
            let _ = writeln!(
                arguments,
                "Argument {{ kind: {}, programs: Cow::Borrowed(&[]), attached: {}, next: {}, operand: {}, behind: {}, \
                 only_behind: {}, needs: {}, only_before_operands: {}, examples: Cow::Borrowed(&[]), \
                 near_misses: Cow::Borrowed(&[]) }},",
                text("kind"),
                cows(&list("attached")),
                cows(&list("next")),
                argument.get("operand").and_then(toml::Value::as_integer).unwrap_or_default(),
                text("behind"),
                is("only_behind"),
                text("needs"),
                is("only_before_operands"),
            );
        }
        let lists = table.get("names").and_then(toml::Value::as_table).into_iter().flatten();
        for (name, words) in lists.filter(|(name, _)| !matches!(name.as_str(), "examples" | "near_misses")) {
            let words: Vec<String> = BTreeSet::from_iter(strings(Some(words))).into_iter().collect();
            let _ = writeln!(names, "static {}: Words = Words::new(&{words:?});", name.to_uppercase());
        }
        texts.push((stem(&file), read(&file)?));
    }
    store(&out.join("secret_files.bin"), &texts)?;
    forms.sort();
    let text = format!("static FORMS: &[(&str, usize, &str, &str)] = &{forms:?};\n");
    write(&out.join("secrets.rs"), &text)?;
    let places: Vec<String> = programs.values().map(|places| format!("&{places:?}")).collect();
    let text = format!(
        "static ARGUMENTS: &[Argument] = &[\n{arguments}];\n\
         static PROGRAMS: Words = Words::new(&{:?});\nstatic PLACES: &[&[usize]] = &[{}];\n",
        programs.keys().collect::<Vec<_>>(),
        places.join(", ")
    );
    write(&out.join("secret_arguments.rs"), &text)?;
    write(&out.join("secret_names.rs"), &names)
}

/// The TOML files of a directory, sorted, each announced to cargo.
fn files(dir: &Path) -> Result<Vec<PathBuf>, String> {
    println!("cargo:rerun-if-changed={}", dir.display());
    let Ok(entries) = std::fs::read_dir(dir) else { return Ok(Vec::new()) }; // git keeps no empty directories
    let mut found = Vec::new();
    for entry in entries {
        let path = entry.map_err(|e| format!("{}: {e}", dir.display()))?.path();
        if path.extension().is_some_and(|e| e == "toml") {
            println!("cargo:rerun-if-changed={}", path.display());
            found.push(path);
        }
    }
    found.sort();
    Ok(found)
}

fn read(file: &Path) -> Result<String, String> {
    std::fs::read_to_string(file).map_err(|e| format!("{}: {e}", file.display()))
}

fn parse(file: &Path) -> Result<toml::Table, String> {
    read(file)?.parse().map_err(|e| format!("{}: {e}", file.display()))
}

/// A string or a list of strings.
fn strings(value: Option<&toml::Value>) -> Vec<String> {
    match value {
        Some(toml::Value::String(one)) => vec![one.clone()],
        Some(toml::Value::Array(many)) => many.iter().filter_map(|v| v.as_str().map(str::to_owned)).collect(),
        _ => Vec::new(),
    }
}

fn stem(file: &Path) -> String {
    file.file_stem().map(|s| s.to_string_lossy().into_owned()).unwrap_or_default()
}

fn var(name: &str) -> Result<String, String> {
    std::env::var(name).map_err(|e| format!("{name}: {e}"))
}

/// Stems and texts for those who ask for a rule's text or its examples, which no hook does: a fifth of
/// their size.
fn store(file: &Path, texts: &[(String, String)]) -> Result<(), String> {
    let bytes = postcard::to_allocvec(texts).map_err(|e| format!("{}: {e}", file.display()))?;
    std::fs::write(file, deflated(&bytes)).map_err(|e| format!("{}: {e}", file.display()))
}

fn deflated(bytes: &[u8]) -> Vec<u8> {
    /// The smallest that there is.
    const LEVEL: u8 = 10;
    miniz_oxide::deflate::compress_to_vec(bytes, LEVEL)
}

fn write(file: &Path, text: &str) -> Result<(), String> {
    std::fs::write(file, text).map_err(|e| format!("{}: {e}", file.display()))
}
