//! Only a few files ask the process for its directory, its environment or its standard streams: all else gets
//! the `Caller` of a request, so that one process can work for many shells.

use super::{File, numbered};

/// Calls that ask for the directory or the environment, without their path. `get` is that of `darn`.
const STATE: &[&str] =
    &["current_dir", "set_current_dir", "var", "var_os", "vars", "vars_os", "set_var", "get"];
const STREAMS: &[&str] = &["stdin", "stdout", "stderr"];

/// Files that may ask for the directory or the environment, and why they must.
const MAY_ASK: &[(&str, &str)] = &[
    ("crates/darn/src/context.rs", "makes the caller of a command that was typed"),
    ("crates/darn/src/dirs.rs", "finds the directories of the user"),
    ("crates/darn/src/env.rs", "reads the variables that belong to the user"),
    ("crates/darn/src/log.rs", "finds the log of the user"),
    ("crates/shell/src/relay/fork.rs", "gives a copy of the relay the environment of its request"),
    ("crates/llm/src/key.rs", "reads keys from variables that the settings name"),
    ("crates/llm/src/client/agent.rs", "reads SSL_CERT_FILE, as every client does"),
];

/// Files, or folders with their slash, that may use the standard streams, and why they must.
const MAY_PRINT: &[(&str, &str)] = &[
    ("crates/darn/src/context.rs", "finds the terminal, and reads the input of commands"),
    ("crates/darn/src/ui.rs", "prints"),
    ("crates/darn/src/ui/", "draws, and asks the user"),
    ("crates/shell/src/relay/fork.rs", "gives a copy of the relay its own streams"),
    ("crates/shell/src/relay/terminal.rs", "finds the terminal of the user"),
];

pub fn problems(files: &[File]) -> Vec<String> {
    let mut problems = Vec::new();
    for file in files.iter().filter(|file| file.is_source() && file.ending() == "rs") {
        let name = &file.name;
        if name.starts_with("crates/pack/") {
            continue;
        }
        let code = file.text.split("#[cfg(test)]").next().unwrap_or_default();
        for (number, line) in numbered(code) {
            if let Some(call) = asked(line).filter(|_| !is_in(MAY_ASK, name)) {
                problems.push(format!("{name}:{number}: `env::{call}` outside of `Caller`"));
            }
            if let Some(stream) = used(line).filter(|_| !is_in(MAY_PRINT, name)) {
                problems.push(format!("{name}:{number}: `io::{stream}` outside of `ui`"));
            }
        }
    }
    problems
}

fn is_in(list: &[(&str, &str)], name: &str) -> bool {
    list.iter().any(|(allowed, _)| name == *allowed || allowed.ends_with('/') && name.starts_with(allowed))
}

/// Returns the call in a line of code.
fn asked(line: &str) -> Option<&'static str> {
    let code = line.split("//").next().unwrap_or_default();
    STATE
        .iter()
        .copied()
        .find(|call| code.contains(&format!("env::{call}(")) || code.contains(&format!("env::{call})")))
}

/// Returns the standard stream in a line of code.
fn used(line: &str) -> Option<&'static str> {
    let code = line.split("//").next().unwrap_or_default();
    STREAMS.iter().copied().find(|stream| code.contains(&format!("io::{stream}")))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the problems of files that hold these lines, without the path that they share.
    fn planted(names: &[&str], lines: &[&str]) -> Vec<String> {
        let file = |name: &&str| File { name: format!("crates/darn/src/{name}"), text: lines.join("\n") };
        let found = problems(&names.iter().map(file).collect::<Vec<_>>());
        found.iter().map(|problem| problem.trim_start_matches("crates/darn/src/").to_owned()).collect()
    }

    #[test]
    fn a_file_that_asks_the_process_is_refused() {
        let lines = [
            "fn a() { let _ = std::env::current_dir(); }",
            "// env::var(\"X\") in a comment",
            "fn b() { names.map(std::env::var_os) }",
            "fn c() { env::variable(\"X\") }",
            "fn d() { crate::env::get(\"X\") }",
        ];
        assert_eq!(
            planted(&["planted.rs", "env.rs"], &lines),
            [
                "planted.rs:1: `env::current_dir` outside of `Caller`",
                "planted.rs:3: `env::var_os` outside of `Caller`",
                "planted.rs:5: `env::get` outside of `Caller`",
            ]
        );
    }

    #[test]
    fn a_file_that_uses_a_standard_stream_is_refused() {
        let lines = [
            "fn a() { std::io::stdout().lock() }",
            "fn b() { command.stdin(Stdio::null()) } // io::stdin in a comment",
            "use std::io::stdin;",
            "fn c() { io::stderr() }",
        ];
        assert_eq!(
            planted(&["planted.rs", "ui/planted.rs", "ui.rs", "env.rs"], &lines[..1]),
            ["planted.rs:1: `io::stdout` outside of `ui`", "env.rs:1: `io::stdout` outside of `ui`"]
        );
        assert_eq!(
            planted(&["planted.rs"], &lines[1..]),
            ["planted.rs:2: `io::stdin` outside of `ui`", "planted.rs:3: `io::stderr` outside of `ui`"]
        );
    }
}
