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

/// `RULES`: of each file the heads of its rules and their TOML; `INDEX`: which files concern a program. Text
/// instead of arrays: thousands of pointers would have to be relocated at each start.
fn rules(dir: &Path, out: &Path) -> Result<String, Problem> {
    let (mut list, mut texts) = (String::new(), Vec::new());
    let mut index: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for (place, file) in toml_files(dir)?.iter().enumerate() {
        let table = parse(file)?;
        for program in strings(table.get("program")) {
            index.entry(program).or_default().push(place.to_string());
        }
        let (mut heads, mut bodies) = (String::new(), String::new());
        for rule in table.get("rule").and_then(toml::Value::as_array).into_iter().flatten() {
            let Some(mut rule) = rule.as_table().cloned() else { continue };
            rule.remove("example");
            let body = toml::to_string(&rule).map_err(|e| format!("{}: {e}", file.display()))?;
            let uncaptured = rule.get("uncaptured").and_then(toml::Value::as_bool).unwrap_or_default();
            let _ = write!(heads, "{}{}", body.len(), if uncaptured { "u" } else { "" });
            for pattern in strings(rule.get("output")) {
                let parts =
                    parts::split(&pattern).map_err(|e| format!("{}: {pattern}: {e}", file.display()))?;
                let _ = write!(heads, "\u{1f}{}", parts::longest_literal(&parts));
            }
            heads.push('\u{1e}');
            bodies.push_str(&body);
        }
        let _ = writeln!(list, "    ({heads:?}, {bodies:?}),");
        texts.push((stem(file), read(file)?));
    }
    store(&out.join("rule_files.bin"), &texts)?;
    let index: String =
        index.iter().map(|(program, places)| format!("\n{program}\t{}", places.join(" "))).collect();
    Ok(format!(
        "/// For each file, the heads of its rules and their TOML without examples. A head is the length of the TOML,\n\
         /// `u` if the rule applies without output, and texts, one of which must occur in the output (U+001F before\n\
         /// each, U+001E at the end).\n\
         pub static RULES: &[(&str, &str)] = &[\n{list}];\n\n\
         /// A line for each program: its name, a tab, the places of its files in `RULES`.\n\
         pub static INDEX: &str = {index:?};\n"
    ))
}
