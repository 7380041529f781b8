//! Markdown fences. The word after the backticks names the language and is never part of the content.

use super::Command;
use super::grammar::{Grammar, Source};

/// One fenced block.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fence {
    language: String,
    /// Without the indentation of its opener.
    body: String,
}

/// Names of shell languages.
const SHELLS: [&str; 21] = [
    "bash", "sh", "zsh", "fish", "shell", "shellscript", "dash", "ksh", "powershell", "pwsh", "ps1", "posh",
    "nu", "nushell", "console", "terminal", "shell-session", "shellsession", "sh-session", "bash-session",
    "command",
];
/// Names that say nothing about the content.
const ANY: [&str; 5] = ["", "text", "txt", "plaintext", "plain"];

impl Fence {
    /// Returns the command in the block, if it is one.
    pub fn command(&self, grammar: &Grammar<'_>) -> Option<Command> {
        if SHELLS.contains(&self.language.as_str()) {
            grammar.command(&self.body, Source::Named)
        } else if ANY.contains(&self.language.as_str()) {
            grammar.command(&self.body, Source::Found)
        } else {
            None
        }
    }
}

/// Returns whether the word after a fence names a shell.
pub fn is_language(word: &str) -> bool {
    SHELLS.contains(&word.to_ascii_lowercase().as_str())
}

/// Splits a text into its blocks and the rest. An unclosed block extends to the end.
pub fn split(text: &str) -> (Vec<Fence>, String) {
    let mut fences: Vec<Fence> = Vec::new();
    let mut prose = String::new();
    let mut open: Option<(Opener<'_>, Fence)> = None;
    for line in text.split_inclusive('\n') {
        match open.take() {
            Some((opener, fence)) if opener.is_closed_by(line) => fences.push(fence),
            Some((opener, mut fence)) => {
                let blanks = line.bytes().take(opener.indentation).take_while(|b| *b == b' ').count();
                fence.body.push_str(line.get(blanks..).unwrap_or_default());
                open = Some((opener, fence));
            }
            None => match Opener::of(line) {
                Some(opener) => {
                    let language = opener.language();
                    open = Some((opener, Fence { language, body: String::new() }));
                }
                None => prose.push_str(line),
            },
        }
    }
    fences.extend(open.map(|(_, fence)| fence));
    (fences, prose)
}

struct Opener<'l> {
    indentation: usize,
    mark: char,
    length: usize,
    info: &'l str,
}

impl<'l> Opener<'l> {
    /// Parses a fence as in CommonMark 4.5, but with any indentation: models fence inside lists.
    fn of(line: &'l str) -> Option<Self> {
        let rest = line.trim_start_matches([' ', '\t']);
        let mark = rest.chars().next().filter(|mark| matches!(mark, '`' | '~'))?;
        let info = rest.trim_start_matches(mark);
        let length = rest.len() - info.len();
        let is_one = length >= 3 && !(mark == '`' && info.contains('`'));
        let info = info.trim();
        is_one.then_some(Self { indentation: line.len() - rest.len(), mark, length, info })
    }

    fn is_closed_by(&self, line: &str) -> bool {
        let line = line.trim();
        line.len() >= self.length && line.chars().all(|letter| letter == self.mark)
    }

    /// Returns the language, `bash` also for `bash title="x"` and `{.bash}`.
    fn language(&self) -> String {
        let word = self.info.trim_start_matches(['{', '.']);
        let word = word.split([' ', '\t', '}', ',', ':']).next().unwrap_or_default();
        word.to_ascii_lowercase()
    }
}
