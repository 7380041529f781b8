//! One block of Markdown as lines.

use std::iter::Peekable;

use pulldown_cmark::{CodeBlockKind, Event, HeadingLevel, Parser, Tag, TagEnd};
use unicode_width::UnicodeWidthStr as _;

use super::inline::{Look, Text};
use super::table::Table;
use super::{code, options};
use crate::ui::style::{DIM, Style};

/// Lists and quotations within each other that are drawn as such; deeper ones become plain text, as a hostile text
/// may have thousands.
const MAX_DEPTH: usize = 12;
/// Width at which what lists and quotations contain becomes plain text as well.
const MIN_WIDTH: usize = 12;

/// Draws a text in the width of the terminal.
pub fn draw(markdown: &str, style: &Style) -> Vec<String> {
    let events = Parser::new_ext(markdown, options()).peekable();
    Reader { events, style, depth: 0 }.blocks(style.line_width())
}

struct Reader<'a> {
    events: Peekable<Parser<'a>>,
    style: &'a Style,
    depth: usize,
}

impl Reader<'_> {
    /// Draws blocks up to the end of what encloses them.
    fn blocks(&mut self, width: usize) -> Vec<String> {
        let mut lines = Vec::new();
        while let Some(event) = self.events.peek() {
            match event {
                Event::End(_) => {
                    self.events.next();
                    break;
                }
                Event::Rule => {
                    self.events.next();
                    lines.push(self.style.painted(DIM, &self.style.pick("─", "-").repeat(width.min(40))));
                }
                Event::Start(tag) if is_block(tag) => {
                    let tag = tag.clone();
                    self.events.next();
                    // a blank line stands between paragraphs, not between the items of a list
                    if !lines.is_empty() && !matches!(tag, Tag::List(_)) {
                        lines.push(String::new());
                    }
                    self.block(&tag, width, &mut lines);
                }
                _ => {
                    let text = self.text();
                    lines.extend(text.wrap(width, self.style));
                }
            }
        }
        lines
    }

    fn block(&mut self, tag: &Tag<'_>, width: usize, lines: &mut Vec<String>) {
        if self.depth >= MAX_DEPTH || width <= MIN_WIDTH {
            return lines.extend(self.flat().wrap(width, self.style));
        }
        self.depth += 1;
        match tag {
            Tag::Heading { level, .. } => {
                let mut text = self.text();
                self.events.next();
                lines.extend(self.heading(*level, &mut text, width));
            }
            Tag::BlockQuote(_) => {
                let bar = self.style.painted(DIM, self.style.pick("│", "|"));
                let inner = self.blocks(width.saturating_sub(2));
                lines.extend(inner.iter().map(|line| format!("{bar} {line}").trim_end().to_owned()));
            }
            Tag::CodeBlock(kind) => {
                let language = match kind {
                    CodeBlockKind::Fenced(info) => info.split_whitespace().next().unwrap_or_default(),
                    CodeBlockKind::Indented => "",
                };
                lines.extend(code::draw(&self.flat().plain(), language, width, self.style));
            }
            Tag::List(first) => self.list(*first, width, lines),
            Tag::Table(alignments) => {
                let mut table = Table { alignments: alignments.clone(), rows: Vec::new() };
                self.rows(&mut table);
                lines.extend(table.draw(width, self.style));
            }
            Tag::HtmlBlock | Tag::MetadataBlock(_) => lines.extend(self.flat().wrap(width, self.style)),
            _ => lines.extend(self.blocks(width)),
        }
        self.depth -= 1;
    }

    fn heading(&self, level: HeadingLevel, text: &mut Text, width: usize) -> Vec<String> {
        if self.style.attributes {
            text.embolden();
            return text.wrap(width, self.style);
        }
        let sign = "#".repeat(level as usize);
        let mut signed = Text::default();
        signed.push(&format!("{sign} {}", text.plain()), Look::default());
        signed.wrap(width, self.style)
    }

    fn list(&mut self, first: Option<u64>, width: usize, lines: &mut Vec<String>) {
        let mut number = first;
        while let Some(event) = self.events.next() {
            if !matches!(event, Event::Start(Tag::Item)) {
                break;
            }
            let sign = match &mut number {
                Some(number) => {
                    let sign = format!("{number}. ");
                    *number = number.saturating_add(1);
                    sign
                }
                None => self.style.pick("• ", "- ").to_owned(),
            };
            let indent = " ".repeat(sign.width());
            let inner = self.blocks(width.saturating_sub(sign.width()));
            if inner.is_empty() {
                lines.push(sign.trim_end().to_owned());
            }
            for (at, line) in inner.iter().enumerate() {
                lines.push(format!("{}{line}", if at == 0 { &sign } else { &indent }).trim_end().to_owned());
            }
        }
    }

    fn rows(&mut self, table: &mut Table) {
        while let Some(event) = self.events.next() {
            match event {
                Event::Start(Tag::TableHead | Tag::TableRow) => table.rows.push(Vec::new()),
                Event::Start(Tag::TableCell) => {
                    let cell = self.text();
                    self.events.next();
                    if let Some(row) = table.rows.last_mut() {
                        row.push(cell);
                    }
                }
                Event::End(TagEnd::Table) => return,
                _ => {}
            }
        }
    }

    /// Reads text up to the end of its block, which is left.
    fn text(&mut self) -> Text {
        let mut text = Text::default();
        let (mut bold, mut italic, mut struck) = (0_usize, 0_usize, 0_usize);
        let mut links: Vec<(String, usize)> = Vec::new();
        while let Some(event) = self.events.peek() {
            match event {
                Event::Start(tag) if is_block(tag) => break,
                Event::End(tag) if !is_inline_end(*tag) => break,
                Event::Rule => break,
                _ => {}
            }
            let Some(event) = self.events.next() else { break };
            let look = Look { bold: bold > 0, italic: italic > 0, struck: struck > 0 };
            match event {
                Event::Text(part) | Event::Html(part) | Event::InlineHtml(part) => text.push(&part, look),
                Event::Code(part) => text.push(&format!("`{part}`"), look),
                Event::SoftBreak => text.push(" ", look),
                Event::HardBreak => text.push("\n", look),
                Event::TaskListMarker(is_done) => text.push(if is_done { "[x] " } else { "[ ] " }, look),
                Event::Start(Tag::Strong) => bold += 1,
                Event::End(TagEnd::Strong) => bold = bold.saturating_sub(1),
                Event::Start(Tag::Emphasis) => italic += 1,
                Event::End(TagEnd::Emphasis) => italic = italic.saturating_sub(1),
                Event::Start(Tag::Strikethrough) => struck += 1,
                Event::End(TagEnd::Strikethrough) => struck = struck.saturating_sub(1),
                Event::Start(Tag::Link { dest_url, .. } | Tag::Image { dest_url, .. }) => {
                    links.push((dest_url.to_string(), text.plain().len()));
                }
                Event::End(TagEnd::Link | TagEnd::Image) => {
                    if let Some((address, from)) = links.pop()
                        && text.plain().get(from..) != Some(address.as_str())
                    {
                        text.push(&format!(" ({address})"), Look::default());
                    }
                }
                _ => {}
            }
        }
        text
    }

    /// Reads the text of a block and of everything in it, and its end.
    fn flat(&mut self) -> Text {
        let mut text = Text::default();
        let mut depth = 0_usize;
        for event in self.events.by_ref() {
            match event {
                Event::Start(_) => depth += 1,
                Event::End(_) if depth == 0 => break,
                Event::End(_) => depth -= 1,
                Event::Text(part) | Event::Html(part) | Event::InlineHtml(part) | Event::Code(part) => {
                    text.push(&part, Look::default());
                }
                Event::SoftBreak | Event::HardBreak => text.push("\n", Look::default()),
                _ => {}
            }
        }
        text
    }
}

/// Returns whether it is a block, not a part of a text.
const fn is_block(tag: &Tag<'_>) -> bool {
    !matches!(
        tag,
        Tag::Emphasis
            | Tag::Strong
            | Tag::Strikethrough
            | Tag::Link { .. }
            | Tag::Image { .. }
            | Tag::Superscript
            | Tag::Subscript
    )
}

const fn is_inline_end(tag: TagEnd) -> bool {
    matches!(
        tag,
        TagEnd::Emphasis
            | TagEnd::Strong
            | TagEnd::Strikethrough
            | TagEnd::Link
            | TagEnd::Image
            | TagEnd::Superscript
            | TagEnd::Subscript
    )
}
