//! Converts `src/data/rules/*.toml` to the form read at run time:
//!
//! - `OUT_DIR/heads.bin`: of each rule the texts that must occur in the output;
//! - `OUT_DIR/rules.rs`: which files concern a program, and where their heads and rules are;
//! - `OUT_DIR/rules.bin`: the rules without their examples as postcard, compressed in blocks: only the few rules
//!   whose text occurs are inflated and decoded;
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

#[path = "src/applicability.rs"]
#[allow(dead_code, reason = "the crate uses more of it than the build")]
mod applicability;
#[path = "src/rules/heads.rs"]
mod heads;
#[path = "src/kind.rs"]
#[allow(dead_code, reason = "the crate uses more of it than the build")]
mod kind;
#[path = "src/parts.rs"]
mod parts;
#[path = "src/rules"]
#[allow(dead_code, unreachable_pub, reason = "the crate uses more of it than the build")]
mod rules {
    pub mod format;
    /// The crate runs the examples; the build drops them.
    pub mod example {
        pub type Example = serde::de::IgnoredAny;
    }
}

use rules::format::RuleFile;

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
    bodies: Vec<u8>,
}

impl Block {
    fn close(self, heads: &mut Vec<u8>, blocks: &mut Vec<u8>) -> Result<(), Problem> {
        if self.bodies.is_empty() {
            return Ok(());
        }
        let deflated = pack::compress(&self.bodies);
        heads::write_block(heads, deflated.len())?;
        heads.extend(self.heads);
        blocks.extend(deflated);
        Ok(())
    }
}

/// `RULES`: of each file the heads and the blocks of its rules; `INDEX`: which files concern a program. Offsets
/// instead of arrays: thousands of pointers would have to be relocated at each start.
fn rules(dir: &Path, out: &Path) -> Result<String, Problem> {
    let (mut list, mut texts, mut heads, mut blocks) = (String::new(), Vec::new(), Vec::new(), Vec::new());
    let mut index: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for (place, file) in toml_files(dir)?.iter().enumerate() {
        let text = read(file)?;
        let problem = |what: &dyn std::fmt::Display| format!("{}: {what}", file.display());
        let rules: RuleFile = toml::from_str(&text).map_err(|e| problem(&e))?;
        for program in rules.program.as_slice() {
            index.entry(program.clone()).or_default().push(place.to_string());
        }
        let start = (heads.len(), blocks.len());
        let mut block = Block::default();
        for mut rule in rules.rule {
            rule.system = rule.system.or_else(|| rules.system.clone());
            let body = postcard::to_allocvec(&rule).map_err(|e| problem(&e))?;
            let needle = |pattern: &String| match parts::split(pattern) {
                Ok(parts) => Ok(parts::longest_literal(&parts).to_owned()),
                Err(e) => Err(problem(&format!("{pattern}: {e}"))),
            };
            let needles: Vec<String> = rule.output.as_slice().iter().map(needle).collect::<Result<_, _>>()?;
            heads::write_rule(&mut block.heads, body.len(), rule.uncaptured, &needles)
                .map_err(|e| problem(&e))?;
            block.bodies.extend(body);
            if block.bodies.len() >= BLOCK {
                std::mem::take(&mut block).close(&mut heads, &mut blocks)?;
            }
        }
        block.close(&mut heads, &mut blocks)?;
        let _ = writeln!(list, "    ({}..{}, {}..{}),", start.0, heads.len(), start.1, blocks.len());
        texts.push((stem(file), text));
    }
    store(&out.join("rule_files.bin"), &texts)?;
    write_bytes(&out.join("heads.bin"), &heads)?;
    write_bytes(&out.join("rules.bin"), &blocks)?;
    let index: String =
        index.iter().map(|(program, places)| format!("\n{program}\t{}", places.join(" "))).collect();
    Ok(format!(
        "use std::ops::Range;\n\n\
         /// For each file, where its heads are in `heads.bin`, and its rules in `rules.bin`: deflated blocks.\n\
         pub static RULES: &[(Range<usize>, Range<usize>)] = &[\n{list}];\n\n\
         /// A line for each program: its name, a tab, the places of its files in `RULES`.\n\
         pub static INDEX: &str = {index:?};\n"
    ))
}
