//! Lines that are redrawn in place and removed at the end.

use super::style::Style;
use super::text::columns;

/// The lines on the screen.
#[derive(Debug, Default)]
pub struct Drawn {
    /// Width of each line in columns.
    widths: Vec<usize>,
}

impl Drawn {
    /// Returns the bytes that update the screen; the cursor ends up after the last line. A dumb terminal
    /// cannot redraw: it gets all lines once, then only `new`.
    pub fn update(&mut self, lines: &[String], new: &str, style: &Style) -> String {
        let out = if style.cursor {
            format!("{}{}\u{1b}[J", self.to_top(style), lines.join("\u{1b}[K\r\n"))
        } else if self.widths.is_empty() {
            lines.join("\r\n")
        } else {
            format!("\r\n{new}")
        };
        self.widths = lines.iter().map(|line| columns(line)).collect();
        out
    }

    /// Removes the lines from the screen.
    pub fn erase(&mut self, style: &Style) -> String {
        let out = if style.cursor { self.to_top(style) + "\u{1b}[J" } else { "\r\n".to_owned() };
        self.widths.clear();
        out
    }

    /// Moves from the end of the last line to the beginning of the first. A terminal that became narrower has
    /// wrapped them.
    fn to_top(&self, style: &Style) -> String {
        let rows: usize =
            self.widths.iter().map(|width| (*width).max(1).div_ceil(style.columns.max(1))).sum();
        match rows {
            0 | 1 => "\r".to_owned(),
            rows => format!("\r\u{1b}[{}A", rows - 1),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn style(columns: usize, cursor: bool) -> Style {
        Style { columns, rows: 24, utf8: true, attributes: cursor, cursor, is_terminal: true }
    }

    #[test]
    fn what_was_drawn_is_taken_off_also_where_it_was_wrapped() {
        let lines = ["x".repeat(40), format!("\u{1b}[2m{}\u{1b}[0m", "y".repeat(40))];
        for (columns, up) in [(80, "\r\u{1b}[1A"), (40, "\r\u{1b}[1A"), (20, "\r\u{1b}[3A")] {
            let mut drawn = Drawn::default();
            assert!(drawn.update(&lines, "", &style(80, true)).starts_with("\rxx"));
            assert_eq!(drawn.erase(&style(columns, true)), format!("{up}\u{1b}[J"));
            assert_eq!(drawn.erase(&style(columns, true)), "\r\u{1b}[J", "it is gone");
        }
    }

    #[test]
    fn a_roll_of_paper_gets_what_is_new() {
        let mut drawn = Drawn::default();
        let lines = ["a".to_owned(), "b".to_owned()];
        assert_eq!(drawn.update(&lines, "b", &style(80, false)), "a\r\nb");
        assert_eq!(drawn.update(&lines, "c", &style(80, false)), "\r\nc");
        assert_eq!(drawn.erase(&style(80, false)), "\r\n");
    }
}
