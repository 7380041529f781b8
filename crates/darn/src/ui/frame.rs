//! A box around rows of text, no wider than the terminal.

use unicode_width::UnicodeWidthStr as _;

use super::style::{BOLD, DIM, Style};
use super::text::fit;

/// Attributes of a row, if the terminal has them. No colours: none is readable on every background.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Look {
    Plain,
    Bold,
    Dim,
}

/// One row of a box, truncated to its width.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Row {
    pub text: String,
    pub look: Look,
}

impl Row {
    pub fn plain(text: impl Into<String>) -> Self {
        Self { text: text.into(), look: Look::Plain }
    }

    pub fn bold(text: impl Into<String>) -> Self {
        Self { text: text.into(), look: Look::Bold }
    }

    pub fn dim(text: impl Into<String>) -> Self {
        Self { text: text.into(), look: Look::Dim }
    }
}

/// Maximum width of a box; a wider one is harder to read.
const MAX_WIDTH: usize = 72;
/// Minimum room for a frame; below that the space is better used for text.
const MIN_ROOM: usize = 12;
/// Columns of the frame itself.
const SIDES: usize = 4;

/// Returns the columns available to a row.
pub fn room(style: &Style) -> usize {
    let width = style.columns.saturating_sub(1);
    let inside = width.min(MAX_WIDTH).saturating_sub(SIDES);
    if inside < MIN_ROOM { width } else { inside }
}

/// Draws the rows in a box: lines, each narrower than the terminal.
pub fn framed(rows: &[Row], style: &Style) -> Vec<String> {
    let room = room(style);
    let texts: Vec<_> = rows.iter().map(|row| fit(&row.text, room, style)).collect();
    let looks = rows.iter().map(|row| row.look);
    if room + SIDES >= style.columns {
        return texts.iter().zip(looks).map(|(text, look)| drawn(text, look, style)).collect();
    }
    let width = texts.iter().map(|text| text.width()).max().unwrap_or(0);
    let rule = style.pick("─", "-").repeat(width + 2);
    let side = style.pick("│", "|");
    let mut lines = vec![format!("{}{rule}{}", style.pick("╭", "+"), style.pick("╮", "+"))];
    lines.extend(texts.iter().zip(looks).map(|(text, look)| {
        let blanks = " ".repeat(width - text.width());
        format!("{side} {}{blanks} {side}", drawn(text, look, style))
    }));
    lines.push(format!("{}{rule}{}", style.pick("╰", "+"), style.pick("╯", "+")));
    lines
}

fn drawn(text: &str, look: Look, style: &Style) -> String {
    match look {
        Look::Bold => style.painted(BOLD, text),
        Look::Dim => style.painted(DIM, text),
        Look::Plain => text.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::super::text::columns;
    use super::*;

    fn style(columns: usize, utf8: bool) -> Style {
        Style { columns, rows: 24, utf8, attributes: false, cursor: true, is_terminal: true }
    }

    #[test]
    fn the_frame_fits() {
        let rows = [Row::bold("Command failed"), Row::plain("Ask a/model for a suggestion? (y/n)")];
        let expected = [
            "╭─────────────────────────────────────╮",
            "│ Command failed                      │",
            "│ Ask a/model for a suggestion? (y/n) │",
            "╰─────────────────────────────────────╯",
        ];
        assert_eq!(framed(&rows, &style(80, true)), expected);
        assert_eq!(framed(&rows, &style(30, true))[2], "│ Ask a/model for a sugges… │");
        assert_eq!(framed(&rows, &style(80, false))[0], "+-------------------------------------+");
        assert_eq!(framed(&rows, &style(12, true)), ["Command fa…", "Ask a/mode…"]);
        for columns in 1..90 {
            let framed = framed(&rows, &style(columns, true));
            assert!(framed.iter().all(|line| line.width() < columns.max(2)), "{columns}: {framed:#?}");
        }
    }

    #[test]
    fn looks_take_no_room() {
        let style = Style { attributes: true, ..style(80, true) };
        let lines = framed(&[Row::bold("one"), Row::dim("three"), Row::plain("x")], &style);
        assert!(lines[1].contains("\u{1b}[1mone\u{1b}[0m   │"), "{lines:?}");
        assert!(lines.iter().all(|line| columns(line) == 9), "{lines:?}");
    }
}
