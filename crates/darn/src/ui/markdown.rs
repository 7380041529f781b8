//! Markdown as lines of a terminal, as it arrives from a model.
//!
//! A block at the top level is final once a line behind it begins another block: it is returned once and never
//! changes. Only the last block is still open, and its lines may change with what arrives. A block is drawn
//! without the others, so the lines do not depend on how the text was cut into chunks.

use pulldown_cmark::{CodeBlockKind, Event, Options, Parser, Tag};

use super::style::Style;
use code::Code;

mod blocks;
mod code;
mod inline;
pub mod language;
pub mod screen;
mod table;

/// Bytes of an open block that are drawn again with each chunk. A longer one is drawn again when it has grown by
/// a part of its length, so that the cost stays linear.
const SMALL: usize = 2048;
const PART: usize = 8;

/// What a chunk has changed.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Change<'a> {
    /// Lines that are final.
    pub done: Vec<String>,
    /// Lines of the open block, which replace those of the change before. Borrowed: a long block stays as it is
    /// during most of the chunks.
    pub open: &'a [String],
}

/// A text that is arriving.
#[derive(Debug)]
pub struct Markdown {
    style: Style,
    /// What is not final yet.
    pending: String,
    /// Bytes of `pending` after it was looked at and drawn last.
    drawn: usize,
    /// The open lines, as drawn last.
    open: Vec<String>,
    /// The code block that is open at the top level: each of its lines is final at once.
    code: Option<Code>,
    /// A block was drawn above.
    is_amid: bool,
}

impl Markdown {
    #[must_use]
    pub fn new(style: Style) -> Self {
        Self { style, pending: String::new(), drawn: 0, open: Vec::new(), code: None, is_amid: false }
    }

    /// Adds text. Control characters are dropped: a model must not move the cursor.
    pub fn push(&mut self, text: &str) -> Change<'_> {
        self.pending.extend(text.chars().filter(|c| !c.is_control() || matches!(c, '\n' | '\t')));
        let mut done = Vec::new();
        let length = self.pending.len();
        // in code each line is final
        let ends_line = self.code.is_some() && text.contains('\n');
        if ends_line || length < SMALL || length.saturating_sub(self.drawn) > length / PART {
            self.take(&mut done);
            self.open = self.draw_open();
            self.drawn = self.pending.len();
        }
        Change { done, open: &self.open }
    }

    /// Ends the text; everything is final.
    pub fn finish(&mut self) -> Change<'_> {
        if !self.pending.is_empty() && !self.pending.ends_with('\n') {
            self.pending.push('\n');
        }
        let mut done = Vec::new();
        self.take(&mut done);
        done.extend(self.draw_open());
        (self.code, self.is_amid) = (None, false);
        self.pending.clear();
        self.open.clear();
        Change { done, open: &self.open }
    }

    /// Moves what is final from the pending text to the lines.
    fn take(&mut self, done: &mut Vec<String>) {
        loop {
            if let Some(code) = &self.code {
                let Some(end) = self.pending.find('\n') else { return };
                match code.line(self.pending.get(..end).unwrap_or_default(), &self.style) {
                    Some(lines) => done.extend(lines),
                    None => self.code = None,
                }
                self.pending.drain(..=end);
                continue;
            }
            // a line that is not complete may still turn out to go on with the block above it
            let complete = self.pending.rfind('\n').map_or(0, |end| end + 1);
            let starts = starts(self.pending.get(..complete).unwrap_or_default());
            let Some(last) = starts.last() else { return };
            for (start, end) in starts.iter().zip(starts.iter().skip(1)) {
                let block = self.pending.get(start.at..end.at).unwrap_or_default();
                self.add(blocks::draw(block, &self.style), done);
            }
            let fence = last.fence.clone();
            self.pending.drain(..last.at);
            let Some(fence) = fence else { return };
            let Some(end) = self.pending.find('\n') else { return };
            let code = Code::open(self.pending.get(..end).unwrap_or_default(), &fence);
            self.pending.drain(..=end);
            self.separate(done);
            done.extend(code.head(&self.style));
            self.code = Some(code);
        }
    }

    fn add(&mut self, lines: Vec<String>, done: &mut Vec<String>) {
        if !lines.is_empty() {
            self.separate(done);
            done.extend(lines);
        }
    }

    /// Puts a blank line between blocks.
    fn separate(&mut self, done: &mut Vec<String>) {
        if std::mem::replace(&mut self.is_amid, true) {
            done.push(String::new());
        }
    }

    fn draw_open(&self) -> Vec<String> {
        if let Some(code) = &self.code {
            let line = Some(self.pending.as_str()).filter(|line| !line.is_empty());
            return line.and_then(|line| code.line(line, &self.style)).unwrap_or_default();
        }
        let lines = blocks::draw(&self.pending, &self.style);
        let gap = self.is_amid && !lines.is_empty();
        gap.then(String::new).into_iter().chain(lines).collect()
    }
}

/// The beginning of a block at the top level.
struct Start {
    at: usize,
    /// The info string of a fenced code block.
    fence: Option<String>,
}

/// Returns the beginnings of the blocks at the top level, as offsets of their lines.
fn starts(text: &str) -> Vec<Start> {
    let mut depth = 0_usize;
    let mut starts = Vec::new();
    for (event, range) in Parser::new_ext(text, options()).into_offset_iter() {
        if depth == 0 && !matches!(event, Event::End(_)) {
            let fence = match &event {
                Event::Start(Tag::CodeBlock(CodeBlockKind::Fenced(info))) => Some(info.to_string()),
                _ => None,
            };
            let line = text.get(..range.start).and_then(|before| before.rfind('\n')).map_or(0, |end| end + 1);
            starts.push(Start { at: line, fence });
        }
        match event {
            Event::Start(_) => depth += 1,
            Event::End(_) => depth = depth.saturating_sub(1),
            _ => {}
        }
    }
    starts
}

fn options() -> Options {
    Options::ENABLE_TABLES | Options::ENABLE_STRIKETHROUGH | Options::ENABLE_TASKLISTS
}

#[cfg(test)]
mod tests;
