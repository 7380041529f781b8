//! Turns `src/data/vocab/*.toml` into `OUT_DIR/vocab.rs`: one line per command path, found without parsing; and
//! `src/data/tables/*.txt` into arrays that the macro `table!` includes. The files stay the single source; nothing generated is committed.
#![allow(
    clippy::disallowed_methods,
    clippy::disallowed_macros,
    reason = "the build is not the crate: it reads the data files"
)]

use pack::prelude::*;

fn main() -> ExitCode {
    pack::run(build)
}

fn build() -> Result<(), Problem> {
    let out = output_directory()?;
    pack::tables::generate(&source_directory("src/data/tables")?, &out.join("tables"))?;
    write(&out.join("vocab.rs"), &vocabularies(&source_directory("src/data/vocab")?, &out)?)
}

/// Maximum size of an uncompressed vocabulary. git's is never compressed: most failed commands ask for it,
/// and inflating takes a tenth of a millisecond.
const MAX_PLAIN: usize = 8 * 1024;
const AT_HAND: &str = "git";

/// `NAMES`: program → place in `TEXTS`, sorted; `TEXTS`: per program one line with its version and
/// marks (`abbreviations`, `partial`), then a line `path TAB options` per command, sorted. Before the options
/// stands `.` if the command takes operands too; among them `+a/b` for all those of the command `a b`.
fn vocabularies(dir: &Path, out: &Path) -> Result<String, Problem> {
    let mut names: BTreeMap<String, usize> = BTreeMap::new();
    let mut texts = String::new();
    let files = toml_files(dir)?;
    for (place, file) in files.iter().enumerate() {
        let table = parse(file)?;
        for name in strings(table.get("program")).into_iter().chain(strings(table.get("aliases"))) {
            if names.insert(name.clone(), place).is_some() {
                return Err(format!("{}: {name} has another file", file.display()));
            }
        }
        let version = strings(table.get("version")).concat();
        let is = |mark: &&str| table.get(*mark).and_then(toml::Value::as_bool).unwrap_or_default();
        let marks: Vec<&str> = ["abbreviations", "partial"].into_iter().filter(is).collect();
        let operands = strings(table.get("operands"));
        let mut text = format!("{version}\t{}\n", marks.join(" "));
        let commands = table
            .get("commands")
            .and_then(toml::Value::as_table)
            .ok_or_else(|| format!("{}: no [commands]", file.display()))?;
        let sets: BTreeMap<&str, BTreeSet<&str>> = commands
            .iter()
            .filter_map(|(path, v)| Some((path.as_str(), v.as_str()?.split_whitespace().collect())))
            .collect();
        for (path, set) in &sets {
            let mark = if operands.iter().any(|o| o == path) { ". " } else { "" };
            let listed = match commands.get(*path).and_then(toml::Value::as_str) {
                Some(reference) if reference.starts_with(['@', '~']) => reference.to_owned(),
                _ => shared(path, set, &sets),
            };
            let _ = writeln!(text, "{path}\t{mark}{listed}");
        }
        if text.len() <= MAX_PLAIN || stem(file) == AT_HAND {
            let _ = writeln!(texts, "    Text::Plain({text:?}),");
        } else {
            let path = out.join(format!("{}.vocab", stem(file)));
            write_bytes(&path, &compress(text.as_bytes()))?;
            let path = path.display().to_string();
            let _ = writeln!(texts, "    Text::Deflated(include_bytes!({path:?}), OnceLock::new()),");
        }
    }
    let count = files.len();
    let mut tables = format!(
        "pub static TEXTS: [Text; {count}] = [\n{texts}];\n\npub static NAMES: &[(&str, usize)] = &[\n"
    );
    for (name, place) in names {
        let _ = writeln!(tables, "    ({name:?}, {place}),");
    }
    tables.push_str("];\n");
    Ok(tables)
}

/// Returns the options; sets of other commands contained in them become references, which halves the size.
fn shared(path: &str, set: &BTreeSet<&str>, sets: &BTreeMap<&str, BTreeSet<&str>>) -> String {
    let mut left = set.clone();
    let mut words: Vec<String> = Vec::new();
    loop {
        let gain = |other: &BTreeSet<&str>| other.intersection(&left).count();
        let smaller = |name: &str, other: &BTreeSet<&str>| {
            other.len() < set.len() || other.len() == set.len() && name < path
        };
        let best = sets
            .iter()
            .filter(|(name, other)| {
                **name != path && smaller(name, other) && other.is_subset(set) && gain(other) >= 6
            })
            .max_by_key(|(name, other)| (gain(other), std::cmp::Reverse(**name)));
        let Some((name, other)) = best else { break };
        words.push(format!("+{}", name.replace(' ', "/")));
        left.retain(|option| !other.contains(option));
    }
    words.extend(left.into_iter().map(str::to_owned));
    words.join(" ")
}
