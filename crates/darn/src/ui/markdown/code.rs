//! Code blocks: indented, never reflowed; in shell code the programs are bold and comments dim.

use syntax::{Dialect, Script};

use super::language::{self, Shell};
use crate::ui::style::{BOLD, Style};
use crate::ui::text;

/// Indent of code, so that it can be told from text without colours.
const INDENT: &str = "    ";
/// Columns of a tab stop.
const TAB: usize = 4;

/// A fenced code block, line by line (CommonMark 4.5).
#[derive(Debug, Clone)]
pub struct Code {
    /// The character of the fence, and its number.
    mark: char,
    count: usize,
    /// Blanks before the fence, which its lines may have as well.
    indent: usize,
    language: String,
}

impl Code {
    /// Reads the opening line of a fence.
    pub fn open(line: &str, info: &str) -> Self {
        let rest = line.trim_start_matches(' ');
        let mark = rest.chars().next().unwrap_or('`');
        let count = rest.chars().take_while(|c| *c == mark).count();
        let language = info.split_whitespace().next().unwrap_or_default().to_owned();
        Self { mark, count, indent: line.len() - rest.len(), language }
    }

    /// Returns the lines above the code: its language. Without attributes it would look like code.
    pub fn head(&self, style: &Style) -> Vec<String> {
        if self.language.is_empty() || !style.attributes {
            return Vec::new();
        }
        vec![style.dim(&format!("{INDENT}{}", text::fit(&text::printable(&self.language, style), 20, style)))]
    }

    /// Returns a line of the code as it is drawn; `None` if it closes the block.
    pub fn line(&self, line: &str, style: &Style) -> Option<Vec<String>> {
        let fence = line.trim_start_matches(' ').trim_end();
        let is_fence = fence.len() >= self.count && fence.chars().all(|c| c == self.mark);
        if is_fence && line.len() - line.trim_start_matches(' ').len() < 4 {
            return None;
        }
        let own = line.bytes().take(self.indent).take_while(|byte| *byte == b' ').count();
        Some(draw_line(line.get(own..).unwrap_or(line), &self.language, style.line_width(), style))
    }
}

/// Draws a whole block in at most `width` columns.
pub fn draw(text: &str, language: &str, width: usize, style: &Style) -> Vec<String> {
    let code = Code { mark: '`', count: 3, indent: 0, language: language.to_owned() };
    let lines = text.lines().flat_map(|line| draw_line(line, language, width, style));
    code.head(style).into_iter().chain(lines).collect()
}

fn draw_line(line: &str, language: &str, width: usize, style: &Style) -> Vec<String> {
    let expanded = text::printable(&expand_tabs(line), style);
    let room = width.saturating_sub(INDENT.len()).max(1);
    let pieces = text::folded(&expanded, room);
    // what a command has printed is no line of a shell
    let shell = language::shell(language).filter(|shell| !shell.is_transcript || line.starts_with("$ "));
    if let ([piece], Some(Shell { dialect, .. })) = (&pieces[..], shell) {
        return vec![format!("{INDENT}{}", highlight(piece, dialect, style)).trim_end().to_owned()];
    }
    pieces.iter().map(|piece| format!("{INDENT}{piece}").trim_end().to_owned()).collect()
}

fn highlight(line: &str, dialect: Dialect, style: &Style) -> String {
    if !style.attributes {
        return line.to_owned();
    }
    if line.trim_start().starts_with('#') {
        return style.dim(line);
    }
    let start = if line.starts_with("$ ") { 2 } else { 0 };
    let script = Script::parse(line.get(start..).unwrap_or_default(), dialect);
    let mut out = String::new();
    let mut copied = 0;
    for command in &script.commands {
        let Some(word) = command.program().and_then(|at| command.words.get(at)) else { continue };
        let (from, to) = (start + word.span.start, start + word.span.end);
        let (Some(before), Some(name)) = (line.get(copied..from), line.get(from..to)) else { continue };
        out.push_str(before);
        out.push_str(&style.painted(BOLD, name));
        copied = to;
    }
    out.push_str(line.get(copied..).unwrap_or_default());
    out
}

fn expand_tabs(line: &str) -> String {
    let mut out = String::with_capacity(line.len());
    let mut column = 0;
    for c in line.chars() {
        if c == '\t' {
            let blanks = TAB - column % TAB;
            out.extend(std::iter::repeat_n(' ', blanks));
            column += blanks;
        } else {
            out.push(c);
            column += 1;
        }
    }
    out
}
