//! Converts `src/data/rules/*.toml` to the form read at run time:
//!
//! - `OUT_DIR/heads.bin`: of each rule the texts that must occur in the output;
//! - `OUT_DIR/rules.rs`: which files concern a program, and where their heads and rules are;
//! - `OUT_DIR/rules.bin`: the rules without their examples, compressed in blocks (TOML costs 30–45 µs per KB to
//!   parse: only the few rules whose text occurs are inflated and parsed);
//! - `OUT_DIR/rule_files.bin`: the files as they are, examples included;
//! - `src/data/fixers.txt` → `OUT_DIR/fixers.rs`: the list of the rules in Rust;
//! - `src/data/tables/*.txt` → `OUT_DIR/tables/*.rs`: arrays that the macro `table!` includes.
//!
//! The files stay the single source; nothing generated is committed.
#![allow(
    clippy::disallowed_methods,
    clippy::disallowed_macros,
    reason = "the build is not the crate: it reads the data files"
)]

use pack::prelude::*;

#[path = "src/rules/heads.rs"]
mod heads;
#[path = "src/parts.rs"]
mod parts;

fn main() -> ExitCode {
    pack::run(build)
}

fn build() -> Result<(), Problem> {
    let out = output_directory()?;
    pack::tables::generate(&source_directory("src/data/tables")?, &out.join("tables"))?;
    write(&out.join("fixers.rs"), &fixers(&source_directory("src/data")?.join("fixers.txt"))?)?;
    write(&out.join("rules.rs"), &rules(&source_directory("src/data/rules")?, &out)?)
}

/// The rules in Rust as an array.
fn fixers(file: &Path) -> Result<String, Problem> {
    println!("cargo:rerun-if-changed={}", file.display());
    let mut list = String::new();
    for row in read(file)?.lines().filter(|line| !line.starts_with('#')) {
        let columns: Vec<&str> = row.split(" | ").collect();
        let [id, kind, apply, about] = columns[..] else { return Err(format!("fixers.txt: {row}")) };
        let _ = writeln!(list, "Fixer {{ id: {id:?}, kind: {kind:?}, apply: {apply}, about: {about:?} }},");
    }
    Ok(format!("&[\n{list}]\n"))
}

/// Minimum size of a block of rules before it is compressed, in bytes: a diagnosis inflates the blocks of the
/// rules whose text occurs.
const BLOCK: usize = 4096;

/// Rules that are compressed together.
#[derive(Default)]
struct Block {
    heads: Vec<u8>,
    bodies: String,
}

impl Block {
    fn close(self, heads: &mut Vec<u8>, blocks: &mut Vec<u8>) -> Result<(), Problem> {
        if self.bodies.is_empty() {
            return Ok(());
        }
        let deflated = pack::compress(self.bodies.as_bytes());
        heads::write_block(heads, deflated.len())?;
        heads.extend(self.heads);
        blocks.extend(deflated);
        Ok(())
    }
}

/// `RULES`: of each file the heads of its rules and their TOML; `INDEX`: which files concern a program. Offsets
/// instead of arrays: thousands of pointers would have to be relocated at each start.
fn rules(dir: &Path, out: &Path) -> Result<String, Problem> {
    let (mut list, mut texts, mut heads, mut blocks) = (String::new(), Vec::new(), Vec::new(), Vec::new());
    let mut index: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for (place, file) in toml_files(dir)?.iter().enumerate() {
        let table = parse(file)?;
        for program in strings(table.get("program")) {
            index.entry(program).or_default().push(place.to_string());
        }
        let start = (heads.len(), blocks.len());
        let mut block = Block::default();
        for rule in table.get("rule").and_then(toml::Value::as_array).into_iter().flatten() {
            let Some(mut rule) = rule.as_table().cloned() else { continue };
            rule.remove("example");
            if let Some(system) = table.get("system") {
                rule.entry("system").or_insert_with(|| system.clone());
            }
            let body = toml::to_string(&rule).map_err(|e| format!("{}: {e}", file.display()))?;
            let uncaptured = rule.get("uncaptured").and_then(toml::Value::as_bool).unwrap_or_default();
            let needle = |pattern: String| match parts::split(&pattern) {
                Ok(parts) => Ok(parts::longest_literal(&parts).to_owned()),
                Err(e) => Err(format!("{}: {pattern}: {e}", file.display())),
            };
            let needles: Vec<String> =
                strings(rule.get("output")).into_iter().map(needle).collect::<Result<_, _>>()?;
            heads::write_rule(&mut block.heads, body.len(), uncaptured, &needles)
                .map_err(|e| format!("{}: {e}", file.display()))?;
            block.bodies.push_str(&body);
            if block.bodies.len() >= BLOCK {
                std::mem::take(&mut block).close(&mut heads, &mut blocks)?;
            }
        }
        block.close(&mut heads, &mut blocks)?;
        let _ = writeln!(list, "    ({}..{}, {}..{}),", start.0, heads.len(), start.1, blocks.len());
        texts.push((stem(file), read(file)?));
    }
    store(&out.join("rule_files.bin"), &texts)?;
    write_bytes(&out.join("heads.bin"), &heads)?;
    write_bytes(&out.join("rules.bin"), &blocks)?;
    let index: String =
        index.iter().map(|(program, places)| format!("\n{program}\t{}", places.join(" "))).collect();
    Ok(format!(
        "use std::ops::Range;\n\n\
         /// For each file, where its heads are in `heads.bin`, and its rules in `rules.bin`: deflated blocks of\n\
         /// TOML, without examples.\n\
         pub static RULES: &[(Range<usize>, Range<usize>)] = &[\n{list}];\n\n\
         /// A line for each program: its name, a tab, the places of its files in `RULES`.\n\
         pub static INDEX: &str = {index:?};\n"
    ))
}
