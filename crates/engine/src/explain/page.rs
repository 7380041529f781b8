//! Paragraphs of a manual page: one option, one exit status, the synopsis.
//!
//! A page is text from a system file; it is quoted and truncated, never interpreted.

use facts::vocabulary::on_disk::line::{self, Line};
use facts::vocabulary::option_line::option_line;

/// Maximum length of a quoted description.
const MAX_TEXT: usize = 240;
/// Maximum number of synopsis lines.
const MAX_SYNOPSIS: usize = 3;

/// Text of a page between two breaks.
struct Block {
    section: String,
    /// Marked as the head of an item, or the first text of a paragraph.
    head: String,
    text: String,
}

/// Returns the head and the beginning of an option's description.
pub fn option(page: &str, name: &str) -> Option<Vec<String>> {
    const ELSEWHERE: [&str; 5] = ["SEE ALSO", "EXAMPLE", "SYNOPSIS", "BUGS", "HISTORY"];
    described(page, |block| {
        !ELSEWHERE.iter().any(|section| block.section.starts_with(section))
            && option_line(&block.head).iter().any(|(known, _)| known == name)
    })
}

/// Returns the description of an exit status from the section about them.
pub fn status(page: &str, status: i32) -> Option<Vec<String>> {
    const ABOUT: [&str; 3] = ["EXIT", "RETURN VALUE", "DIAGNOSTICS"];
    let wanted = status.to_string();
    described(page, |block| {
        ABOUT.iter().any(|name| block.section.starts_with(name))
            && block.head.trim_end_matches([':', '.']) == wanted
    })
}

/// Returns the description of a subcommand from the section about commands.
pub fn command(page: &str, name: &str) -> Option<Vec<String>> {
    described(page, |block| {
        block.section.contains("COMMAND") && block.head.split([' ', ',']).next() == Some(name)
    })
}

/// Returns the synopsis.
pub fn synopsis(page: &str) -> Option<Vec<String>> {
    let lines: Vec<String> = blocks(page)
        .iter()
        .filter(|block| block.section == "SYNOPSIS")
        .map(|block| format!("{} {}", block.head, block.text).trim().to_owned())
        .filter(|line| line.contains(' ')) // in mdoc, macros leave only the name
        .take(MAX_SYNOPSIS)
        .map(|line| cut(&line))
        .collect();
    (!lines.is_empty()).then_some(lines)
}

/// `git-commit - Record changes to the repository`
pub fn name(page: &str) -> Option<Vec<String>> {
    let blocks = blocks(page);
    let block = blocks.iter().find(|block| block.section == "NAME")?;
    Some(vec![cut(format!("{} {}", block.head, block.text).trim())])
}

/// Returns head and text of the first such block, or the next block's text if a break follows the head (`.RS` of
/// DocBook).
fn described(page: &str, is_it: impl Fn(&Block) -> bool) -> Option<Vec<String>> {
    let blocks = blocks(page);
    let at = blocks.iter().position(is_it)?;
    let block = blocks.get(at)?;
    let next = || blocks.get(at + 1).map(|next| format!("{} {}", next.head, next.text));
    let text = if block.text.is_empty() { next().unwrap_or_default() } else { block.text.clone() };
    Some(vec![cut(&block.head), cut(text.trim())].into_iter().filter(|line| !line.is_empty()).collect())
}

fn blocks(page: &str) -> Vec<Block> {
    let mut found: Vec<Block> = Vec::new();
    let mut section = String::new();
    let mut is_open = false;
    for line in page.lines() {
        let head = match line::parse(line) {
            Line::Ignored => continue,
            line @ (Line::Heading(_) | Line::Break) => {
                section = if let Line::Heading(name) = line { name } else { section };
                is_open = false;
                continue;
            }
            Line::Tag(head) => head,
            Line::Text(text) => match found.last_mut().filter(|_| is_open) {
                Some(block) => {
                    block.text.push_str(if block.text.is_empty() { "" } else { " " });
                    block.text.push_str(text.trim());
                    continue;
                }
                None => text,
            },
        };
        found.push(Block { section: section.clone(), head: head.trim().to_owned(), text: String::new() });
        is_open = true;
    }
    found
}

/// Truncates at the end of the last sentence that fits, or else at the end of a word.
fn cut(text: &str) -> String {
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let Some((end, _)) = text.char_indices().nth(MAX_TEXT) else { return text };
    let head = text.get(..end).unwrap_or("");
    match head.rfind(". ") {
        Some(at) => head.get(..=at).unwrap_or("").to_owned(),
        None => format!("{} ...", head.rsplit_once(' ').map_or(head, |(words, _)| words)),
    }
}
