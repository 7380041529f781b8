//! All output of the program.
#![allow(clippy::print_stdout, clippy::print_stderr)]

use crate::error::Error;

pub mod anatomy;
pub mod ask;
#[cfg(feature = "llm")]
pub mod clipboard;
#[cfg(feature = "llm")]
pub mod dialogue;
pub mod drawn;
pub mod entry;
pub mod explanation;
#[cfg(feature = "llm")]
pub mod frame;
pub mod hint;
#[cfg(feature = "llm")]
pub mod input;
pub mod list;
#[cfg(feature = "llm")]
pub mod live;
#[cfg(feature = "llm")]
pub mod markdown;
pub mod mouse;
pub mod numbers;
#[cfg(feature = "llm")]
pub mod offer;
pub mod proposed;
pub mod question;
#[cfg(feature = "llm")]
pub mod rows;
pub mod style;
#[cfg(test)]
mod tests;
pub mod text;
pub mod transcript;
pub mod tty;
#[cfg(feature = "llm")]
pub mod unechoed;
pub mod verdict;
#[cfg(feature = "llm")]
pub mod waiting;
#[cfg(feature = "llm")]
pub mod wish;

/// Prints an error with its hints to stderr.
pub fn error(error: &Error) {
    eprintln!("darn: {:#}", error.source);
    for hint in &error.hints {
        eprintln!("hint: {hint}");
    }
}

/// Prints text to stdout; a closed pipe is not an error.
pub fn print(text: &str) {
    print_bytes(text.as_bytes());
}

/// Prints bytes that may not be text.
pub fn print_bytes(bytes: &[u8]) {
    use std::io::Write as _;
    let mut out = std::io::stdout().lock();
    let _ = out.write_all(bytes).and_then(|()| out.flush());
}

/// Returns standard output, for those who watch whether its reader is still there.
#[cfg(feature = "llm")]
pub fn output() -> std::io::Stdout {
    std::io::stdout()
}

/// Prints a warning to stderr: something is wrong, but the command continues.
pub fn warning(text: &str) {
    eprintln!("warning: {text}");
}

/// Prints a line to stderr that is not part of the answer.
pub fn note(text: &str) {
    draw(&format!("{text}\n"));
}

/// Writes to stderr in one piece, so that it is not interleaved.
pub fn draw(text: &str) {
    use std::io::Write as _;
    let mut stderr = std::io::stderr().lock();
    let _ = stderr.write_all(text.as_bytes()).and_then(|()| stderr.flush());
}

/// Makes text safe to print: control characters other than newline and tab become `\u{fffd}`, so that
/// captured or suggested text cannot ring the bell or move the cursor.
pub fn neutral(text: &str) -> String {
    text.chars().map(|c| if c.is_control() && !matches!(c, '\n' | '\t') { '\u{fffd}' } else { c }).collect()
}

/// Makes text safe for one line of a message.
pub fn one_line(text: &str) -> String {
    neutral(text).replace(['\n', '\t'], " ")
}
