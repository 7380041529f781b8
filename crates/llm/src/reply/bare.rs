//! A reply that is a command and nothing else, or a command between sentences.

use super::Command;
use super::grammar::{Grammar, Source};

/// More of them are not looked at.
const MAX_PARAGRAPHS: usize = 64;

/// The text as a whole; else the one paragraph of it that is a command.
pub fn command(text: &str, grammar: &Grammar<'_>) -> Option<Command> {
    if let Some(command) = grammar.command(text, Source::Found) {
        return Some(command);
    }
    // a command with empty lines would have matched as a whole
    let paragraphs = text.split("\n\n").take(MAX_PARAGRAPHS).map(|text| text.trim_matches([' ', '\t', '\n']));
    // what is quoted between sentences is not what is proposed
    let is_quoted = |paragraph: &str| paragraph.starts_with(['>', '-', '*', '#', '`', '<']);
    let mut found = None;
    for paragraph in paragraphs.filter(|paragraph| !is_quoted(paragraph)) {
        if let Some(command) = grammar.command(paragraph, Source::Found) {
            if found.is_some() {
                return None;
            }
            found = Some(command);
        }
    }
    found
}
