//! Texts of other languages as an argument of the program that runs them.

use syntax::Dialect;

/// The program with the fragment repeated: a line of about so many bytes, never more.
pub fn command(program: &str, fragment: &str, bytes: usize) -> String {
    let quoted = |text: &str| syntax::quote(text, Dialect::Bash).len();
    let room = bytes.saturating_sub(program.len() + 4);
    let text = fragment.repeat(room / quoted(fragment).max(fragment.len()));
    format!("{program} {}", syntax::quote(&text, Dialect::Bash))
}
