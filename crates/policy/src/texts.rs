//! Commands as text inside the arguments of programs whose language darn does not read:
//! `emacs --eval '(shell-command "…")'`, `i3-msg exec '…'`, `fzf --preview '…'`.

use programs::Program;

use super::shell::Shell;
use super::unwrap::wrappers;
use crate::prelude::*;

/// Words before a text that will run.
const RUNNERS: &[&str] = table!("runners");

/// Options before a text that a program may run; other options could also precede a message.
const OPTIONS: &[&str] = table!("text_options");

/// Maximum number of texts read in the arguments of one command.
const MAX_TEXTS: usize = 16;

impl Shell<'_> {
    /// Reads the texts that look as if the program would run them.
    pub fn texts_within(&mut self, at: &Invocation<'_>) {
        // of others it is only possible
        let runs = programs::is(at.program, Role::RunsTexts);
        if !runs && !wrappers(at.program).is_empty() {
            return; // what it runs has been read
        }
        let mut texts = Vec::new();
        let mut before = "";
        for field in at.arguments {
            if runs || OPTIONS.contains(&before) {
                of_argument(&field.text, runs, &mut texts);
            }
            before = &field.text;
        }
        if runs && let Some(input) = self.files.input.text.clone() {
            for line in input.lines().take(MAX_TEXTS) {
                let line = line.trim();
                of_argument(line.strip_prefix('!').unwrap_or(line), runs, &mut texts);
            }
        }
        for text in texts.into_iter().take(MAX_TEXTS) {
            let run = |shell: &mut Self| drop(shell.run_text(&text, Taint::NONE, Dialect::Bash, at.span));
            if runs {
                run(self);
            } else if self.probe(run) >= Level::Confirm {
                let because = format!("`{}` may run a text that would be dangerous.", at.program);
                self.find("shell/unknown-wrapper", Level::Warn, because, at.span);
            }
        }
    }
}

/// Collects the argument itself, and quoted texts in it that follow a word that runs them.
fn of_argument(argument: &str, whole: bool, texts: &mut Vec<String>) {
    if argument.len() > 4096 || !argument.contains([' ', ',', '!']) {
        return;
    }
    let bare =
        argument.split_once('=').filter(|(name, _)| name.starts_with('-')).map_or(argument, |(_, v)| v);
    let bare = bare.trim_start_matches(['!', '|', ';', ' ', ':']);
    let commands = ["exec ", "shell ", "system ", "terminal ", "command=", "platform shell "];
    let bare = commands.iter().find_map(|start| bare.strip_prefix(start)).unwrap_or(bare);
    if worth(bare) {
        texts.push(bare.to_owned());
        return;
    }
    let mut before = String::new();
    let mut rest = argument;
    let mut joined: Vec<&str> = Vec::new();
    let mut behind_runner = false;
    while let Some(open) = rest.find(['"', '\'', '`', '[', '(']) {
        let (head, tail) = rest.split_at(open);
        let quote = tail.chars().next().unwrap_or('"');
        let inside = tail.get(quote.len_utf8()..).unwrap_or("");
        before.push_str(head);
        if let '[' | '(' = quote {
            // `execute(rm -rf x)`, not `f("x")`
            let text = inside.split(if quote == '(' { ')' } else { ']' }).next().unwrap_or("");
            if behind(&before) && worth(text) {
                texts.push(text.to_owned());
            }
            before.push(quote);
            rest = inside;
            continue;
        }
        let Some(end) = inside.find(quote) else { break };
        let text = inside.get(..end).unwrap_or("");
        behind_runner |= behind(&before) || whole && quote == '`';
        if behind_runner && worth(text) {
            texts.push(text.to_owned());
        }
        joined.push(text);
        // a method of the text itself: `"rm -rf x".execute()`
        rest = inside.get(end + quote.len_utf8()..).unwrap_or("");
        let method = rest.trim_start().trim_start_matches(['.', '!']);
        let is_run = || behind(method.split('(').next().unwrap_or(""));
        let rest = rest.trim_start();
        if worth(text) && (rest.starts_with(".!") || rest.starts_with('.') && is_run()) {
            texts.push(text.to_owned());
        }
        before.push(' ');
    }
    // `cmd("rm", ["-rf", "/home"])`
    let joined = joined.join(" ");
    if behind_runner && worth(&joined) {
        texts.push(joined);
    }
}

/// Returns whether a word that runs texts comes right before.
fn behind(before: &str) -> bool {
    let before = before.trim_end_matches(|c: char| !c.is_ascii_alphanumeric());
    let start = before.rfind(|c: char| !c.is_ascii_alphanumeric()).map_or(0, |at| at + 1);
    let word = before.get(start..).unwrap_or("").to_ascii_lowercase();
    RUNNERS.iter().any(|runner| word == *runner || runner.len() > 2 && word.ends_with(runner))
}

/// Returns whether it is a command line of several words that begins with a dangerous program.
fn worth(text: &str) -> bool {
    let mut words = text.split_whitespace();
    let first = words.next().unwrap_or("");
    let can_harm = || programs::find_version(programs::base_name(first)).is_some_and(Program::can_harm);
    words.next().is_some() && can_harm()
}
