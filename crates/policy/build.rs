//! Turns the data into what the program reads at run time:
//!
//! - `src/data/rules/*.toml` → `OUT_DIR/policy.bin`: the rules of each program, packed without their examples,
//!   `OUT_DIR/policy.rs`: where each program's rules are, and `OUT_DIR/policy_files.bin`: the files as they
//!   are, examples included;
//! - `src/data/tables/*.txt` → `OUT_DIR/tables/*.rs`: arrays that the macro `table!` includes;
//! - the characters that look like ASCII (Unicode TS 39) → `OUT_DIR/lookalikes.rs`: the library's own table is
//!   half a megabyte with its relocations, which every start would pay.
//!
//! The files stay the single source; nothing generated is committed.
#![allow(
    clippy::disallowed_methods,
    clippy::disallowed_macros,
    reason = "the build is not the crate: it reads the data files"
)]

use pack::prelude::*;

/// The rule reader of the crate itself, shared with this script.
#[allow(dead_code, unreachable_pub, reason = "the crate uses more of it than the build")]
#[path = "src/catalogue"]
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
    pack::run(build)
}

fn build() -> Result<(), Problem> {
    let out = output_directory()?;
    policy(&source_directory("src/data/rules")?, &out)?;
    pack::tables::generate(&source_directory("src/data/tables")?, &out.join("tables"))?;
    write(&out.join("lookalikes.rs"), &lookalikes())
}

fn policy(dir: &Path, out: &Path) -> Result<(), Problem> {
    let (mut rules, mut grammars) = (BTreeMap::<String, Vec<_>>::new(), BTreeMap::new());
    let (mut aliases, mut texts) = (BTreeMap::new(), Vec::new());
    for file in toml_files(dir)? {
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
    write_bytes(&out.join("policy.bin"), &packed)?;
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
