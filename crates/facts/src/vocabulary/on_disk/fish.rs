//! Reads fish completions, the most regular format:
//! `complete -c prog -n CONDITION -s x -l long -r -a 'words'`.

use std::collections::BTreeMap;

use syntax::{Command, Dialect, Script};

use crate::vocabulary::option_line::is_command;
use crate::vocabulary::table::{EVERYWHERE, Table, Takes};

/// Maximum number of subcommand paths in a condition; two long lists multiply.
const MAX_PATHS: usize = 128;

pub fn read(program: &str, text: &str, table: &mut Table) {
    // clap generates this function from the program's own options
    table.is_complete |= text.contains("_global_optspecs");
    let script = Script::parse(text, Dialect::Fish);
    let mut variables: BTreeMap<String, String> = BTreeMap::new();
    for command in &script.commands {
        match command.words.first().map(|word| word.value.as_str()) {
            Some("set") => remember(command, &mut variables),
            Some("complete") => Line::of(command, &variables).enter(program, table),
            _ => {}
        }
    }
}

/// Records a variable set by `set -l commands a b c`.
fn remember(command: &Command, variables: &mut BTreeMap<String, String>) {
    let mut words = command.arguments().iter().filter(|word| !word.value.starts_with('-'));
    let Some(name) = words.next() else { return };
    let values: Vec<&str> = words.filter(|word| !word.dynamic).map(|word| word.value.as_str()).collect();
    variables.insert(name.value.clone(), values.join(" "));
}

/// One `complete` command.
#[derive(Default)]
struct Line {
    programs: Vec<String>,
    condition: String,
    options: Vec<String>,
    takes_value: bool,
    words: String,
}

impl Line {
    fn of(command: &Command, variables: &BTreeMap<String, String>) -> Self {
        let mut line = Self::default();
        let mut arguments = command.arguments().iter().map(|word| expand(&word.value, variables));
        while let Some(argument) = arguments.next() {
            let (names, attached) = match argument.strip_prefix("--") {
                Some(long) => {
                    let (name, value) =
                        long.split_once('=').map_or((long, None), |(n, v)| (n, Some(v.to_owned())));
                    (vec![short(name)], value)
                }
                None => cluster(&argument),
            };
            for name in names {
                let value = "cnaslowd".contains(name).then(|| attached.clone().or_else(|| arguments.next()));
                line.set(name, value.flatten().unwrap_or_default());
            }
        }
        line
    }

    fn set(&mut self, name: char, value: String) {
        match name {
            'c' => self.programs.push(value),
            'n' => {
                self.condition.push_str(" ; ");
                self.condition.push_str(&value);
            }
            'a' => self.words = value,
            's' => self.options.extend(value.chars().map(|letter| format!("-{letter}"))),
            'l' => self.options.push(format!("--{value}")),
            'o' => self.options.push(format!("-{value}")),
            'r' | 'x' => self.takes_value = true,
            _ => {}
        }
    }

    fn enter(&self, program: &str, table: &mut Table) {
        if !self.programs.iter().any(|name| name == program) {
            return;
        }
        let place = Position::parse(&self.condition);
        let takes = if self.takes_value { Takes::Value } else { Takes::Nothing };
        for option in &self.options {
            for path in place.paths() {
                table.option(&path, option, takes);
            }
        }
        if !self.options.is_empty() {
            return;
        }
        for word in self.words.split_whitespace().filter(|word| is_command(word)) {
            // below a subcommand the words are values, unless they exclude each other
            if place.is_first || place.excluded.iter().any(|name| name == word) {
                for path in place.paths().filter(|path| path != EVERYWHERE) {
                    table.command(format!("{path} {word}").trim_start());
                }
            }
        }
    }
}

/// The position where a completion is offered.
#[derive(Default)]
struct Position {
    is_first: bool,
    /// Lists of subcommands; one of each must have been typed.
    seen: Vec<Vec<String>>,
    /// Subcommands that must not have been typed.
    excluded: Vec<String>,
}

impl Position {
    fn parse(condition: &str) -> Self {
        let mut place = Self::default();
        let condition = condition.replace(';', " ; ").replace('"', " ");
        let mut words = condition.split_whitespace().peekable();
        let mut negated = false;
        while let Some(word) = words.next() {
            let lists = ["seen_subcommand_from", "using_command", "using_subcommand"];
            if lists.iter().any(|end| word.ends_with(end)) {
                let mut names = Vec::new();
                while let Some(name) =
                    words.next_if(|w| !matches!(*w, ";" | "and" | "or" | "not" | "&&" | "||"))
                {
                    names.push(name.to_owned());
                }
                if negated { place.excluded.extend(names) } else { place.seen.push(names) }
            } else if !negated {
                place.is_first |= word.contains("use_subcommand")
                    || word.contains("needs_command")
                    || word.contains("needs_subcommand")
                    || word.ends_with("no_subcommand")
                    || word.ends_with("is_first_token")
                    || word.ends_with("is_first_arg");
            }
            negated = matches!(word, "not" | "!");
        }
        place.is_first |= place.seen.is_empty() && !place.excluded.is_empty();
        place
    }

    fn paths(&self) -> impl Iterator<Item = String> {
        let mut paths = vec![String::new()];
        for names in &self.seen {
            let below = |path: &String| -> Vec<String> {
                names.iter().map(|name| format!("{path} {name}").trim_start().to_owned()).collect()
            };
            paths = paths.iter().flat_map(below).take(MAX_PATHS).collect();
        }
        if self.seen.is_empty() && !self.is_first {
            paths = vec![EVERYWHERE.to_owned()];
        }
        paths
            .into_iter()
            .filter(|path| path.is_empty() || path == EVERYWHERE || path.split(' ').all(is_command))
    }
}

fn short(long: &str) -> char {
    match long {
        "command" => 'c',
        "condition" => 'n',
        "arguments" => 'a',
        "short-option" => 's',
        "long-option" => 'l',
        "old-option" => 'o',
        "wraps" => 'w',
        "description" => 'd',
        "require-parameter" => 'r',
        "exclusive" => 'x',
        _ => 'f',
    }
}

/// Splits `-xa WORDS` or `-sx`: the first letter with a value takes the rest.
fn cluster(argument: &str) -> (Vec<char>, Option<String>) {
    let Some(letters) = argument.strip_prefix('-') else { return (vec!['c'], Some(argument.to_owned())) };
    match letters.find(|c| "cnaslowd".contains(c)) {
        Some(at) => {
            let (names, rest) = letters.split_at_checked(at + 1).unwrap_or((letters, ""));
            (names.chars().collect(), (!rest.is_empty()).then(|| rest.to_owned()))
        }
        None => (letters.chars().collect(), None),
    }
}

/// Replaces `$name` by the words it was set to.
fn expand(text: &str, variables: &BTreeMap<String, String>) -> String {
    let mut parts = text.split('$');
    let mut out = parts.next().unwrap_or("").to_owned();
    for part in parts {
        let end = part.find(|c: char| !(c.is_ascii_alphanumeric() || c == '_')).unwrap_or(part.len());
        let (name, rest) = part.split_at_checked(end).unwrap_or((part, ""));
        match variables.get(name) {
            Some(value) if out.len() + value.len() < 16 * 1024 => out.push_str(value),
            _ => out.push('$'),
        }
        out.push_str(rest);
    }
    out
}
