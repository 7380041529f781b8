//! What a program is stands in its record in `crates/programs/src/data`: a list of program names anywhere else
//! would be a second copy of some fact.

use super::words::{Kind, pieces};
use super::{File, numbered};

/// Minimum number of names that make a list, and their minimum share of its words, in quarters.
const MIN_NAMES: usize = 4;
const MIN_QUARTERS: usize = 3;

/// Beginnings of paths where names of programs may be listed, and why.
const ALLOWED: &[(&str, &str)] = &[
    ("crates/programs/", "the records"),
    ("crates/policy/src/checks/", "which check reads the words of which program"),
    ("crates/policy/src/code/", "programs in code of other languages"),
    ("crates/policy/src/builtins.rs", "runs builtins, each in its own way"),
    ("crates/policy/src/windows.rs", "builtins of `cmd.exe`"),
    ("crates/facts/src/builtins.rs", "the builtins of each shell"),
    ("crates/redact/src/arguments.rs", "a table made at compile time: it is asked about each word of a text"),
    ("crates/shell/src/sh/mod.rs", "names of the shell that the script supports, most common first"),
    ("crates/engine/src/rules/fixers/repair.rs", "programs of an imagined machine"),
    ("crates/engine/src/rules/fixers/misspelt_scheme.rs", "protocols"),
    ("crates/engine/src/rules/fixers/wrong_interpreter.rs", "words that only bash knows"),
    ("crates/engine/src/rules/fixers/bash_in_fish.rs", "words of bash with their translation"),
    ("crates/shell/src/zsh/stderr.zsh", "programs whose option -i asks"),
    ("crates/shell/src/zsh/suspects.zsh", "builtins that define something"),
];

pub fn problems(files: &[File]) -> Vec<String> {
    let mut problems = Vec::new();
    for file in files.iter().filter(|file| file.is_source() && !file.name.contains("/tests")) {
        let name = &file.name;
        if ALLOWED.iter().any(|(start, _)| name.starts_with(start)) {
            continue;
        }
        let lists = match file.ending() {
            "rs" => in_rust(&file.text),
            "bash" | "zsh" | "fish" | "sh" => in_script(&file.text),
            _ => continue,
        };
        for (line, names) in lists.into_iter().filter(|(_, words)| is_list(words)) {
            problems.push(format!(
                "{name}:{line}: a second list of programs (`{}` …): make it a role in crates/programs",
                names.iter().take(3).cloned().collect::<Vec<_>>().join("`, `")
            ));
        }
    }
    problems
}

fn is_list(words: &[String]) -> bool {
    let names = words.iter().filter(|word| programs::find(word).is_some()).count();
    names >= MIN_NAMES && names * 4 >= words.len() * MIN_QUARTERS
}

/// Returns the words of string literals with only commas, bars and blanks between them, with the line on which
/// they begin. The tests of the file are left out.
fn in_rust(code: &str) -> Vec<(usize, Vec<String>)> {
    let code = code.split("#[cfg(test)]\nmod tests {").next().unwrap_or_default();
    let mut lists: Vec<(usize, Vec<String>)> = vec![(1, Vec::new())];
    for (line, kind, text) in pieces(code) {
        match kind {
            Kind::Literal => {
                if let Some((start, words)) = lists.last_mut() {
                    *start = if words.is_empty() { line } else { *start };
                    let text =
                        text.strip_prefix('r').unwrap_or(text).trim_matches(['"', '#']).replace("\\\n", " ");
                    words.extend(text.split_whitespace().map(str::to_owned));
                }
            }
            Kind::Code if !text.trim_matches([',', '|', ' ', '\n']).is_empty() => {
                lists.push((line, Vec::new()));
            }
            Kind::Code | Kind::Comment => {}
        }
    }
    lists
}

/// Returns the alternatives of each pattern of a script: words with bars between them.
fn in_script(text: &str) -> Vec<(usize, Vec<String>)> {
    let patterns = numbered(text).filter(|(_, line)| !line.trim_start().starts_with('#'));
    patterns
        .flat_map(|(number, line)| {
            let parts = line.split(|c: char| !(c.is_ascii_alphanumeric() || "-_.+*| ".contains(c)));
            let words = |part: &str| part.split('|').map(|word| word.trim().to_owned()).collect();
            parts.filter(|part| part.contains('|')).map(move |part| (number, words(part)))
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_second_list_of_programs_is_refused() {
        let array =
            "const A: &[&str] = &[\n    \"cat\", \"less\", // pagers\n    \"head\",\n    \"tail\",\n];\n";
        let pattern =
            "fn b(name: &str) -> bool {\n    matches!(name, \"rm\" | \"mv\" | \"cp\" | \"dd\")\n}\n";
        let text = "const C: &str = \"vim nano \\\nemacs ed\";\n";
        let fine = "const D: [&str; 3] = [\"cat\", \"less\", \"head\"];\n\
                    const E: &str = \"a text that may name cat, less, head and tail\";\n\
                    // cat less head tail\nfn f() { g(\"cat\", 1, \"less\", 2, \"head\", 3, \"tail\") }\n\
                    #[cfg(test)]\nmod tests {\n    const G: &str = \"cat less head tail\";\n}\n";
        let planted = [
            ("crates/engine/src/planted.rs", format!("{array}{pattern}{text}{fine}")),
            (
                "crates/shell/src/bash/planted.bash",
                "case $x in\nrm | mv | cp | dd) y ;;\nesac\na | b | c | d\n".into(),
            ),
            ("crates/programs/src/planted.rs", array.to_owned()),
        ];
        let found = problems(&crate::tidy::tests::planted(planted));
        let places: Vec<&str> =
            found.iter().map(|problem| problem.split(": a second list").next().unwrap()).collect();
        assert_eq!(
            places,
            [
                "crates/engine/src/planted.rs:2", "crates/engine/src/planted.rs:7",
                "crates/engine/src/planted.rs:9", "crates/shell/src/bash/planted.bash:2",
            ]
        );
    }
}
