//! A model's text → what it proposes. Reading never fails: what is not understood proposes nothing.
//!
//! Models keep to no form. In this order the first that is there counts: calls of a tool, an object
//! of JSON, fences of Markdown, the text as a whole, one command in backticks. Thoughts are taken
//! away before. What was cut short proposes nothing, whatever it says up to there.
//!
//! Time is linear in the text.

use facts::World;

use crate::Asked;
use crate::wire::{Completion, Finish};
pub(crate) use grammar::Grammar;

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

/// Longer texts are not read, in bytes.
pub const MAX_TEXT: usize = 256 * 1024;
/// Neither are longer objects and commands, in bytes.
pub const MAX_OBJECT: usize = 16 * 1024;
/// Of `why`, in characters.
pub const MAX_WHY: usize = 200;
/// So many commands are kept; not all of them will pass [`crate::vet`].
const MAX_COMMANDS: usize = 16;

/// What a model proposes; nothing in it has been vetted.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Reply {
    /// Command lines, best first.
    pub commands: Vec<Command>,
    /// One line: why.
    pub why: Option<String>,
    pub risk: Risk,
    pub needs: Vec<Need>,
}

/// One proposed command line.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Command {
    /// Several steps; each runs only if the one before succeeded.
    pub steps: Vec<String>,
    /// Something in it is for the user to fill in.
    pub has_placeholders: bool,
    /// Typographic quotes, dashes or blanks were put right.
    pub was_straightened: bool,
}

/// What the model says of the risk. The policy decides; this can only make it stricter.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Risk {
    #[default]
    Unsaid,
    Destructive,
}

/// What the model says that its commands need.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Need {
    Root,
    Network,
}

/// What the model proposes.
#[must_use]
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

/// What of a text is meant for the reader; `None` where there is nothing but thoughts, or too much.
#[must_use]
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
