//! What a failed command was about: the paths, ports and lines that its words and output name.

use syntax::{Command, Word};

use crate::paths;
use crate::rules::Case;
use crate::rules::pattern::{Holes, Pattern};
use crate::world::World;

/// Texts longer than this are cut: they may come from hostile output.
const MAX_SHOWN: usize = 100;
/// Lines of output that are looked at for one text.
const MAX_LINES: usize = 8;

/// The first of the patterns that occurs in the output, and what fills its holes.
#[allow(dead_code)]
pub fn find(case: &Case<'_>, patterns: &[&str]) -> Option<Holes> {
    let output = case.output?;
    patterns.iter().find_map(|source| Pattern::new(source).ok()?.find_all(output).into_iter().next())
}

/// Does one of the texts occur in the output?
pub fn says(case: &Case<'_>, texts: &[&str]) -> bool {
    let output = case.output.unwrap_or("").as_bytes();
    texts.iter().any(|text| memchr::memmem::find(output, text.as_bytes()).is_some())
}

/// Lines of the output with one of the texts.
pub fn lines<'a>(case: &Case<'a>, texts: &[&str]) -> Vec<&'a str> {
    let output = case.output.unwrap_or("");
    let has = |line: &&str| texts.iter().any(|text| line.contains(text));
    output.lines().filter(has).take(MAX_LINES).collect()
}

/// In backquotes, cut where it is long.
pub fn quoted(text: &str) -> String {
    format!("`{}`", short(text))
}

/// One line of at most [`MAX_SHOWN`] characters.
pub fn short(text: &str) -> String {
    let line = text.lines().next().unwrap_or("").trim();
    let mut shown: String = line.chars().take(MAX_SHOWN).collect();
    if shown.len() < line.len() {
        shown.push_str("...");
    }
    shown
}

/// The name without directories of the program that broke.
pub fn program<'a>(case: &Case<'a>) -> Option<&'a str> {
    let name = case.commands().first()?.program_name()?;
    Some(name.rsplit('/').next().unwrap_or(name))
}

/// The path from the root: `x` → `/home/me/x`, without `.` and `..`.
pub fn absolute(case: &Case<'_>, path: &str) -> String {
    let whole =
        if path.starts_with('/') { path.to_owned() } else { format!("{}/{path}", case.failure.record.cwd) };
    let mut parts: Vec<&str> = Vec::new();
    for part in whole.split('/') {
        match part {
            "" | "." => {}
            ".." => {
                parts.pop();
            }
            part => parts.push(part),
        }
    }
    format!("/{}", parts.join("/"))
}

/// The path itself and all directories above it, from the root down.
pub fn steps(path: &str) -> impl Iterator<Item = &str> {
    let ends = path.match_indices('/').map(|(at, _)| at.max(1)).chain([path.len()]);
    ends.filter_map(|end| path.get(..end)).filter(|step| !step.is_empty())
}

/// The deepest part of an absolute path that exists.
pub fn existing<'a>(path: &'a str, world: &dyn World) -> &'a str {
    steps(path).take_while(|step| world.kind(step).exists()).last().unwrap_or("/")
}

/// Paths that the failure is about, absolute, the likeliest first: those that the lines of the
/// output with one of these texts name, then those of the command.
pub fn paths(case: &Case<'_>, texts: &[&str]) -> Vec<String> {
    let own: Vec<String> = case.commands().into_iter().flat_map(|command| operands(case, command)).collect();
    let mut found: Vec<String> = Vec::new();
    for line in lines(case, texts) {
        for token in tokens(line) {
            let is_path =
                token.contains('/') && !token.contains("://") || own.iter().any(|path| path == token);
            if is_path && token.len() < 4096 {
                found.push(token.to_owned());
            }
        }
    }
    found.extend(own);
    let mut unique: Vec<String> = Vec::new();
    for path in found.into_iter().take(64) {
        let path = absolute(case, &path);
        if !unique.contains(&path) {
            unique.push(path);
        }
    }
    unique.truncate(12);
    unique
}

/// Words of a command that may be paths, expanded: operands, values behind `=`, redirections.
fn operands(case: &Case<'_>, command: &Command) -> Vec<String> {
    let value = |word: &Word| {
        let text = word.value.as_str();
        let text = if text.starts_with('-') { text.split_once('=')?.1 } else { text };
        paths::expand(text, case.world).filter(|path| !path.is_empty() && !path.contains("://"))
    };
    let program = command.program().and_then(|at| command.words.get(at));
    let program = program.filter(|word| word.value.contains('/'));
    let targets = command.redirects.iter().filter_map(|redirect| redirect.target.as_ref());
    program.into_iter().chain(command.arguments()).chain(targets).filter_map(value).take(32).collect()
}

/// Parts of a message that may be a name: what stands in quotes, between colons, between blanks.
fn tokens(line: &str) -> impl Iterator<Item = &str> {
    let ends = |c: char| matches!(c, '\'' | '"' | '(' | ')' | '[' | ']' | '<' | '>');
    let parts = line.split(ends).flat_map(|part| part.split(": ").chain(part.split([' ', '='])));
    parts.map(|token| token.trim().trim_end_matches([':', ',', '.', ';'])).filter(|token| !token.is_empty())
}

/// Port numbers that the lines with one of the texts name, then those in the command.
pub fn ports(case: &Case<'_>, texts: &[&str]) -> Vec<u16> {
    let mut found: Vec<u16> = Vec::new();
    let in_output = lines(case, texts).into_iter().flat_map(numbers);
    let words = case.commands().into_iter().flat_map(Command::arguments);
    for port in in_output.chain(words.flat_map(|word| numbers(&word.value))) {
        if port > 0 && !found.contains(&port) {
            found.push(port);
        }
    }
    found
}

/// Numbers that stand alone and fit a port; not the parts of `127.0.0.1`.
fn numbers(text: &str) -> impl Iterator<Item = u16> {
    let parts = text.split(|c: char| !(c.is_ascii_alphanumeric() || c == '.' || c == '_' || c == '-'));
    parts.filter_map(|part| part.trim_matches(['.', '-']).parse().ok())
}

/// The line of the output that most likely says what is wrong.
pub fn complaint<'a>(case: &Case<'a>) -> Option<&'a str> {
    const SURE: &[&str] = &["fatal:", "error:", "Error:", "ERROR", "E: ", "FATAL", "panicked"];
    let output = case.output?;
    let all = || output.lines().map(str::trim).filter(|line| !line.is_empty());
    let program = program(case);
    let speaks = |line: &&str| {
        let head = line.split_once(": ").map(|(head, _)| head.rsplit('/').next().unwrap_or(head));
        head.is_some() && head == program
    };
    all()
        .find(|line| SURE.iter().any(|text| line.contains(text)))
        .or_else(|| all().find(speaks))
        .or_else(|| all().next_back())
}
