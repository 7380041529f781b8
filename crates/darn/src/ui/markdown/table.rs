//! Tables, fitted to the width.

use pulldown_cmark::Alignment;

use super::inline::Text;
use crate::ui::style::{DIM, Style};
use crate::ui::text;

/// Minimum width of a column.
const MIN: usize = 3;

/// A table as it is read; the first row is its head.
#[derive(Debug, Default)]
pub struct Table {
    pub alignments: Vec<Alignment>,
    pub rows: Vec<Vec<Text>>,
}

impl Table {
    /// Draws the table in at most `width` columns; where not even the narrowest columns fit, each row becomes a
    /// list of its cells.
    pub fn draw(&mut self, width: usize, style: &Style) -> Vec<String> {
        for cell in self.rows.first_mut().into_iter().flatten() {
            cell.embolden();
        }
        let count = self.rows.iter().map(Vec::len).max().unwrap_or(0);
        let room = width.saturating_sub(3 * count.saturating_sub(1));
        if count == 0 || room < MIN * count {
            return self.list(width, style);
        }
        let widths = self.widths(count, room, style);
        let bar = style.painted(DIM, style.pick(" │ ", " | "));
        let mut lines = Vec::new();
        for (at, row) in self.rows.iter().enumerate() {
            let cells: Vec<Vec<String>> = (0..count)
                .map(|at| cell(row.get(at), widths.get(at).copied().unwrap_or(MIN), style))
                .collect();
            let height = cells.iter().map(Vec::len).max().unwrap_or(0);
            for line in 0..height {
                let parts: Vec<String> = cells
                    .iter()
                    .zip(&widths)
                    .enumerate()
                    .map(|(at, (cell, width))| {
                        self.align(cell.get(line).map_or("", String::as_str), *width, at)
                    })
                    .collect();
                lines.push(parts.join(&bar).trim_end().to_owned());
            }
            if at == 0 {
                let dashes: Vec<String> =
                    widths.iter().map(|width| style.pick("─", "-").repeat(*width)).collect();
                lines.push(style.painted(DIM, &dashes.join(style.pick("─┼─", "-+-"))));
            }
        }
        lines
    }

    /// Returns the widths of the columns: as wide as their texts, or the widest ones cut until all fit.
    fn widths(&self, count: usize, room: usize, style: &Style) -> Vec<usize> {
        let whole = |at: usize| {
            let cells = self.rows.iter().filter_map(|row| row.get(at));
            cells.map(|cell| cell.widths(style).1).max().unwrap_or(0).max(MIN)
        };
        let mut widths: Vec<usize> = (0..count).map(whole).collect();
        let mut over = widths.iter().sum::<usize>().saturating_sub(room);
        while over > 0 {
            let widest = widths.iter().copied().max().unwrap_or(MIN);
            let next = widths.iter().copied().filter(|width| *width < widest).max().unwrap_or(MIN).max(MIN);
            let number = widths.iter().filter(|width| **width == widest).count();
            if widest <= MIN {
                break;
            }
            let cut = (widest - next).max(1).min(over.div_ceil(number));
            for width in widths.iter_mut().filter(|width| **width == widest) {
                *width -= cut.min(over);
                over = over.saturating_sub(cut);
            }
        }
        widths
    }

    fn align(&self, cell: &str, width: usize, at: usize) -> String {
        let blanks = width.saturating_sub(text::columns(cell));
        let left = match self.alignments.get(at) {
            Some(Alignment::Right) => blanks,
            Some(Alignment::Center) => blanks / 2,
            _ => 0,
        };
        format!("{}{cell}{}", " ".repeat(left), " ".repeat(blanks - left))
    }

    /// `Head: cell`, a line each.
    fn list(&self, width: usize, style: &Style) -> Vec<String> {
        let Some((head, rows)) = self.rows.split_first() else { return Vec::new() };
        let mut lines = Vec::new();
        for (at, row) in rows.iter().enumerate() {
            if at > 0 {
                lines.push(String::new());
            }
            for (name, cell) in head.iter().zip(row) {
                let mut text = Text::default();
                text.push(&format!("{}: {}", name.plain(), cell.plain()), super::inline::Look::default());
                lines.extend(text.wrap(width, style));
            }
        }
        lines
    }
}

fn cell(text: Option<&Text>, width: usize, style: &Style) -> Vec<String> {
    text.map(|text| text.wrap(width, style)).unwrap_or_default()
}
