//! What a line of the chat is: a command for the shell, a question for the model, or a built-in.

use facts::World;
use syntax::Dialect;

use super::prose;

/// A line, read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Line {
    Empty,
    /// Runs in the shell.
    Command(String),
    /// Goes to the model.
    Question(String),
    /// `with FILES: question`
    With {
        files: Vec<String>,
        question: String,
    },
    /// `blog TEXT`
    Blog(String),
    /// `/name argument`
    Builtin {
        name: String,
        argument: String,
    },
    /// It can be meant either way: the person is asked.
    Doubtful(String),
}

/// Reads a line typed in a shell of this dialect. `builtins`: their names, without the slash.
///
/// The rule: `!` forces a command and `?` a question. `/name` is a built-in unless it is the path of a program.
/// A line whose first word can be run is a command, unless it reads as prose; any other line is a question,
/// unless it has the form of a command.
pub fn read(text: &str, dialect: Dialect, builtins: &[&str], world: &dyn World) -> Line {
    let text = text.trim();
    if text.is_empty() {
        return Line::Empty;
    }
    if let Some(command) = text.strip_prefix('!') {
        return Line::Command(command.trim_start().to_owned());
    }
    if let Some(question) = text.strip_prefix('?') {
        return Line::Question(question.trim_start().to_owned());
    }
    builtin(text, builtins, world).or_else(|| with_files(text)).or_else(|| blog(text, world)).unwrap_or_else(
        || match prose::classify(text, dialect, world) {
            prose::Class::Command => Line::Command(text.to_owned()),
            prose::Class::Prose => Line::Question(text.to_owned()),
            prose::Class::Doubtful => Line::Doubtful(text.to_owned()),
        },
    )
}

fn builtin(text: &str, builtins: &[&str], world: &dyn World) -> Option<Line> {
    let rest = text.strip_prefix('/')?;
    let (name, argument) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
    let is_name = !name.is_empty() && name.chars().all(|c| c.is_ascii_lowercase());
    // an unknown name is a built-in, too: the answer names the ones there are
    let is_builtin = builtins.contains(&name) || is_name && !world.kind(&format!("/{name}")).exists();
    is_builtin.then(|| Line::Builtin { name: name.to_owned(), argument: argument.trim().to_owned() })
}

/// Reads `with FILE FILE…: question`; the colon ends a word.
fn with_files(text: &str) -> Option<Line> {
    let rest = text.strip_prefix("with ")?;
    let at = rest.find(": ").or_else(|| rest.strip_suffix(':').map(str::len))?;
    let (files, question) = (rest.get(..at)?, rest.get(at + 1..)?);
    let files: Vec<String> =
        files.split([' ', ',']).filter(|file| !file.is_empty()).map(str::to_owned).collect();
    (!files.is_empty()).then(|| Line::With { files, question: question.trim().to_owned() })
}

fn blog(text: &str, world: &dyn World) -> Option<Line> {
    let rest = text.strip_prefix("blog")?;
    let is_word = rest.is_empty() || rest.starts_with(char::is_whitespace);
    (is_word && !world.is_program("blog")).then(|| Line::Blog(rest.trim().to_owned()))
}

#[cfg(test)]
mod tests;
