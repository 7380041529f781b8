//! A reply that consists of a command, or has a command between sentences.

use super::Command;
use super::grammar::{Grammar, Source};

/// Maximum number of paragraphs examined.
const MAX_PARAGRAPHS: usize = 64;

/// Returns the whole text, or its only paragraph that is a command.
pub fn command(text: &str, grammar: &Grammar<'_>) -> Option<Command> {
    if let Some(command) = grammar.command(text, Source::Found) {
        return Some(command);
    }
    // a command with empty lines would have matched as a whole
    let paragraphs = text.split("\n\n").take(MAX_PARAGRAPHS).map(|text| text.trim_matches([' ', '\t', '\n']));
    // a quotation between sentences is not a proposal
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
