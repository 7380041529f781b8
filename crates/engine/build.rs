//! Turns the data files into what the program reads at run time.
//!
//! - `data/rules/*.toml` → `OUT_DIR/rules.rs`: each rule without its examples and with the texts
//!   that must occur in the output (TOML costs 30–45 µs per KB to parse: only the few rules whose
//!   text occurs are parsed), and which files concern a program.
//!
//! - `data/vocab/*.toml` → `OUT_DIR/vocab.rs`: one line per command path, found without parsing.
//!
//! - `data/policy/*.toml` → `OUT_DIR/policy.bin`: the rules of each program, packed without their examples,
//!   and `OUT_DIR/policy.rs`: where each program's rules are.
//!
//! - the characters that look like ASCII (Unicode TS 39) → `OUT_DIR/lookalikes.rs`: the library's own table is
//!   half a megabyte with its relocations, which every start would pay.
//!
//! - the files of rules and policy as they are, examples included → `OUT_DIR/*_files.bin`.
//!
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

#[path = "src/rules/needle.rs"]
mod needle;

/// The catalogue's own reader, so that there is one.
#[allow(dead_code, unreachable_pub, reason = "the crate uses more of it than the build")]
#[path = "src/policy/catalogue"]
mod catalogue {
    pub mod compile;
    pub mod compiled;
    pub mod format;
    mod glob;
    #[path = "../level.rs"]
    mod level;
    pub mod needed;

    use level::Level;
}

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
    let data = PathBuf::from(var("CARGO_MANIFEST_DIR")?).join("src/data");
    let out = PathBuf::from(var("OUT_DIR")?);
    println!("cargo:rerun-if-changed=build.rs");
    write(&out.join("rules.rs"), &rules(&data.join("rules"), &out)?)?;
    write(&out.join("vocab.rs"), &vocabularies(&data.join("vocab"), &out)?)?;
    policy(&data.join("policy"), &out)?;
    write(&out.join("lookalikes.rs"), &lookalikes())
}

fn policy(dir: &Path, out: &Path) -> Result<(), String> {
    let (mut rules, mut grammars) = (BTreeMap::<String, Vec<_>>::new(), BTreeMap::new());
    let (mut aliases, mut texts) = (BTreeMap::new(), Vec::new());
    for file in files(dir)? {
        let text = read(&file)?;
        let format = toml::from_str(&text).map_err(|e| format!("{}: {e}", file.display()))?;
        let compiled = catalogue::compile::compile(&format);
        if let Some((_, message)) = compiled.errors.first() {
            return Err(format!("{}: {message}", file.display()));
        }
        for (name, more) in compiled.rules {
            rules.entry(name).or_default().extend(more);
        }
        for (name, grammar) in compiled.grammars {
            if grammars.insert(name.clone(), grammar).is_some() {
                return Err(format!("{}: [program.{name}] stands in another file too", file.display()));
            }
        }
        for (name, words) in compiled.aliases {
            if aliases.insert(name.clone(), words).is_some() {
                return Err(format!("{}: {name} stands for something else too", file.display()));
            }
        }
        texts.push((stem(&file), text));
    }
    store(&out.join("policy_files.bin"), &texts)?;
    let mut packed: Vec<u8> = Vec::new();
    let (mut places, mut names, mut patterns) = (String::new(), String::new(), String::new());
    let count = rules.len();
    let mut triggers = String::new();
    let mut trigger = |name: &str, program: &catalogue::compiled::Program, implied: usize| {
        let words: Vec<String> =
            catalogue::needed::words(program.rules.iter(), implied).into_iter().collect();
        let case = if program.grammar.ignore_case { "i" } else { "-" };
        let _ = writeln!(triggers, "{name}\t{case}\t{}", words.join(" "));
    };
    for (place, (name, rules)) in rules.into_iter().enumerate() {
        let grammar = grammars.remove(&name).unwrap_or_default();
        let program = catalogue::compiled::Program { grammar, rules };
        trigger(&name, &program, 0);
        for (other, words) in aliases.iter().filter(|(_, words)| words.first() == Some(&name)) {
            trigger(other, &program, words.len() - 1);
        }
        let start = packed.len();
        packed.extend(postcard::to_allocvec(&program).map_err(|e| format!("{name}: {e}"))?);
        let _ = writeln!(places, "    ({start}, {}),", packed.len());
        let list = if name.contains('*') { &mut patterns } else { &mut names };
        let _ = writeln!(list, "    ({name:?}, {place}),");
    }
    if let Some((name, _)) = grammars.first_key_value() {
        return Err(format!("[program.{name}]: no rule is about it"));
    }
    let mut others = String::new();
    for (name, words) in &aliases {
        let _ = writeln!(others, "    ({name:?}, &{words:?}),");
    }
    write(&out.join("triggers.txt"), &triggers)?;
    std::fs::write(out.join("policy.bin"), &packed).map_err(|e| format!("policy.bin: {e}"))?;
    let text = format!(
        "/// Rules of every program, one after the other.\n\
         pub static PACKED: &[u8] = include_bytes!(concat!(env!(\"OUT_DIR\"), \"/policy.bin\"));\n\
         /// Program, case, words: what must be there before a rule can fit.\n\
         pub static TRIGGERS: &str = include_str!(concat!(env!(\"OUT_DIR\"), \"/triggers.txt\"));\n\
         /// Begin and end of a program's rules in `PACKED`.\n\
         pub static PLACES: &[(usize, usize)] = &[\n{places}];\n\
         /// Program → place in `PLACES`; sorted.\n\
         pub static PROGRAMS: &[(&str, usize)] = &[\n{names}];\n\
         /// The same for patterns of names.\n\
         pub static PATTERNS: &[(&str, usize)] = &[\n{patterns}];\n\
         /// Other name → program and words; sorted.\n\
         pub static ALIASES: &[(&str, &[&str])] = &[\n{others}];\n\
         /// Boxed: most of them are never unpacked.\n\
         pub static UNPACKED: [OnceLock<Option<Box<Program>>>; {count}] = [const {{ OnceLock::new() }}; {count}];\n"
    );
    write(&out.join("policy.rs"), &text)
}

/// Ranges of the characters other than ASCII that look like ASCII, alone or as several letters.
fn lookalikes() -> String {
    use unicode_security::confusable_detection::skeleton;
    let mut ranges: Vec<(u32, u32)> = Vec::new();
    for c in ('\u{80}'..=char::MAX).filter(|c| skeleton(c.encode_utf8(&mut [0; 4])).all(|c| c.is_ascii())) {
        match ranges.last_mut().filter(|(_, last)| last + 1 == u32::from(c)) {
            Some((_, last)) => *last += 1,
            None => ranges.push((u32::from(c), u32::from(c))),
        }
    }
    format!("static LOOKALIKES: &[(u32, u32)] = &{ranges:?};\n")
}

/// `RULES`: of each file every rule with its needles and its TOML without examples; `INDEX`: program → places
/// in `RULES`.
fn rules(dir: &Path, out: &Path) -> Result<String, String> {
    let (mut list, mut texts) = (String::new(), Vec::new());
    let mut index: BTreeMap<String, Vec<usize>> = BTreeMap::new();
    for (place, file) in files(dir)?.iter().enumerate() {
        let table = parse(file)?;
        for program in strings(table.get("program")) {
            index.entry(program).or_default().push(place);
        }
        let mut entries = String::new();
        for rule in table.get("rule").and_then(toml::Value::as_array).into_iter().flatten() {
            let Some(mut rule) = rule.as_table().cloned() else { continue };
            rule.remove("example");
            let needles: Vec<String> =
                strings(rule.get("output")).iter().map(|pattern| needle::of(pattern)).collect();
            let stripped = toml::to_string(&rule).map_err(|e| format!("{}: {e}", file.display()))?;
            let _ = write!(entries, "(&{needles:?}, {stripped:?}), ");
        }
        let _ = writeln!(list, "    &[{entries}],");
        texts.push((stem(file), read(file)?));
    }
    store(&out.join("rule_files.bin"), &texts)?;
    let mut text = String::from(
        "/// One built-in rule: texts of which one must occur in the output (none: always), its TOML.\n",
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

/// Longer vocabularies are stored deflated, but for git's: a tenth of a millisecond is much where most of
/// what fails is asked about.
const MAX_PLAIN: usize = 8 * 1024;
const AT_HAND: &str = "git";

/// `NAMES`: program → place in `TEXTS`, sorted; `TEXTS`: per program one line with its version and
/// marks (`abbreviations`, `partial`), then a line `path TAB options` per command, sorted. Before the options
/// stands `.` if the command takes operands too; among them `+a/b` for all those of the command `a b`.
fn vocabularies(dir: &Path, out: &Path) -> Result<String, String> {
    let mut names: BTreeMap<String, usize> = BTreeMap::new();
    let mut texts = String::new();
    let files = files(dir)?;
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
            let listed = if commands
                .get(*path)
                .and_then(toml::Value::as_str)
                .is_some_and(|v| v.starts_with(['@', '~']))
            {
                commands.get(*path).and_then(toml::Value::as_str).unwrap_or_default().to_owned()
            } else {
                shared(path, set, &sets)
            };
            let _ = writeln!(text, "{path}\t{mark}{listed}");
        }
        if text.len() <= MAX_PLAIN || stem(file) == AT_HAND {
            let _ = writeln!(texts, "    Text::Plain({text:?}),");
        } else {
            let path = out.join(format!("{}.vocab", stem(file)));
            std::fs::write(&path, deflated(text.as_bytes()))
                .map_err(|e| format!("{}: {e}", path.display()))?;
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

/// The options, with those of other commands that are all among them as references: half the size.
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
