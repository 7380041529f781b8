//! A command line taken apart, one part a line, and its verdict.

use engine::explain::anatomy::Part;
use policy::Verdict;
use unicode_width::UnicodeWidthStr as _;

use super::style::{BOLD, Style};
use super::text::{fit, printable, wrap};

/// Maximum width of the parts' column; a longer part has a line of its own.
const COLUMN: usize = 24;

/// Returns the lines.
pub fn lines(parts: &[Part], verdict: &Verdict, style: &Style) -> Vec<String> {
    let width = style.line_width();
    let texts: Vec<String> = parts.iter().map(|part| printable(&part.text, style)).collect();
    let column = texts.iter().map(|text| text.width()).filter(|width| *width <= COLUMN).max().unwrap_or(0);
    let indent = " ".repeat(column + 4);
    let mut lines = Vec::new();
    for (text, part) in texts.iter().zip(parts) {
        let means = wrap(&printable(&part.means, style), &indent, width);
        let head = style.painted(BOLD, &fit(text, width.saturating_sub(2), style));
        let mut means = means.into_iter();
        if text.width() > COLUMN {
            lines.push(format!("  {head}"));
        } else {
            let first = means.next().unwrap_or_default();
            let blanks = " ".repeat(column - text.width() + 2);
            lines.push(format!("  {head}{blanks}{}", first.trim_start()));
        }
        lines.extend(means);
    }
    for reason in &verdict.reasons {
        let text = format!("{} {}", style.pick("⚠", "!"), printable(&reason.because, style));
        lines.extend(wrap(&text, "  ", width).iter().map(|line| style.alarm(line, verdict.level)));
    }
    lines
}
