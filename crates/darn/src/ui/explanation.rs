//! Formats an explanation: the command, what went wrong, the facts, the fix, the lines of the manual.

use engine::{Answer, Explanation};

use super::hint;
use super::style::{BOLD, DIM, Style};
use super::text::{first_line, fit, printable, wrap};
use crate::request::Request;

/// Maximum width of a manual line if the output is not a terminal.
const MAX_COLUMNS: usize = 400;
const INDENT: &str = "  ";

/// Returns the text, with a newline at its end.
pub fn draw(request: &Request, answer: &Answer, explanation: &Explanation, style: &Style) -> String {
    let width = if style.is_terminal { style.line_width() } else { MAX_COLUMNS };
    let paint = |attribute: &str, line: &str| style.painted(attribute, line) + "\n";
    let cross = style.pick("✗", "x");
    let status = if request.status < 0 { String::new() } else { format!(" {}", request.status) };
    let head = format!("{cross}{status}  {}", first_line(&request.text, style));
    let mut out = paint(DIM, &fit(&head, width, style));
    for line in wrap(&printable(&explanation.what, style), "", width) {
        out += &paint(BOLD, &line);
    }
    for fact in &explanation.why {
        for line in wrap(&printable(fact, style), INDENT, width) {
            out += &line;
            out.push('\n');
        }
    }
    if let Some(first) = answer.diagnosis.suggestions.first() {
        let mark = hint::warning_mark(first.verdict.level, style).map(|mark| mark + " ").unwrap_or_default();
        let arrow = style.pick("→", "->");
        // never truncated: users copy it
        out += &format!("{INDENT}{arrow} {mark}{}", first_line(&first.text, style));
        if !first.because.is_empty() && first.because != explanation.what {
            out += &format!("   {} {}", style.pick("—", "-"), printable(&first.because, style));
        }
        out.push('\n');
    }
    for quote in &explanation.quotes {
        out += &paint(DIM, &format!("{INDENT}{}:", printable(&quote.source, style)));
        for line in &quote.lines {
            let bar = format!("{INDENT}{} ", style.pick("│", "|"));
            for part in wrap(&printable(line, style), &bar, width) {
                out += &paint(DIM, &part);
            }
        }
    }
    out
}
