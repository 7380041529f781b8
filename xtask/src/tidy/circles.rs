//! No import circles between files of different folders: a reader who follows the imports of a file never
//! comes back to it. `m.rs` and the files in `m/` are one folder.

use std::collections::{BTreeMap, BTreeSet};

use super::File;

/// Modules of a crate, as the names on the way from its root, and what each imports.
type Imports = BTreeMap<Vec<String>, BTreeSet<Vec<String>>>;

pub fn problems(files: &[File]) -> Vec<String> {
    let mut crates: BTreeMap<&str, Vec<(Vec<String>, &str)>> = BTreeMap::new();
    for File { name, text } in files {
        let Some((source, module)) = name.strip_suffix(".rs").and_then(|name| name.split_once("/src/"))
        else {
            continue;
        };
        let module: Vec<String> = module.split('/').map(str::to_owned).collect();
        if module.iter().any(|part| part == "tests") {
            continue;
        }
        crates.entry(source).or_default().push((module_path(module), text));
    }
    crates.iter().flat_map(|(source, files)| circles(source, files)).collect()
}

/// `a/b/mod` is the module `a::b`; `lib` and `main` are the root.
fn module_path(mut module: Vec<String>) -> Vec<String> {
    if module.last().is_some_and(|last| last == "mod") || ["lib", "main"].contains(&module.join("/").as_str())
    {
        module.pop();
    }
    module
}

fn circles(source: &str, files: &[(Vec<String>, &str)]) -> Vec<String> {
    let modules: BTreeSet<&[String]> = files.iter().map(|(module, _)| module.as_slice()).collect();
    let imports: Imports =
        files.iter().map(|(module, text)| (module.clone(), imports(module, text, &modules))).collect();
    let reached: BTreeMap<_, _> = imports.keys().map(|module| (module, reach(module, &imports))).collect();
    let folder = |module: &Vec<String>| {
        let has_folder = modules.iter().any(|other| other.len() > module.len() && other.starts_with(module));
        let length = if has_folder { module.len() } else { module.len().saturating_sub(1) };
        module.get(..length).unwrap_or_default().to_vec()
    };
    let mut problems = Vec::new();
    for (module, reached_from) in &reached {
        let circle: Vec<_> = reached_from
            .iter()
            .filter(|other| reached.get(other).is_some_and(|back| back.contains(*module)))
            .collect();
        // each circle is reported once, by its first module
        let is_first = circle.first().is_some_and(|first| *first == *module);
        let folders: BTreeSet<_> = circle.iter().map(|module| folder(module)).collect();
        if is_first && folders.len() > 1 {
            let names: Vec<_> = circle.iter().map(|module| module.join("::")).collect();
            problems.push(format!("{source}: import circle: {}", names.join(", ")));
        }
    }
    problems
}

/// The modules that a module imports, directly or through others.
fn reach(module: &[String], imports: &Imports) -> BTreeSet<Vec<String>> {
    let mut reached = BTreeSet::new();
    let mut open = vec![module.to_vec()];
    while let Some(next) = open.pop() {
        for import in imports.get(&next).into_iter().flatten() {
            if reached.insert(import.clone()) {
                open.push(import.clone());
            }
        }
    }
    reached
}

/// The modules named by the paths of a file that begin with `crate` or `super`. What a module takes from the
/// modules below it is no import: they are its own parts.
fn imports(module: &[String], text: &str, modules: &BTreeSet<&[String]>) -> BTreeSet<Vec<String>> {
    let tokens = tokens(text);
    let mut found = BTreeSet::new();
    for (at, token) in tokens.iter().enumerate() {
        let is_start = at == 0 || tokens.get(at - 1).is_none_or(|before| before != "::");
        let base = match token.as_str() {
            "crate" if is_start => Vec::new(),
            "super" if is_start => module.get(..module.len().saturating_sub(1)).unwrap_or_default().to_vec(),
            _ => continue,
        };
        let mut paths = Vec::new();
        collect(&tokens, at + 1, base, &mut paths);
        for path in paths {
            let known = (1..=path.len()).rev().filter_map(|length| path.get(..length));
            if let Some(import) = known.into_iter().find(|path| modules.contains(path)) {
                found.insert(import.to_vec());
            }
        }
    }
    found.remove(module);
    found
}

/// Collects the paths from a position on; returns the position behind them.
fn collect(tokens: &[String], mut at: usize, mut path: Vec<String>, paths: &mut Vec<Vec<String>>) -> usize {
    while tokens.get(at).is_some_and(|token| token == "::") {
        match tokens.get(at + 1).map(String::as_str) {
            Some("super") => {
                path.pop();
            }
            Some("{") => {
                at += 2;
                while tokens.get(at).is_some_and(|token| token != "}") {
                    match tokens.get(at).map(String::as_str) {
                        Some("self") => {
                            paths.push(path.clone());
                            at += 1;
                        }
                        Some(name) if is_name(name) => {
                            let inner = [path.clone(), vec![name.to_owned()]].concat();
                            at = collect(tokens, at + 1, inner, paths);
                        }
                        _ => at += 1,
                    }
                }
                return at + 1;
            }
            Some(name) if is_name(name) => path.push(name.to_owned()),
            _ => break,
        }
        at += 2;
    }
    paths.push(path);
    at
}

fn is_name(token: &str) -> bool {
    token.starts_with(|c: char| c.is_alphabetic() || c == '_')
}

/// Names, `::` and braces of the code, without comments and without the tests at its end.
fn tokens(text: &str) -> Vec<String> {
    let code = text.split("#[cfg(test)]\nmod").next().unwrap_or_default();
    let mut tokens = Vec::new();
    for line in code.lines().map(|line| line.split("//").next().unwrap_or_default()) {
        let mut rest = line;
        while let Some(first) = rest.chars().next() {
            let length = match first {
                c if c.is_alphabetic() || c == '_' => {
                    rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(rest.len())
                }
                ':' if rest.starts_with("::") => 2,
                c => c.len_utf8(),
            };
            let (token, after) = rest.split_at(length);
            if is_name(token) || ["::", "{", "}"].contains(&token) {
                tokens.push(token.to_owned());
            }
            rest = after;
        }
    }
    tokens
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(files: &[(&str, &str)]) -> Vec<String> {
        let module = |name: &str| module_path(name.split('/').map(str::to_owned).collect());
        let files: Vec<_> = files.iter().map(|(name, text)| (module(name), *text)).collect();
        circles("planted", &files)
    }

    #[test]
    fn a_circle_between_folders_is_refused() {
        let files = [
            ("lib", "mod a;\nmod b;\n"),
            ("a", "mod c;\nuse crate::b::{self, d::{E, F}};\n"),
            ("a/c", "// crate::b\n"),
            ("b", "mod d;\n"),
            ("b/d", "fn f() { super::super::a::g() }\n"),
        ];
        assert_eq!(found(&files), ["planted: import circle: a, b::d"]);
    }

    #[test]
    fn neighbours_parts_and_tests_may_know_each_other() {
        let files = [
            ("a", "mod b;\nuse b::X;\n"),
            ("a/b", "use super::Y;\nuse super::c::Z;\n"),
            ("a/c", "use super::b::X;\n#[cfg(test)]\nmod tests { use crate::d::X; }\n"),
            ("d", "use crate::a::Y;\n"),
        ];
        assert_eq!(found(&files), Vec::<String>::new());
    }
}
