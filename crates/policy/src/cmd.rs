//! `cmd /c TEXT`: the commands of a line of `cmd.exe`.

use std::collections::HashMap;

use super::checks;
use super::shell::Shell;
use super::state::MAX_TEXT;
use super::windows::{self, names};
use crate::prelude::*;

pub fn is_cmd(program: &str) -> bool {
    matches!(program.to_ascii_lowercase().as_str(), "cmd" | "cmd.exe")
}

/// `cmd /c …`, `cmd /k …`, commands from a pipe.
pub fn run(shell: &mut Shell<'_>, at: &Invocation<'_>) -> Stream {
    let is_text =
        |field: &Field| matches!(field.text.to_ascii_lowercase().get(..2), Some("/c" | "/k" | "/r"));
    let Some(place) = at.arguments.iter().position(is_text) else {
        let stream = shell.files.input.clone();
        shell.execute(&stream, "what it reads", at.span);
        if let Some(text) = &stream.text {
            read(shell, text, at.span);
        }
        return Stream::unknown(stream.taint);
    };
    let fields = at.tail(place);
    let taint = Field::taints(fields);
    shell.execute(&Stream::unknown(taint), "a text", at.span);
    let word = |(index, field): (usize, &Field)| match field.text.as_str() {
        text if index == 0 => text.get(2..).unwrap_or("").to_owned(),
        // one argument that holds blanks was quoted; a lone one is the line itself
        text if text.contains(' ') && fields.len() > 2 && !text.contains('"') => format!("\"{text}\""),
        text => text.to_owned(),
    };
    let words: Vec<String> = fields.iter().enumerate().map(word).collect();
    read(shell, &words.join(" "), at.span)
}

/// A line that is being read.
struct Line {
    variables: HashMap<String, String>,
    span: Span,
}

fn read(shell: &mut Shell<'_>, text: &str, span: Span) -> Stream {
    if !shell.budget.enter(text.len()) {
        return Stream::default();
    }
    let dialect = std::mem::replace(&mut shell.env.dialect, Dialect::PowerShell);
    let input = shell.files.input.clone();
    let mut line = Line { variables: HashMap::new(), span };
    let mut output = Stream::default();
    let whole = text.trim().strip_prefix('"').and_then(|rest| rest.strip_suffix('"'));
    for (command, is_piped) in split(whole.unwrap_or(text)) {
        if !shell.budget.step() {
            break;
        }
        shell.files.input = if is_piped { output } else { input.clone() };
        output = line.one(shell, &command);
    }
    (shell.files.input, shell.env.dialect) = (input, dialect);
    shell.budget.leave();
    output
}

/// Splits at `&`, `|`, line ends and brackets; whether a command reads what the one before it prints.
fn split(text: &str) -> Vec<(String, bool)> {
    let mut commands = Vec::new();
    let (mut current, mut quoted, mut is_piped) = (String::new(), false, false);
    let mut letters = text.chars().peekable();
    while let Some(letter) = letters.next() {
        match letter {
            '^' if !quoted => current.extend(letters.next()),
            '&' if current.ends_with('>') => current.push(letter),
            '\n' | '\r' | '&' | '|' | '(' | ')' if !quoted || letter < ' ' => {
                let is_double = letters.next_if_eq(&letter).is_some();
                if !current.trim().is_empty() {
                    commands.push((std::mem::take(&mut current), is_piped));
                    is_piped = false;
                }
                is_piped |= letter == '|' && !is_double;
                quoted = false;
            }
            _ => {
                quoted ^= letter == '"';
                current.push(letter);
            }
        }
    }
    commands.push((current, is_piped));
    commands
}

impl Line {
    fn one(&mut self, shell: &mut Shell<'_>, command: &str) -> Stream {
        let expanded = self.expand(shell, command);
        shell.budget.charge(expanded.len());
        let mut words = windows::words(expanded.trim().trim_start_matches('@'));
        let outputs = redirections(&mut words);
        let words = words.get(prefix(&words)..).unwrap_or_default();
        let output = self.command(shell, words);
        for (path, append) in outputs {
            let field = Field::at(path.replace('\\', "/"), self.span);
            shell.write_file(&field, output.clone(), append, self.span);
        }
        output
    }

    fn command(&mut self, shell: &mut Shell<'_>, words: &[String]) -> Stream {
        let Some((first, rest)) = words.split_first() else { return Stream::default() };
        let lower = first.to_ascii_lowercase();
        // `rd/s/q C:\`
        let at = lower.find('/').filter(|at| *at > 0 && !lower.contains(['\\', ':'])).unwrap_or(lower.len());
        let (name, glued) = lower.split_at_checked(at).unwrap_or((&lower, ""));
        let options = glued.split('/').filter(|part| !part.is_empty()).map(|part| format!("/{part}"));
        let all: Vec<String> = options.chain(rest.iter().cloned()).collect();
        let name = windows::program(name.rsplit('\\').next().unwrap_or(name));
        let fields = Field::list(all.iter().map(String::as_str), self.span);
        let at = Invocation { program: name, arguments: &fields, span: self.span };
        match name {
            "echo" | "echo." => return Stream::known(&all.join(" ")),
            "" | "title" | "rem" | "goto" => {}
            "set" => {
                if let Some((name, value)) = all.join(" ").split_once('=') {
                    self.variables.insert(name.trim().to_ascii_lowercase(), value.to_owned());
                }
            }
            "cd" | "chdir" | "pushd" => shell.env.directory = all.last().cloned(),
            name if windows::is_delete(name) => {
                shell.check(|context| checks::delete_as_cmd(context, name, &at))
            }
            "move" | "ren" | "rename" => {
                let source = fields.get(..1).unwrap_or_default();
                shell.check(|context| checks::moved(context, source, self.span));
            }
            _ => {
                let program = Field::at(name, self.span);
                let started: Vec<Field> = std::iter::once(program).chain(fields.iter().cloned()).collect();
                return shell.start(&started, self.span);
            }
        }
        Stream::default()
    }

    /// `%NAME%`, `!NAME!`
    fn expand(&self, shell: &Shell<'_>, text: &str) -> String {
        let mut parts = text.split(['%', '!']).peekable();
        let mut result = parts.next().unwrap_or("").to_owned();
        while let Some(name) = parts.next().filter(|_| result.len() < MAX_TEXT) {
            let is_name = !name.is_empty() && !name.contains([' ', '\\', '/']);
            let Some(behind) = parts.next_if(|_| is_name) else {
                result.extend(["%", name]);
                continue;
            };
            let lower = name.split(':').next().unwrap_or("").to_ascii_lowercase();
            let value = self.variables.get(&lower).cloned().or_else(|| names::variable(&shell.env, &lower));
            result.push_str(&value.unwrap_or_else(|| UNKNOWN.to_string()));
            result.push_str(behind);
        }
        result
    }
}

/// How many words stand before the command: `call`, `do`, `start /b`, `if exist x`.
fn prefix(words: &[String]) -> usize {
    let word = |at: usize| words.get(at).map(|word| word.to_ascii_lowercase()).unwrap_or_default();
    let mut at = 0;
    while at < words.len() {
        at += match word(at).as_str() {
            "call" | "do" | "else" | "start" | "if" => 1,
            "not" | "" if at > 0 => 1,
            word if at > 0 && (word.starts_with('/') || word.contains("==")) => 1,
            "exist" | "defined" | "errorlevel" if at > 0 => 2,
            _ => break,
        };
    }
    at
}

/// Takes `> file`, `>> file`, `2>nul` out of the words.
fn redirections(words: &mut Vec<String>) -> Vec<(String, bool)> {
    let mut outputs = Vec::new();
    let mut kept = Vec::new();
    let mut list = std::mem::take(words).into_iter();
    while let Some(word) = list.next() {
        let Some((before, after)) = word.split_once('>').filter(|_| !word.contains(' ')) else {
            kept.push(word);
            continue;
        };
        if !before.bytes().all(|byte| byte.is_ascii_digit()) {
            kept.push(before.to_owned());
        }
        let file = after.trim_start_matches('>');
        let file = if file.is_empty() { list.next().unwrap_or_default() } else { file.to_owned() };
        if !file.starts_with('&') && !file.eq_ignore_ascii_case("nul") && before != "2" {
            outputs.push((file, after.starts_with('>')));
        }
    }
    *words = kept;
    outputs
}
