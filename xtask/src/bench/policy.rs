//! True and false positives of the policy: `cargo xtask bench policy [ROWS.jsonl…] [NL2SH]` runs darn and the
//! peers on the labelled sets in one run and on everyday commands (a directory with `tldr` and `nl2bash`),
//! and measures the cost of a verdict, in process and cold.

mod cold;
mod everyday;
mod judges;
mod rows;
mod table;

use rows::Set;

use crate::prelude::*;

/// Labelled sets in the repository.
const SETS: [&str; 2] =
    ["crates/policy/tests/policy/classic.jsonl", "crates/policy/tests/policy/held_out.jsonl"];

pub fn run(arguments: &[String]) -> Result<()> {
    let given = || arguments.iter().map(PathBuf::from);
    let mut files: Vec<PathBuf> = SETS.iter().map(|path| crate::root().join(path)).collect();
    files.extend(given().filter(|path| !path.is_dir()));
    let judges = judges::all()?;
    println!("Flagged: warn or above, by a peer: refused or asked about. Core: {}.\n", rows::CORE.join(", "));
    for file in &files {
        let set = Set::read(file)?;
        let mut columns = Vec::new();
        for judge in &judges {
            columns.push((judge.name, (judge.judge)(judge, &set.rows)?));
        }
        table::print(&set, &columns);
    }
    for directory in given().filter(|path| path.is_dir()) {
        everyday::run(&directory)?;
    }
    let files: Vec<PathBuf> = files.iter().map(std::path::absolute).collect::<Result<_, _>>()?;
    super::cargo_bench("policy", "policy", &files)?;
    cold::run(&judges)
}
