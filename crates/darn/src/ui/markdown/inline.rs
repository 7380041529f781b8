//! Text with attributes, wrapped at blanks.

use unicode_width::UnicodeWidthStr as _;

use crate::ui::style::Style;
use crate::ui::text;

/// Attributes of a piece of text.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
pub struct Look {
    pub bold: bool,
    pub italic: bool,
    pub struck: bool,
}

impl Look {
    /// Paints a text that has no attributes of its own.
    fn paint(self, text: &str, style: &Style) -> String {
        let numbers = [(self.bold, "1"), (self.italic, "3"), (self.struck, "9")];
        let numbers: Vec<&str> = numbers.iter().filter(|(is, _)| *is).map(|(_, number)| *number).collect();
        if numbers.is_empty() || text.is_empty() {
            text.to_owned()
        } else {
            style.painted(&numbers.join(";"), text)
        }
    }
}

/// A paragraph, or the part of one in a list, a quotation or a cell.
#[derive(Debug, Default, Clone)]
pub struct Text {
    pieces: Vec<(String, Look)>,
}

/// A word: its pieces, and whether a line break comes before it.
#[derive(Debug, Default, Clone)]
struct Word {
    pieces: Vec<(String, Look)>,
    breaks: bool,
}

impl Word {
    fn width(&self) -> usize {
        self.pieces.iter().map(|(text, _)| text.width()).sum()
    }
}

impl Text {
    pub fn push(&mut self, text: &str, look: Look) {
        self.pieces.push((text.to_owned(), look));
    }

    /// Returns the text without attributes.
    pub fn plain(&self) -> String {
        self.pieces.iter().map(|(text, _)| text.as_str()).collect()
    }

    /// Makes all of it bold.
    pub fn embolden(&mut self) {
        for (_, look) in &mut self.pieces {
            look.bold = true;
        }
    }

    /// Returns the widths of the widest word and of the whole text in one line.
    pub fn widths(&self, style: &Style) -> (usize, usize) {
        let words: Vec<usize> = self.words(style).iter().map(Word::width).collect();
        let whole = words.iter().sum::<usize>() + words.len().saturating_sub(1);
        (words.iter().copied().max().unwrap_or(0), whole)
    }

    /// Wraps at blanks; a word wider than the line is folded.
    pub fn wrap(&self, width: usize, style: &Style) -> Vec<String> {
        let width = width.max(1);
        let mut lines = Vec::new();
        let mut line: Vec<(String, Look)> = Vec::new();
        let mut used = 0;
        for word in self.words(style) {
            let wide = word.width();
            if used > 0 && (word.breaks || used + 1 + wide > width) {
                lines.push(std::mem::take(&mut line));
                used = 0;
            }
            if used > 0 {
                // the blank between two words of the same look has it as well
                let look = match (line.last(), word.pieces.first()) {
                    (Some((_, before)), Some((_, behind))) if before == behind => *before,
                    _ => Look::default(),
                };
                line.push((" ".to_owned(), look));
                used += 1;
            }
            if wide <= width {
                used += wide;
                line.extend(word.pieces);
                continue;
            }
            for (text, look) in word.pieces {
                for piece in text::folded(&text, width) {
                    if used > 0 && used + piece.width() > width {
                        lines.push(std::mem::take(&mut line));
                        used = 0;
                    }
                    used += piece.width();
                    line.push((piece, look));
                }
            }
        }
        if !line.is_empty() {
            lines.push(line);
        }
        lines.iter().map(|line| paint(line, style)).collect()
    }

    fn words(&self, style: &Style) -> Vec<Word> {
        let mut words = vec![Word::default()];
        for (text, look) in &self.pieces {
            let printable = text.split('\n').map(|line| text::printable(line, style));
            for (at, line) in printable.enumerate() {
                for (number, part) in line.split(' ').enumerate() {
                    if at > 0 && number == 0 || number > 0 {
                        words.push(Word { breaks: number == 0, ..Word::default() });
                    }
                    if let Some(word) = words.last_mut().filter(|_| !part.is_empty()) {
                        word.pieces.push((part.to_owned(), *look));
                    }
                }
            }
        }
        words.retain(|word| !word.pieces.is_empty());
        words
    }
}

/// Paints a line, with attributes that change only between looks.
fn paint(line: &[(String, Look)], style: &Style) -> String {
    let mut out = String::new();
    let mut rest = line;
    while let Some((_, look)) = rest.first() {
        let count = rest.iter().take_while(|(_, other)| other == look).count();
        let (run, behind) = rest.split_at(count);
        let text: String = run.iter().map(|(text, _)| text.as_str()).collect();
        out.push_str(&look.paint(&text, style));
        rest = behind;
    }
    out
}
