//! Draws an arriving text: final lines are printed once; of the open block only what has changed is drawn again.

use std::io::Write;

use super::{Change, Markdown};
use crate::ui::style::Style;
use crate::ui::text;

/// An answer on the screen.
#[derive(Debug)]
pub struct Screen<W> {
    markdown: Markdown,
    canvas: Canvas<W>,
}

/// Where the lines are drawn.
#[derive(Debug)]
struct Canvas<W> {
    out: W,
    style: Style,
    /// The open lines on the screen; the cursor is at the end of the last one.
    shown: Vec<String>,
}

impl<W: Write> Screen<W> {
    pub fn new(out: W, style: &Style) -> Self {
        let canvas = Canvas { out, style: style.clone(), shown: Vec::new() };
        Self { markdown: Markdown::new(style.clone()), canvas }
    }

    /// Draws what has arrived. Where the cursor cannot be moved, lines are drawn once they are final.
    pub fn add(&mut self, text: &str) {
        self.canvas.draw(self.markdown.push(text));
    }

    /// Draws the rest; the cursor is below it then.
    pub fn finish(&mut self) {
        self.canvas.draw(self.markdown.finish());
    }
}

impl<W: Write> Canvas<W> {
    fn draw(&mut self, Change { done, open }: Change<'_>) {
        // lines that have left the screen cannot be drawn again, so the rest of a long block waits for its end
        let open = if self.style.cursor && open.len() < self.style.rows { open } else { &[] };
        if done.is_empty() && self.shown == open {
            return;
        }
        let count = done.len();
        let lines: Vec<String> = done.into_iter().chain(open.iter().cloned()).collect();
        let same = lines.iter().zip(&self.shown).take_while(|(new, old)| new == old).count();
        // the cursor has to come to the end of the last line, also where lines have gone
        let is_shorter = same == lines.len() && same < self.shown.len();
        let same = same - usize::from(is_shorter && same > 0);
        let mut out = String::new();
        let mut from = same;
        if same < self.shown.len() {
            // back to the first line that differs; of the last one only the end may be new
            let last = self.shown.len() - 1;
            let appended = (same == last)
                .then(|| lines.get(same)?.strip_prefix(self.shown.get(same)?.as_str()))
                .flatten()
                .filter(|_| !self.shown.get(same).is_some_and(|line| line.contains('\u{1b}')));
            if let Some(appended) = appended {
                out.push_str(appended);
                from += 1;
                if from < lines.len() || from <= count {
                    out.push_str("\r\n");
                }
            } else {
                out.push('\r');
                if last > same {
                    out.push_str(&format!("\u{1b}[{}A", last - same));
                }
                out.push_str("\u{1b}[J");
            }
        } else if same > 0 && (same < lines.len() || same <= count) {
            out.push_str("\r\n");
        }
        for (at, line) in lines.iter().enumerate().skip(from) {
            out.push_str(line);
            if at + 1 < lines.len() || at < count {
                out.push_str("\r\n");
            }
        }
        self.shown = lines.into_iter().skip(count).collect();
        debug_assert!(self.shown.iter().all(|line| text::columns(line) < self.style.columns.max(20)));
        if !out.is_empty() {
            // an output that is gone ends the answer elsewhere
            let _ = self.out.write_all(out.as_bytes()).and_then(|()| self.out.flush());
        }
    }
}
