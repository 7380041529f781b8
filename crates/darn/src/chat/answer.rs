//! What can be done with an answer: its code blocks, and the commands in them.

use std::sync::Arc;

use pulldown_cmark::{CodeBlockKind, Event, Parser, Tag, TagEnd};
use syntax::Dialect;

use crate::caller::Caller;
use crate::confirm::Requirement;
use crate::service::Service;
use crate::tasks::step::Step;
use crate::ui::markdown::language;
use crate::ui::numbers::several;

/// Most commands that get a key.
const MAX_COMMANDS: usize = 9;
/// Most blocks about which something is said.
const MAX_HINTS: usize = 3;

/// A code block.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CodeBlock {
    pub language: String,
    pub text: String,
}

impl CodeBlock {
    /// Returns whether it holds commands, which get a key each.
    fn is_shell(&self) -> bool {
        // Nu is left out: the shell of the chat cannot run its lines
        language::shell(&self.language).is_some_and(|shell| shell.dialect != Dialect::Nu)
    }
}

/// Says how the blocks without commands get to a file: a number is not on the screen otherwise.
pub fn hints(blocks: &[CodeBlock]) -> Vec<String> {
    let numbered = blocks.iter().enumerate().filter(|(_, block)| !block.is_shell()).take(MAX_HINTS);
    let hint = |(at, block): (usize, &CodeBlock)| {
        let lines = several(block.text.lines().count(), "line");
        let language =
            if block.language.is_empty() { String::new() } else { format!("{}, ", block.language) };
        format!("(code block {0}: {language}{lines}; /copy {0} FILE writes it to a file)", at + 1)
    };
    numbered.map(hint).collect()
}

/// Returns the code blocks of a Markdown text.
pub fn blocks(markdown: &str) -> Vec<CodeBlock> {
    let mut blocks = Vec::new();
    let mut open: Option<CodeBlock> = None;
    for event in Parser::new(markdown) {
        match event {
            Event::Start(Tag::CodeBlock(kind)) => {
                let language = match kind {
                    CodeBlockKind::Fenced(info) => {
                        info.split_whitespace().next().unwrap_or_default().to_owned()
                    }
                    CodeBlockKind::Indented => String::new(),
                };
                open = Some(CodeBlock { language, text: String::new() });
            }
            Event::Text(text) => {
                if let Some(block) = &mut open {
                    block.text.push_str(&text);
                }
            }
            Event::End(TagEnd::CodeBlock) => blocks.extend(open.take()),
            _ => {}
        }
    }
    blocks
}

/// Returns the commands of an answer, judged, without what the policy denies: the lines of its shell blocks.
pub fn commands(blocks: &[CodeBlock], caller: &Arc<Caller>, service: &Service<'_>) -> Vec<Step> {
    let lines = blocks.iter().filter(|block| block.is_shell()).flat_map(|block| lines(&block.text));
    let steps = lines.enumerate().map(|(at, line)| Step::new(at + 1, line, "model".into(), caller, service));
    let offered = steps.filter(|step| step.requirement() != Requirement::Denied).take(MAX_COMMANDS);
    offered.enumerate().map(|(at, step)| Step { number: at + 1, ..step }).collect()
}

/// Returns the command lines of a block. In one with prompts (`$ `), only the lines behind them are commands.
fn lines(text: &str) -> Vec<String> {
    let has_prompts = text.lines().any(|line| line.starts_with("$ "));
    let mut lines: Vec<String> = Vec::new();
    let mut is_continued = false;
    for line in text.lines() {
        let command = if has_prompts && !is_continued { line.strip_prefix("$ ") } else { Some(line) };
        let Some(command) = command.filter(|command| !command.trim().is_empty()) else { continue };
        match lines.last_mut().filter(|_| is_continued) {
            Some(last) => {
                last.push('\n');
                last.push_str(command);
            }
            None if command.trim_start().starts_with('#') => continue,
            None => lines.push(command.to_owned()),
        }
        is_continued = command.ends_with('\\');
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_are_the_lines_of_shell_blocks() {
        let answer = "Try:\n\n```bash\n# first\ngit fetch\ngit push \\\n  --force-with-lease\n```\n\n- or\n  ```console\n  $ ls\n  a b\n  ```\n\n```python\nprint(1)\n```\n";
        let blocks = blocks(answer);
        let languages: Vec<&str> = blocks.iter().map(|block| block.language.as_str()).collect();
        assert_eq!(languages, ["bash", "console", "python"]);
        assert_eq!(blocks[2].text, "print(1)\n");
        let found: Vec<String> =
            blocks.iter().filter(|block| block.is_shell()).flat_map(|block| lines(&block.text)).collect();
        assert_eq!(hints(&blocks), ["(code block 3: python, 1 line; /copy 3 FILE writes it to a file)"]);
        assert_eq!(found, ["git fetch", "git push \\\n  --force-with-lease", "ls"]);
    }
}
