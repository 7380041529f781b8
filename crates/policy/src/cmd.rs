//! `cmd /c TEXT`: lines as `cmd.exe` reads them, and the commands that it has by itself.

use std::collections::HashMap;

use syntax::{Dialect, Span};

use super::checks::{self, How};
use super::field::{Field, Invocation, UNKNOWN};
use super::level::Level;
use super::shell::{Shell, Stream};

/// Commands of one line that are looked at.
const MAX_COMMANDS: usize = 64;

pub fn is_cmd(program: &str) -> bool {
    let lower = program.to_ascii_lowercase();
    matches!(lower.as_str(), "cmd" | "cmd.exe")
}

/// `cmd /c …`, `cmd /k …`, commands from a pipe.
pub fn run(shell: &mut Shell<'_>, at: &Invocation<'_>) -> Stream {
    let place = at.arguments.iter().position(|field| {
        let lower = field.text.to_ascii_lowercase();
        ["/c", "/k", "/r"].iter().any(|option| lower.starts_with(option))
    });
    let Some(place) = place else {
        let stream = shell.input.clone();
        checks::execute(shell, &stream, "what it reads", at.span);
        if let Some(text) = &stream.text {
            read(shell, text, at.span);
        }
        return Stream::unknown(stream.taint);
    };
    let mut text = String::new();
    let mut taint = super::Taint::NONE;
    for (index, field) in at.arguments.get(place..).unwrap_or_default().iter().enumerate() {
        let word = if index == 0 { field.text.get(2..).unwrap_or("") } else { field.text.as_str() };
        taint = taint.and(field.taint);
        if index > 0 {
            text.push(' ');
        }
        // one argument that holds blanks was quoted; a lone one is the line itself
        let quoted = index > 0 && word.contains(' ') && at.arguments.len() > place + 2 && !word.contains('"');
        if quoted {
            text.push('"');
        }
        text.push_str(word);
        if quoted {
            text.push('"');
        }
    }
    checks::execute(shell, &Stream::unknown(taint), "a text", at.span);
    read(shell, &text, at.span)
}

/// Reads a line, or several.
pub fn read(shell: &mut Shell<'_>, text: &str, span: Span) -> Stream {
    if !shell.enter(text.len()) {
        return Stream::default();
    }
    let outer = std::mem::replace(&mut shell.dialect, Dialect::PowerShell);
    let mut variables = HashMap::new();
    let mut output = Stream::default();
    let mut input = shell.input.clone();
    let outer_input = shell.input.clone();
    let trimmed = text.trim();
    let whole = trimmed.strip_prefix('"').and_then(|rest| rest.strip_suffix('"'));
    let text = whole.filter(|inside| inside.matches('"').count() % 2 == 0).unwrap_or(trimmed);
    // `for %i in (LIST) do …`: the variable, then its list
    let mut variable: Option<String> = None;
    let mut items: Option<Vec<String>> = None;
    for command in split(text).into_iter().take(MAX_COMMANDS) {
        if !shell.step() {
            break;
        }
        if let Some(name) = loop_variable(&command.text) {
            (variable, items) = (Some(name), None);
            continue;
        }
        if variable.is_some() && items.is_none() {
            items = Some(words(&command.text).into_iter().take(8).collect());
            continue;
        }
        shell.input = if command.piped { input } else { outer_input.clone() };
        output = match (&variable, &items) {
            (Some(name), Some(items)) if command.text.contains(name.as_str()) => {
                for item in items {
                    let filled = command.text.replace(name.as_str(), item);
                    one(shell, &filled, &mut variables, span);
                }
                Stream::default()
            }
            _ => one(shell, &command.text, &mut variables, span),
        };
        input = output.clone();
    }
    shell.input = outer_input;
    shell.dialect = outer;
    shell.leave();
    output
}

/// A command of a line.
struct Command {
    text: String,
    /// Reads what the one before prints.
    piped: bool,
}

/// Splits at `&`, `&&`, `||`, `|`, line ends and brackets; takes `^` off.
fn split(text: &str) -> Vec<Command> {
    let mut commands = Vec::new();
    let mut current = String::new();
    let mut quoted = false;
    let mut piped = false;
    let mut letters = text.chars().peekable();
    while let Some(letter) = letters.next() {
        let ends = match letter {
            '^' if !quoted => {
                current.extend(letters.next());
                false
            }
            '"' => {
                quoted = !quoted;
                current.push(letter);
                false
            }
            '\n' | '\r' => true,
            '&' if !quoted && current.ends_with('>') => {
                current.push(letter);
                false
            }
            '&' | '|' | '(' | ')' if !quoted => true,
            _ => {
                current.push(letter);
                false
            }
        };
        if ends {
            let doubled = letters.peek() == Some(&letter);
            if doubled {
                letters.next();
            }
            let next_piped = letter == '|' && !doubled;
            commands.push(Command { text: std::mem::take(&mut current), piped });
            // a bracket keeps what flows into it
            piped = next_piped || letter == '(' && piped;
            quoted = false;
        }
    }
    commands.push(Command { text: current, piped });
    commands.retain(|command| !command.text.trim().is_empty());
    commands
}

/// `%i` of `for /d %i in`.
fn loop_variable(text: &str) -> Option<String> {
    let words = words(text);
    let (first, last) = (words.first()?, words.last()?);
    if !first.eq_ignore_ascii_case("for") || !last.eq_ignore_ascii_case("in") {
        return None;
    }
    words.iter().find(|word| word.starts_with('%')).cloned()
}

fn one(shell: &mut Shell<'_>, text: &str, variables: &mut HashMap<String, String>, span: Span) -> Stream {
    let expanded = expand(shell, text, variables);
    let mut words = words(expanded.trim().trim_start_matches('@'));
    let outputs = redirections(&mut words);
    // `if exist x CMD`, `for %i in (…) do CMD`, `call CMD`
    for _ in 0..8 {
        let Some(first) = words.first().map(|word| word.to_ascii_lowercase()) else { break };
        let skip = match first.as_str() {
            "call" | "do" | "else" | "cmd" if first != "cmd" => 1,
            "if" => {
                let negated =
                    usize::from(words.get(1).is_some_and(|word| {
                        word.eq_ignore_ascii_case("not") || word.eq_ignore_ascii_case("/i")
                    }));
                let keyword =
                    words.get(1 + negated).map(|word| word.to_ascii_lowercase()).unwrap_or_default();
                match keyword.as_str() {
                    "exist" | "defined" | "errorlevel" => 3 + negated,
                    _ if keyword.contains("==") => 2 + negated,
                    _ => 4 + negated,
                }
            }
            "start" => {
                let mut skip = 1;
                if expanded.to_ascii_lowercase().contains("start \"") {
                    skip += 1; // the title
                }
                skip + words.iter().skip(skip).take_while(|word| word.starts_with('/')).count()
            }
            "for" => {
                // its list stood in brackets: the command follows the next `do`
                let place = words.iter().position(|word| word.eq_ignore_ascii_case("do"));
                place.map_or(words.len(), |place| place + 1)
            }
            _ => break,
        };
        words.drain(..skip.min(words.len()));
    }
    let output = command(shell, &words, variables, span);
    for (path, append) in outputs {
        let field = Field { text: path.replace('\\', "/"), span: Some(span), ..Field::default() };
        if !field.text.eq_ignore_ascii_case("nul") && !field.text.starts_with('&') {
            shell.write_file(&field, output.clone(), append, span);
        }
    }
    output
}

fn command(
    shell: &mut Shell<'_>,
    words: &[String],
    variables: &mut HashMap<String, String>,
    span: Span,
) -> Stream {
    let Some((first, rest)) = words.split_first() else { return Stream::default() };
    let lower = first.to_ascii_lowercase();
    // `rd/s/q C:\`, `del/f x`
    let (name, glued) = match lower.find('/') {
        Some(at) if at > 0 && !lower.contains(['\\', ':']) => {
            (lower.get(..at).unwrap_or(""), first.get(at..).unwrap_or(""))
        }
        _ => (lower.as_str(), ""),
    };
    let mut all: Vec<String> = glued
        .split_inclusive('/')
        .filter(|part| *part != "/")
        .map(|part| format!("/{}", part.trim_end_matches('/')))
        .collect();
    all.extend(rest.iter().cloned());
    let name = name.rsplit('\\').next().unwrap_or(name);
    let name = [".exe", ".com", ".bat", ".cmd"].iter().find_map(|end| name.strip_suffix(end)).unwrap_or(name);
    let fields = Shell::fields(all.iter().map(String::as_str), span);
    let at = Invocation { program: name, arguments: &fields, span };
    match name {
        "echo" | "echo." | "title" | "rem" | "ver" | "cls" | "pause" | "exit" | "goto" | "dir" => {
            return if name.starts_with("echo") { Stream::known(&all.join(" ")) } else { Stream::default() };
        }
        "type" => return shell.contents(fields.iter()),
        "set" => {
            if let Some((name, value)) = all.join(" ").split_once('=') {
                variables.insert(name.trim().to_ascii_lowercase(), value.to_owned());
            }
            return Stream::default();
        }
        "cd" | "chdir" | "pushd" => {
            if let Some(path) = fields.iter().find(|field| !field.text.eq_ignore_ascii_case("/d")) {
                shell.directory = Some(path.text.clone());
            }
            return Stream::default();
        }
        "del" | "erase" | "rd" | "rmdir" | "copy" | "move" | "ren" | "rename" => {
            builtin(shell, &at);
            return Stream::default();
        }
        "" => return Stream::default(),
        _ if name.ends_with(':') => return Stream::default(),
        _ => {}
    }
    let mut started = Shell::fields([name], span);
    started.extend(fields.iter().cloned());
    shell.start(&started, span)
}

/// What `cmd.exe` does by itself: `del`, `rd`, `copy`, `move`.
pub fn builtin(shell: &mut Shell<'_>, at: &Invocation<'_>) {
    let lower: Vec<String> = at.arguments.iter().map(|field| field.text.to_ascii_lowercase()).collect();
    let option = |letter: &str| {
        lower.iter().any(|word| word.starts_with('/') && word.split('/').any(|part| part == letter))
    };
    let outer = std::mem::replace(&mut shell.dialect, Dialect::PowerShell);
    let operands: Vec<Field> = at
        .arguments
        .iter()
        .filter(|field| field.text.strip_prefix('/').is_none_or(|rest| rest.contains(['/', '\\'])))
        .map(|field| Field { glob: field.text.contains(['*', '?']), ..field.clone() })
        .collect();
    match at.program {
        "del" | "erase" | "rd" | "rmdir" => {
            let how = if option("s") { How::Recursive } else { How::Files };
            for field in &operands {
                let named = field.text.rsplit(['\\', '/']).next().unwrap_or("");
                // `del /s C:\*.tmp`: files of that kind only
                let some = field.glob && !matches!(named, "*" | "*.*" | "?" | "*.?") && named.contains('.');
                let how = if some && how == How::Recursive && !at.program.starts_with('r') {
                    How::Asking
                } else {
                    how
                };
                let field = Field {
                    glob: field.glob || at.program.starts_with('d') || at.program == "erase",
                    ..field.clone()
                };
                checks::delete(shell, &field, how, at);
            }
        }
        "copy" => {
            if let Some(to) = operands.get(1) {
                let from = operands
                    .first()
                    .map(|field| shell.read(&field.text.replace('\\', "/")))
                    .unwrap_or_default();
                let to = Field { text: to.text.replace('\\', "/"), span: Some(at.span), ..Field::default() };
                shell.write_file(&to, from, false, at.span);
            }
        }
        "move" | "ren" | "rename" => {
            if let Some(from) = operands.first()
                && shell.place(from) <= super::paths::Place::BelowSystem
            {
                let because = "Takes a part of the system or a home directory away from its place.";
                shell.find("files/move-away", Level::Confirm, because, at.span);
            }
        }
        _ => {}
    }
    shell.dialect = outer;
}

/// Takes `> file`, `>> file`, `2>nul` out of the words.
fn redirections(words: &mut Vec<String>) -> Vec<(String, bool)> {
    let mut outputs = Vec::new();
    let mut kept = Vec::new();
    let mut list = std::mem::take(words).into_iter();
    while let Some(word) = list.next() {
        let Some(place) = word.find('>').filter(|_| !word.contains(' ')) else {
            kept.push(word);
            continue;
        };
        let (before, after) = (word.get(..place).unwrap_or(""), word.get(place..).unwrap_or(""));
        let is_descriptor = before.bytes().all(|byte| byte.is_ascii_digit());
        if !is_descriptor {
            kept.push(before.to_owned());
        }
        let append = after.starts_with(">>");
        let file = after.trim_start_matches('>');
        let file = if file.is_empty() { list.next().unwrap_or_default() } else { file.to_owned() };
        if (!is_descriptor || matches!(before, "" | "1")) && !file.is_empty() {
            outputs.push((file, append));
        }
    }
    *words = kept;
    outputs
}

/// Words of a command; quotes are taken off.
fn words(text: &str) -> Vec<String> {
    super::powershell::split_words(text)
}

/// `%NAME%`, `%NAME:a=b%`, `!NAME!`
fn expand(shell: &Shell<'_>, text: &str, variables: &HashMap<String, String>) -> String {
    let mut result = String::new();
    let mut rest = text;
    while let Some(at) = rest.find(['%', '!']) {
        let mark = if rest.get(at..).is_some_and(|rest| rest.starts_with('%')) { '%' } else { '!' };
        result.push_str(rest.get(..at).unwrap_or(""));
        rest = rest.get(at + 1..).unwrap_or("");
        let Some(end) = rest.find(mark).filter(|end| *end > 0 && *end < 64) else {
            result.push(mark);
            continue;
        };
        let inside = rest.get(..end).unwrap_or("");
        if inside.contains([' ', '\\', '/']) {
            result.push(mark);
            continue;
        }
        let name = inside.split(':').next().unwrap_or("").to_ascii_lowercase();
        let home = shell.world.home().unwrap_or(r"C:\Users\user");
        let value = match (variables.get(&name), name.as_str()) {
            (Some(value), _) => value.clone(),
            (None, "systemroot" | "windir") => r"C:\Windows".to_owned(),
            (None, "systemdrive" | "homedrive") => "C:".to_owned(),
            (None, "userprofile" | "home") => home.to_owned(),
            (None, "programfiles") => r"C:\Program Files".to_owned(),
            (None, "programdata" | "allusersprofile") => r"C:\ProgramData".to_owned(),
            (None, "temp" | "tmp") => r"C:\Windows\Temp".to_owned(),
            (None, "appdata") => format!(r"{home}\AppData\Roaming"),
            (None, "localappdata") => format!(r"{home}\AppData\Local"),
            (None, "comspec") => "cmd.exe".to_owned(),
            _ => UNKNOWN.to_string(),
        };
        if result.len() > super::shell::MAX_TEXT {
            break;
        }
        result.push_str(&value);
        rest = rest.get(end + 1..).unwrap_or("");
    }
    result.push_str(rest);
    result
}
