//! Converts `src/data/rules/*.toml` to the form read at run time:
//!
//! - `OUT_DIR/rules.rs`: each rule without its examples and with the texts that must occur in the
//!   output (TOML costs 30–45 µs per KB to parse: only the few rules whose text occurs are parsed),
//!   and which files concern a program;
//! - `OUT_DIR/rule_files.bin`: the files as they are, examples included;
//! - `src/data/tables/*.txt` → `OUT_DIR/tables/*.rs`: arrays that the macro `table!` includes.
//!
//! The files stay the single source; nothing generated is committed.
#![allow(clippy::print_stderr, reason = "cargo shows what a failed build script prints")]
#![allow(
    clippy::disallowed_methods,
    clippy::disallowed_macros,
    reason = "the build is not the crate: it reads the data files"
)]

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::Path;
use std::process::ExitCode;

use pack::{
    Problem, output_directory, parse, read, source_directory, stem, store, strings, toml_files, write,
};

#[path = "src/parts.rs"]
mod parts;

fn main() -> ExitCode {
    pack::run(build)
}

fn build() -> Result<(), Problem> {
    let out = output_directory()?;
    pack::tables::generate(&source_directory("src/data/tables")?, &out.join("tables"))?;
    write(&out.join("rules.rs"), &rules(&source_directory("src/data/rules")?, &out)?)
}

/// `RULES`: of each file every rule with its needles and its TOML without examples; `INDEX`: program → places
/// in `RULES`.
fn rules(dir: &Path, out: &Path) -> Result<String, Problem> {
    let (mut list, mut texts) = (String::new(), Vec::new());
    let mut index: BTreeMap<String, Vec<usize>> = BTreeMap::new();
    for (place, file) in toml_files(dir)?.iter().enumerate() {
        let table = parse(file)?;
        for program in strings(table.get("program")) {
            index.entry(program).or_default().push(place);
        }
        let mut entries = String::new();
        for rule in table.get("rule").and_then(toml::Value::as_array).into_iter().flatten() {
            let Some(mut rule) = rule.as_table().cloned() else { continue };
            rule.remove("example");
            let mut needles = Vec::new();
            for pattern in strings(rule.get("output")) {
                let parts =
                    parts::split(&pattern).map_err(|e| format!("{}: {pattern}: {e}", file.display()))?;
                needles.push(parts::longest_literal(&parts).to_owned());
            }
            let stripped = toml::to_string(&rule).map_err(|e| format!("{}: {e}", file.display()))?;
            let _ = write!(entries, "(&{needles:?}, {stripped:?}), ");
        }
        let _ = writeln!(list, "    &[{entries}],");
        texts.push((stem(file), read(file)?));
    }
    store(&out.join("rule_files.bin"), &texts)?;
    let mut text = String::from(
        "/// One built-in rule: texts (one must occur in the output; empty: always), its TOML.\n",
    );
    text.push_str("type BuiltIn = (&'static [&'static str], &'static str);\n");
    text.push_str("/// Of each file its rules, without their examples.\n");
    let _ = write!(text, "pub static RULES: &[&[BuiltIn]] = &[\n{list}];\n\n");
    text.push_str("/// Program → which of `RULES` concern it; sorted by name.\n");
    text.push_str("pub static INDEX: &[(&str, &[usize])] = &[\n");
    for (program, places) in &index {
        let _ = writeln!(text, "    ({program:?}, &{places:?}),");
    }
    text.push_str("];\n");
    Ok(text)
}
