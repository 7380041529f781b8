//! Which rows of the screen show which step, so that a click selects it. Pure.

use std::ops::Range;

use crate::ui::rows::Rows;

/// What is on the screen.
#[derive(Debug, Default)]
pub struct Shown {
    rows: Rows,
    /// The first row of the proposed step.
    proposed: usize,
    /// Rows of the steps that have run, with their output, and the place of each among the past ones.
    steps: Vec<(Range<usize>, usize)>,
    /// Row of the screen, from one, of the line with the keys.
    keys: Option<usize>,
}

impl Shown {
    /// Adds what is printed on a screen this wide.
    pub fn add(&mut self, text: &str, columns: usize) {
        self.rows.add(text, columns);
    }

    /// The next lines show a proposed step.
    pub const fn propose(&mut self) {
        self.proposed = self.rows.count;
    }

    /// The proposed step has run, as the past one with this index.
    pub fn ran(&mut self, index: usize) {
        self.steps.push((self.proposed..self.rows.count, index));
    }

    /// The keys stand in this row of the screen; `text` is what was printed there.
    pub fn keys_at(&mut self, row: u16, text: &str, columns: usize) {
        let mut behind = self.rows.clone();
        behind.add(text, columns);
        self.keys = usize::from(row).checked_sub(behind.count - self.rows.count);
    }

    /// The keys are written again, and their place is not known yet.
    pub const fn forget_keys(&mut self) {
        self.keys = None;
    }

    /// A program has drawn on the screen, or its size has changed: the places so far are unknown.
    pub fn forget(&mut self) {
        self.steps.clear();
        (self.proposed, self.keys) = (self.rows.count, None);
    }

    /// Returns the index of the past step in this row of the screen.
    pub fn at(&self, row: u16) -> Option<usize> {
        let above = self.keys?.checked_sub(usize::from(row))?;
        let row = self.rows.count.checked_sub(above)?;
        self.steps.iter().find(|(rows, _)| rows.contains(&row)).map(|(_, index)| *index)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_row_is_found_also_after_the_screen_has_scrolled() {
        let mut shown = Shown::default();
        shown.add("text before\n", 20);
        for index in 0..2 {
            shown.propose();
            shown.add(&format!("{index}  ~ $ a command of two rows\n    why\n"), 20);
            shown.add("output\n", 20);
            shown.ran(index);
            shown.add("a note\n", 20);
        }
        shown.propose();
        shown.add("2  ~ $ ls\n", 20);
        // 12 rows were printed; the keys take two more, the second at the bottom of the screen
        shown.keys_at(8, "[r]un [e]dit [s]kip [q]uit", 20);
        let rows: Vec<Option<usize>> = (1..=8).map(|row| shown.at(row)).collect();
        assert_eq!(rows, [Some(1), Some(1), Some(1), Some(1), None, None, None, None]);
        shown.forget_keys();
        assert_eq!(shown.at(1), None);
        shown.keys_at(12, "", 20);
        assert_eq!((shown.at(1), shown.at(2), shown.at(5)), (Some(0), Some(0), None));
        shown.forget();
        shown.keys_at(12, "", 20);
        assert_eq!((1..=12).find_map(|row| shown.at(row)), None);
    }
}
