//! The input line for a request in words, in place of the prompt.

use super::input;
use super::style::Style;
use super::text::{first_line, fit, printable};
use super::tty::Tty;

const PROMPT: &str = "darn> ";
/// Maximum columns of the request shown while waiting.
const SHOWN: usize = 30;

/// Reads the request and removes the line; `None`: the user left.
pub fn words(tty: &mut Tty, style: &Style) -> Option<String> {
    let words = input::line(tty, PROMPT, "", style).and_then(request);
    tty.write("\r\u{1b}[K");
    words
}

fn request(words: String) -> Option<String> {
    (!words.trim().is_empty()).then_some(words)
}

/// Formats the line shown while waiting for the answer.
pub fn waiting(whom: &str, words: &str, style: &Style) -> String {
    format!("{}: {}", printable(whom, style), fit(&first_line(words, style), SHOWN, style))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn style(columns: usize) -> Style {
        Style { columns, rows: 24, utf8: true, attributes: true, cursor: true, is_terminal: true }
    }

    #[test]
    fn an_empty_line_is_no_request() {
        assert_eq!((request(" ".into()), request("x".into())), (None, Some("x".into())));
    }

    #[test]
    fn who_thinks_about_what() {
        let words = "list the ten largest files below this directory";
        assert_eq!(waiting("a/model", words, &style(80)), "a/model: list the ten largest files be…");
    }
}
