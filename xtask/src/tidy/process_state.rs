//! Only a few files ask the process for its directory or its environment: all else is told, as
//! the `Caller` of a request, so that one process can work for many shells.

use std::path::{Path, PathBuf};

/// Calls that ask the process, without their path.
const CALLS: &[&str] = &["current_dir", "set_current_dir", "var", "var_os", "vars", "vars_os", "set_var"];

/// Files that may, and why they must.
const ALLOWED: &[(&str, &str)] = &[
    ("crates/darn/src/caller.rs", "makes the caller of a command that was typed"),
    ("crates/darn/src/dirs.rs", "finds the directories of the user"),
    ("crates/darn/src/env.rs", "reads the variables of hooks and terminals"),
    ("crates/shell/src/relay/fork.rs", "gives a copy of the relay the environment of its request"),
    ("crates/llm/src/key.rs", "reads keys from variables that the settings name"),
    ("crates/llm/src/client/agent.rs", "reads SSL_CERT_FILE, as every client does"),
];

pub fn problems(root: &Path, files: &[PathBuf]) -> Vec<String> {
    let mut problems = Vec::new();
    for path in files {
        let name = super::short(root, path);
        let is_code = name.ends_with(".rs") && name.starts_with("crates/") && name.contains("/src/");
        if !is_code || name.starts_with("crates/pack/") || ALLOWED.iter().any(|(allowed, _)| *allowed == name)
        {
            continue;
        }
        let text = std::fs::read_to_string(path).unwrap_or_default();
        let code = text.split("#[cfg(test)]").next().unwrap_or_default();
        for (number, line) in code.lines().enumerate() {
            if let Some(call) = asked(line) {
                problems.push(format!("{name}:{}: `env::{call}` outside of `Caller`", number + 1));
            }
        }
    }
    problems
}

/// The call in a line of code.
fn asked(line: &str) -> Option<&'static str> {
    let code = line.split("//").next().unwrap_or_default();
    CALLS
        .iter()
        .copied()
        .find(|call| code.contains(&format!("env::{call}(")) || code.contains(&format!("env::{call})")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_that_asks_the_process_is_refused() {
        let root = std::env::temp_dir().join(format!("darn-state-{}", std::process::id()));
        let directory = root.join("crates/darn/src");
        std::fs::create_dir_all(&directory).unwrap();
        let planted = "fn a() { let _ = std::env::current_dir(); }\n// env::var(\"X\") in a comment\n\
                       fn b() { names.map(std::env::var_os) }\nfn c() { env::variable(\"X\") }\n";
        let names = ["planted.rs", "env.rs"];
        for name in names {
            std::fs::write(directory.join(name), planted).unwrap();
        }
        let found = problems(&root, &names.map(|name| directory.join(name)));
        std::fs::remove_dir_all(&root).unwrap();
        assert_eq!(
            found,
            [
                "crates/darn/src/planted.rs:1: `env::current_dir` outside of `Caller`",
                "crates/darn/src/planted.rs:3: `env::var_os` outside of `Caller`",
            ]
        );
    }
}
