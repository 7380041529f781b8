//! Extracts proposals from a model's text. Reading never fails: text that is not understood proposes nothing.
//!
//! Models follow no fixed format. The first of these forms that matches counts: tool calls, a JSON object,
//! Markdown fences, the whole text, one command in backticks. Thoughts are removed first. A truncated reply
//! proposes nothing.
//!
//! Time is linear in the text.

use facts::World;

use crate::Asked;
use crate::wire::{Completion, Finish};
pub(crate) use grammar::Grammar;

pub mod action;
mod bare;
mod calls;
mod characters;
mod fences;
mod grammar;
mod inline;
mod json;
mod object;
pub(crate) mod placeholders;
mod prose;
mod signs;
mod thoughts;

/// Maximum length of a text, in bytes.
pub const MAX_TEXT: usize = 256 * 1024;
/// Maximum length of an object or command, in bytes.
pub const MAX_OBJECT: usize = 16 * 1024;
/// Maximum length of `why`, in characters.
pub const MAX_WHY: usize = 200;
/// Maximum number of commands kept; not all of them will pass [`crate::vet`].
const MAX_COMMANDS: usize = 16;

/// A model's proposals, not yet vetted.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Reply {
    /// Command lines, best first.
    pub commands: Vec<Command>,
    /// The reason, in one line.
    pub why: Option<String>,
    pub risk: Risk,
    pub needs: Vec<Need>,
}

/// One proposed command line.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Command {
    /// Several steps; each runs only if the one before succeeded.
    pub steps: Vec<String>,
    /// Contains placeholders for the user to fill in.
    pub has_placeholders: bool,
    /// Typographic quotes, dashes or blanks were corrected.
    pub was_straightened: bool,
}

/// The risk as the model states it. The policy decides; this can only make it stricter.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Risk {
    #[default]
    Unsaid,
    Destructive,
}

/// What the model says its commands need.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Need {
    Root,
    Network,
}

/// Extracts the proposals.
pub fn read(completion: &Completion, asked: &Asked<'_>, world: &dyn World) -> Reply {
    if !matches!(completion.finish, Finish::Stop | Finish::Tool) {
        return Reply::default();
    }
    let grammar = Grammar { dialect: asked.dialect, world };
    let mut reply = if completion.calls.is_empty() {
        visible(&completion.text).map(|text| of_text(text, asked, &grammar)).unwrap_or_default()
    } else {
        calls::read(&completion.calls, &grammar)
    };
    reply.commands.truncate(MAX_COMMANDS);
    reply
}

/// Returns the text without thoughts; `None` if nothing remains or the text is too long.
pub fn visible(text: &str) -> Option<&str> {
    if text.len() > MAX_TEXT {
        return None;
    }
    let text = thoughts::removed(text)?.trim_matches([' ', '\t', '\n', '\u{feff}']);
    (!text.is_empty()).then_some(text)
}

fn of_text(text: &str, asked: &Asked<'_>, grammar: &Grammar<'_>) -> Reply {
    let text = text.replace("\r\n", "\n");
    let text = crate::prompt::fence::without_echo(&text);
    if let Some(calls) = calls::in_text(&text) {
        return calls::read(&calls, grammar);
    }
    if let Some(reply) = object::read(&text, grammar) {
        return reply;
    }
    let (fences, prose) = fences::split(&text);
    let commands: Vec<Command> = if !fences.is_empty() {
        fences.iter().filter_map(|fence| fence.command(grammar)).take(MAX_COMMANDS).collect()
    } else if let Some(command) = bare::command(&prose, grammar) {
        vec![command]
    } else {
        inline::command(&prose, asked, grammar).into_iter().collect()
    };
    Reply { commands, ..Reply::default() }
}
