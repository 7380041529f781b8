//! What several test files share.
#![allow(dead_code, clippy::unwrap_used, clippy::panic, clippy::string_slice)]

use std::io::Write;
use std::process::{Command, Output, Stdio};

use syntax::{Connector, Dialect, Script};

/// The commands of a script on one line: `a b / |c >f / +;d` where `+` is one level of depth,
/// `|`, `;`, `&&` … the connector, `!` a negation and `x=1` an assignment.
pub fn shape(script: &Script) -> String {
    let commands = script.commands.iter().map(|command| {
        let connector = match command.connector {
            Connector::Start => "",
            Connector::Sequence => ";",
            Connector::Background => "&",
            Connector::And => "&&",
            Connector::Or => "||",
            Connector::Pipe => "|",
        };
        let mut parts = Vec::new();
        parts.extend(command.assignments.iter().map(|word| word.value.clone()));
        parts.extend(command.words.iter().map(|word| word.value.clone()));
        for redirect in &command.redirects {
            let target = redirect.target.as_ref().map_or("", |word| word.value.as_str());
            parts.push(format!("{}{target}", script.raw(redirect.operator)));
        }
        let depth = "+".repeat(command.depth.into());
        let negated = if command.negated { "!" } else { "" };
        format!("{depth}{connector}{negated}{}", parts.join(" "))
    });
    commands.collect::<Vec<_>>().join(" / ").replace('\n', "\\n")
}

/// `Kind@offset`, separated by blanks.
pub fn issues(script: &Script) -> String {
    let issues = script.issues.iter().map(|issue| format!("{:?}@{}", issue.kind, issue.at));
    issues.collect::<Vec<_>>().join(" ")
}

/// The program that speaks a dialect.
pub fn program(dialect: Dialect) -> &'static str {
    if dialect == Dialect::Posix { "dash" } else { dialect.name() }
}

/// Runs a shell with arguments and standard input.
pub fn run(dialect: Dialect, arguments: &[&str], input: &[u8]) -> Output {
    let name = program(dialect);
    let child = Command::new(name)
        .args(arguments)
        .env("LC_ALL", "C.UTF-8")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn();
    let mut child = child.unwrap_or_else(|error| {
        panic!("cannot start {name} ({error}); the tests need it: apt-get install bash zsh fish dash")
    });
    let mut stdin = child.stdin.take().unwrap();
    let input = input.to_vec();
    let writer = std::thread::spawn(move || {
        let _ = stdin.write_all(&input);
    });
    let output = child.wait_with_output().unwrap();
    writer.join().unwrap();
    output
}

/// Does the shell's own parser take the text?
pub fn accepts(dialect: Dialect, text: &str) -> bool {
    let arguments: &[&str] = match dialect {
        Dialect::Bash => &["-n", "-O", "extglob", "-c", "--", text],
        Dialect::Zsh => &["-f", "-n", "-c", text],
        Dialect::Posix => &["-n", "-c", "--", text],
        _ => &["-N", "-n", "-c", text],
    };
    let output = run(dialect, arguments, b"");
    match dialect {
        Dialect::Posix => output.status.success(),
        Dialect::Bash => output.status.success() && output.stderr.is_empty(),
        _ => output.stderr.is_empty(),
    }
}
