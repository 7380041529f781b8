//! Splits the text of a terminal into rows.

use unicode_width::{UnicodeWidthChar as _, UnicodeWidthStr as _};

/// Marks that a shell prints after output without a final newline (`PROMPT_EOL_MARK` of zsh; fish).
const MARKS: &[char] = &['%', '#', '⏎'];

/// Splits text into rows, without the empty ones at the end. Removes the mark and the blanks that a shell
/// prints after output without a final newline to reach a new row.
pub fn split(text: &str, columns: usize) -> Vec<String> {
    let mut rows: Vec<String> = Vec::new();
    for line in text.lines() {
        match unfinished(line, columns) {
            Some((output, prompt)) => rows.extend([output.to_owned(), prompt.to_owned()]),
            None => rows.push(line.to_owned()),
        }
    }
    let used = rows.iter().rposition(|row| !row.trim().is_empty()).map_or(0, |at| at + 1);
    rows.truncate(used);
    rows
}

/// Splits off the mark: returns the output, and the text of the next row.
fn unfinished(line: &str, columns: usize) -> Option<(&str, &str)> {
    let mut column = 0;
    let mut marked = None; // the mark's position, if only blanks follow
    for (at, c) in line.char_indices() {
        if c != ' '
            && let Some(mark) = marked.take()
            && columns > 1
            && column % columns == 0
        {
            return Some((line.get(..mark)?, line.get(at..)?));
        }
        if MARKS.contains(&c) {
            marked = Some(at);
        }
        column += c.width().unwrap_or(0);
    }
    // fish stops one cell before the edge
    let is_at_edge = columns > 1 && column + 1 >= columns && line.ends_with(' ');
    marked.filter(|_| is_at_edge).and_then(|mark| Some((line.get(..mark)?, "")))
}

/// Returns whether the row fills whole screen lines, so that the next may continue it.
pub fn is_full(row: &str, columns: usize) -> bool {
    let width = row.width();
    columns > 1 && width > 0 && width.is_multiple_of(columns)
}

/// Returns whether the row reaches the right edge, where right prompts are. (zsh leaves one cell free.)
pub fn reaches_edge(row: &str, columns: usize) -> bool {
    let width = row.trim_end().width();
    columns > 1 && (is_full(row.trim_end(), columns) || (width + 1).is_multiple_of(columns))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_of_unfinished_output_are_no_output() {
        let zsh = format!("part%{}T> ls", " ".repeat(15));
        assert_eq!(split(&zsh, 20), ["part", "T> ls"]);
        let fish = format!("part⏎{}\nT> ls", " ".repeat(14));
        assert_eq!(split(&fish, 20), ["part", "", "T> ls"]);
        assert_eq!(split("100%\n# x\n\n \n", 20), ["100%", "# x"]);
        let table = format!("5%{}x\n", " ".repeat(30));
        assert_eq!(split(&table, 20), [table.trim_end()]);
    }
}
