//! The hint line: one dim line above the prompt.

use std::io::Write as _;

use engine::Diagnosis;
use unicode_width::UnicodeWidthStr as _;

/// What the hint line depends on besides the diagnosis.
#[derive(Debug, Clone, Copy)]
pub struct Style {
    pub columns: usize,
    pub utf8: bool,
    pub color: bool,
}

/// Text of the hint line without colour; `None` where there is nothing to say.
#[must_use]
pub fn line(diagnosis: &Diagnosis, status: i32, style: Style) -> Option<String> {
    let first = diagnosis.suggestions.first()?;
    let (cross, dash, dot, ellipsis) = if style.utf8 { ("✗", "—", "·", "…") } else { ("x", "-", "|", "...") };
    let mut shown = first.text.lines().next().unwrap_or("").to_owned();
    if first.text.lines().count() > 1 {
        shown.push_str(ellipsis);
    }
    let head = format!("{cross} {status}  ");
    let keys = format!("  [Tab] use {dot} [Alt-/] more");
    let because = format!("   {dash} {}", first.because);
    let width = style.columns.max(20) - 1;
    for tail in [format!("{because} {keys}"), keys, String::new()] {
        if head.width() + shown.width() + tail.width() <= width {
            return Some(format!("{head}{shown}{tail}"));
        }
    }
    Some(cut(&format!("{head}{shown}"), width, ellipsis))
}

fn cut(text: &str, width: usize, ellipsis: &str) -> String {
    let mut out = String::new();
    for c in text.chars() {
        if out.width() + c.to_string().width() + ellipsis.width() > width {
            out.push_str(ellipsis);
            break;
        }
        out.push(c);
    }
    out
}

/// Draws the hint on stderr, on a line of its own also where the output did not end in a newline.
pub fn draw(line: &str, style: Style) {
    // Filling the line wraps only if the cursor is not in its first column (zsh's PROMPT_SP).
    let fill = " ".repeat(style.columns.saturating_sub(1));
    let text = if style.color { format!("{fill}\r\u{1b}[2m{line}\u{1b}[0m\n") } else { format!("{fill}\r{line}\n") };
    let _ = std::io::stderr().lock().write_all(text.as_bytes());
}
