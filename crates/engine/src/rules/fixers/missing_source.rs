//! `g++ main.cpp` with `undefined reference to 'Wave::Wave(int)'`, `go run main.go` with `undefined: serve`: another
//! source file of the program was not compiled with it.

use super::prelude::*;

const ENDINGS: [&str; 6] = ["cpp", "cc", "cxx", "c", "C", "c++"];
/// Maximum number of sources examined.
const MAX_SOURCES: usize = 40;
/// Maximum number of output lines examined.
const LINES: usize = 200;

pub fn propose(case: &Case<'_>, command: &Command) -> Option<Proposal> {
    let output = case.output?;
    if command.program_name() == Some("go") {
        return go_package(case, command);
    }
    if !output.contains("collect2:") && !output.contains("linker command failed") {
        return None;
    }
    let is_source = |word: &&Word| ending(&word.value).is_some() && !word.dynamic;
    let last = command.arguments().iter().rfind(is_source)?;
    let prefix = last.value.rfind('/').and_then(|at| last.value.get(..=at)).unwrap_or_default();
    let is_given = |path: &str| command.arguments().iter().any(|word| word.value == path);
    let entries = case.world.entries(if prefix.is_empty() { "." } else { prefix });
    let names = entries.iter().filter(|entry| !entry.is_directory && ending(&entry.name).is_some());
    let mut sources: Vec<String> = names.map(|entry| format!("{prefix}{}", entry.name)).collect();
    sources.retain(|path| !is_given(path));
    sources.sort();
    sources.truncate(MAX_SOURCES);
    let mut needed: Vec<String> = Vec::new();
    for symbol in undefined(output) {
        let defining: Vec<&String> = sources.iter().filter(|path| defines(case, path, symbol)).collect();
        if let [path] = defining.as_slice()
            && !needed.contains(path)
        {
            needed.push((*path).clone());
        }
    }
    let first = needed.first()?;
    let because = format!("what is undefined is in {first}, which was not compiled");
    Some(Proposal::certain(Edit::new().insert(last.span.end, format!(" {}", needed.join(" "))), because))
}

/// `go run main.go` with `undefined: serve`: the other files of the package were left out.
fn go_package(case: &Case<'_>, command: &Command) -> Option<Proposal> {
    let is_source = |word: &&Word| word.value.ends_with(".go") && !word.dynamic;
    let given: Vec<&Word> = command.arguments().iter().filter(is_source).collect();
    let (first, last) = (given.first()?, given.last()?);
    let directory = first.value.rfind('/').and_then(|at| first.value.get(..at)).unwrap_or(".");
    let is_given = |name: &str| given.iter().any(|word| paths::split(&word.value).1 == name);
    let others = case.world.entries(directory).into_iter().filter(|entry| {
        let name = entry.name.as_str();
        !entry.is_directory && name.ends_with(".go") && !name.ends_with("_test.go") && !is_given(name)
    });
    let others: Vec<String> =
        others.take(MAX_SOURCES).map(|entry| format!("{directory}/{}", entry.name)).collect();
    let lines = case.output?.lines().take(LINES);
    let mut names = lines.filter_map(|line| line.split_once(": undefined: ").map(|(_, name)| name.trim()));
    let definer = names.find_map(|name| others.iter().find(|path| declares(case, path, name)))?;
    let package = if directory.starts_with('.') { directory.to_owned() } else { format!("./{directory}") };
    let because = format!("what is undefined is in {}: name the package", definer.trim_start_matches("./"));
    Some(Proposal::certain(Edit::new().replace(first.span.to(last.span), package), because))
}

/// Returns whether a Go source declares the name at its top level.
fn declares(case: &Case<'_>, path: &str, name: &str) -> bool {
    let is_end = |rest: &str| !rest.starts_with(|c: char| c.is_alphanumeric() || c == '_');
    let is_declared = |line: &str| {
        ["func ", "type ", "var ", "const "]
            .iter()
            .any(|word| line.strip_prefix(word).and_then(|rest| rest.strip_prefix(name)).is_some_and(is_end))
    };
    case.world.read(path).is_some_and(|text| text.lines().any(is_declared))
}

fn ending(path: &str) -> Option<&str> {
    path.rsplit_once('.').map(|(_, ending)| ending).filter(|ending| ENDINGS.contains(ending))
}

/// Returns the names that linkers say are undefined, with their class: `Wave::Wave`, `area`. The words around them
/// depend on the user's language; the quotes do not.
fn undefined(output: &str) -> Vec<&str> {
    let is_message = |line: &&str| line.contains("(.text") || line.contains("undefined reference to");
    let is_name = |name: &&str| {
        !name.is_empty() && name.chars().all(|c| c.is_alphanumeric() || matches!(c, '_' | ':' | '~'))
    };
    let mut found: Vec<&str> =
        output.lines().take(LINES).filter(is_message).filter_map(last_quoted).filter(is_name).collect();
    found.sort_unstable();
    found.dedup();
    found
}

/// Returns what is in the last quotes of a line, up to a parenthesis.
fn last_quoted(line: &str) -> Option<&str> {
    let end = line.rfind(['\'', '\u{2019}'])?;
    let before = line.get(..end)?;
    let (start, quote) = before.char_indices().rfind(|(_, c)| matches!(c, '`' | '\'' | '\u{2018}'))?;
    before.get(start + quote.len_utf8()..)?.split('(').next()
}

/// Returns whether a source has the definition: a line that begins with a type and names the symbol before `(`.
fn defines(case: &Case<'_>, path: &str, symbol: &str) -> bool {
    let call = format!("{symbol}(");
    case.world.read(path).is_some_and(|text| {
        text.lines().any(|line| {
            let is_own = line.find(&call).is_some_and(|at| {
                !line
                    .get(..at)
                    .is_some_and(|before| before.ends_with(|c: char| c.is_alphanumeric() || c == '_'))
            });
            is_own && !line.starts_with([' ', '\t', '#', '/']) && !line.trim_end().ends_with(';')
        })
    })
}

#[cfg(test)]
mod tests {
    use super::super::repair::tests::{fixes, world};

    #[test]
    fn files_become_their_package() {
        let mut world = world();
        world.programs.push("go".to_owned());
        for (path, text) in [
            ("main.go", "package main\n\nfunc main() { serve() }\n"),
            ("serve.go", "package main\n\nfunc serve() {}\n"),
            ("serve_test.go", "package main\n\nfunc server() {}\n"),
        ] {
            world.files.insert(path.to_owned(), text.to_owned());
        }
        let first = |text: &str, name: &str| {
            let output = format!("# command-line-arguments\n./main.go:3:15: undefined: {name}\n");
            fixes("bash", text, 1, Some(&output), &world).first().cloned()
        };
        assert_eq!(first("go run main.go -v a", "serve").as_deref(), Some("go run . -v a"));
        assert_eq!(first("go run main.go", "server"), None);
    }

    #[test]
    fn the_source_is_added() {
        let mut world = world();
        world.programs.extend(["g++", "gcc"].map(str::to_owned));
        for (path, text) in [
            ("main.cpp", "int main() { Wave w(1); }\n"),
            ("Wave.cpp", "#include \"Wave.h\"\nWave::Wave(int a) {}\n"),
            ("area.c", "int area(int a) {\n  return a;\n}\n"),
            ("area.h", "int area(int a);\n"),
        ] {
            world.files.insert(path.to_owned(), text.to_owned());
        }
        let first = |text: &str, output: &str| fixes("bash", text, 1, Some(output), &world).first().cloned();
        let english = "/usr/bin/ld: /tmp/ccX.o: in function `main':\nmain.cpp:(.text+0x45): undefined reference to `Wave::Wave(int)'\ncollect2: error: ld returned 1 exit status\n";
        assert_eq!(
            first("g++ main.cpp -o out -lm", english).as_deref(),
            Some("g++ main.cpp Wave.cpp -o out -lm")
        );
        let chinese = "/tmp/ccX.o：在函数‘main’中：\nmain.cpp:(.text+0x45)：对‘Wave::Wave(int)’未定义的引用\ncollect2: error: ld returned 1 exit status\n";
        assert_eq!(first("g++ main.cpp", chinese).as_deref(), Some("g++ main.cpp Wave.cpp"));
        let c = "/usr/bin/ld: /tmp/a.o: in function `main':\nmain.c:(.text+0x9): undefined reference to `area'\ncollect2: error: ld returned 1 exit status\n";
        assert_eq!(first("gcc main.cpp", c).as_deref(), Some("gcc main.cpp area.c"));
        let library =
            "main.c:(.text+0x9): undefined reference to `sqrt'\ncollect2: error: ld returned 1 exit status\n";
        assert_eq!(first("gcc main.cpp", library).as_deref(), Some("gcc main.cpp -lm"));
    }
}
