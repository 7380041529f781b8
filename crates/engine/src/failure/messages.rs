//! Messages of the shells themselves, and patterns common to tools.

use super::FailureKind;
use crate::text::Text;
use programs::Role;
use syntax::{Dialect, Script};

mod kinds;
mod line;

pub use kinds::{find_kind, find_kind_of_line, kind_of, kind_of_line};
pub use line::is_plainly_wrong;

/// A shell's own message about a word of the command line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ShellMessage {
    pub kind: FailureKind,
    /// The word it complains about; empty for messages about the whole line.
    pub word: String,
}

/// Formats such as `bash: gti: command not found` without the shell's prefix, and their kinds. `{}` is the
/// word. Texts recorded from bash 5.2, zsh 5.9, fish 3.6, dash 0.5.12, Debian's handler; those of PowerShell
/// 5.1 and 7.4 from bug reports.
const ABOUT_WORD: &[(&str, FailureKind)] = table!("about_word");

/// Returns the first message of the shell itself in the output; `None` if none is about this line.
pub fn shell_message(output: &Text, script: &Script, status: i32) -> Option<ShellMessage> {
    let whole = || ShellMessage { kind: FailureKind::SyntaxError, word: String::new() };
    let said = output.lines().take(200).find_map(|line| line_message(line, script, status));
    said.or_else(|| (script.dialect == Dialect::Fish && line::fish_repeats(output, script)).then(whole))
}

fn line_message(line: &str, script: &Script, status: i32) -> Option<ShellMessage> {
    let text = own_text(line, script)?;
    for (pattern, kind) in ABOUT_WORD {
        let (before, after) = pattern.split_once("{}")?;
        let Some(rest) = text.strip_prefix(before) else { continue };
        let word = if after.is_empty() {
            rest.trim_end()
        } else {
            match rest.find(after) {
                Some(at) => rest.get(..at)?,
                None => continue,
            }
        };
        // interactive zsh does not recognise comments
        let comment = word.starts_with('#') && script.text.trim_start().starts_with(word);
        if is_shell_word(word, script) || comment {
            let kind = about_operand(*kind, word, script);
            return Some(ShellMessage { kind, word: word.to_owned() });
        }
    }
    // zsh names itself where dash and bash name the command: `zsh: parse error: condition expected: =`
    let text = text.strip_prefix("parse error: ").unwrap_or(text);
    line::is_about(text, script, status)
        .then(|| ShellMessage { kind: FailureKind::SyntaxError, word: String::new() })
}

/// Corrects the kind for `unalias: gs: not found`, `.: env.sh: not found`: no program is missing.
fn about_operand(kind: FailureKind, word: &str, script: &Script) -> FailureKind {
    let mut commands = script.commands.iter();
    let command = commands.find(|command| command.arguments().iter().any(|argument| argument.value == word));
    match command.and_then(syntax::Command::program_name) {
        Some("unalias") if kind == FailureKind::CommandNotFound => FailureKind::State,
        Some("alias") if kind == FailureKind::CommandNotFound => FailureKind::SyntaxError,
        Some("." | "source") if kind == FailureKind::CommandNotFound => FailureKind::FileNotFound,
        _ => kind,
    }
}

/// Returns whether a message begins with this name if a shell of the dialect writes it; a login shell has a
/// hyphen before its name.
fn is_shell_of(name: &str, dialect: Dialect) -> bool {
    let shell = programs::details(name.strip_prefix('-').unwrap_or(name)).shell;
    match dialect {
        Dialect::Bash => shell == "bash",
        Dialect::Zsh => shell == "zsh",
        Dialect::Fish => shell == "fish",
        _ => matches!(shell, "posix" | "bash"),
    }
}

/// What the shells say of any word.
const PLAIN: &[&str] = table!("plain_messages");

/// Strips the shell's name and line number; `None` if the shell did not write the line.
fn own_text<'a>(line: &'a str, script: &Script) -> Option<&'a str> {
    if line.starts_with("Command '") || line.starts_with("warning: An error occurred while redirecting") {
        return Some(line);
    }
    if script.dialect == Dialect::PowerShell {
        // `gti: The term 'gti' …`, in 5.1 `gti : The term 'gti' …`
        return line.find("The term '").and_then(|at| line.get(at..));
    }
    // zsh prints no name for its builtins (`cd: no such file …`) and for some errors of the line
    let (name, rest) = line.split_once(": ")?;
    let bare = name.split(':').next().unwrap_or(name).rsplit('/').next().unwrap_or(name);
    let raised = programs::is(bare, Role::Privileged)
        && script.commands.iter().any(|c| c.words.first().is_some_and(|word| word.value == bare));
    if !is_shell_of(bare, script.dialect) && !raised {
        let builtin = facts::builtins::has(script.dialect, name)
            && script.commands.iter().any(|c| c.program_name() == Some(name));
        return builtin.then_some(rest);
    }
    // `bash: line 3: `, `dash: 1: `
    let rest = rest.strip_prefix("line ").unwrap_or(rest);
    let number = rest.bytes().take_while(u8::is_ascii_digit).count();
    let rest =
        if number > 0 { rest.get(number..).and_then(|r| r.strip_prefix(": ")).unwrap_or(rest) } else { rest };
    // `bash: cd: x: No such file`: about an operand of a builtin
    if let Some((builtin, tail)) = rest.split_once(": ")
        && script.commands.iter().any(|c| c.program_name() == Some(builtin))
        && facts::builtins::has(script.dialect, builtin)
        && tail.contains([':', ' '])
        && !PLAIN.contains(&tail)
    {
        return Some(tail);
    }
    Some(rest)
}

/// Returns whether the shell itself interprets the word: a program, or a redirection's target.
fn is_shell_word(word: &str, script: &Script) -> bool {
    !word.is_empty()
        && script.commands.iter().any(|command| {
            let program = command.program().and_then(|at| command.words.get(at));
            let expanded = |value: &str| {
                value == word || value.starts_with('~') && word.ends_with(value.trim_start_matches('~'))
            };
            program.is_some_and(|program| {
                expanded(&program.value) || program.dynamic || program.value.starts_with('=')
            }) || command.words.first().is_some_and(|first| expanded(&first.value))
                || command.redirects.iter().any(|r| r.target.as_ref().is_some_and(|t| expanded(&t.value)))
                || command.words.iter().any(|w| w.glob && w.value == word)
                || facts::builtins::has(script.dialect, command.program_name().unwrap_or(""))
                    && command.words.iter().any(|w| expanded(&w.value))
                || command.assignments.iter().any(|a| a.value.contains(word))
        })
}
