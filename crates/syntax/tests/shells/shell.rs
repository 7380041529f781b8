//! Runs real shells.

use std::io::Write;
use std::process::{Command, Output, Stdio};

use syntax::Dialect;

/// Returns the program for a dialect.
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

/// Returns whether the shell's own parser accepts the text.
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
