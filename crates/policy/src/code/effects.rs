//! Effects of calls on commands and files.

use super::call::Call;
use super::reader::Reader;
use super::table::{Arguments, Reach};
use super::value::{Kind, Value, value_of};
use super::{Command, Exec, Kill, Line, MAX_FINDINGS, Path, UNKNOWN};
use crate::field::Taint;

impl Reader<'_, '_> {
    // --- commands

    /// Runs the value in a shell; a list is a program and its arguments.
    pub fn shell(&mut self, value: &Value) -> Value {
        if let Kind::Map(map) = &value.kind {
            let command = value_of(map, &["cmd", "command"]).cloned();
            return command.map_or_else(Value::default, |command| self.shell(&command));
        }
        let origin = value.origin();
        match &value.kind {
            Kind::List(list) if !list.is_empty() => {
                let mut leaves = Vec::new();
                value.leaves(&mut leaves);
                // texts with blanks are alternative command lines
                let words: Vec<String> = leaves.iter().map(|leaf| leaf.to_text()).collect();
                let first = list.first().and_then(Value::as_text).unwrap_or_default();
                if first.trim().contains(char::is_whitespace) {
                    let start = |_, line| self.started(Line::Shell(line), origin);
                    return words.into_iter().fold(Value::default(), start);
                }
                self.started(Line::Words(words), origin)
            }
            _ => self.started(Line::Shell(value.to_text()), origin),
        }
    }

    fn started(&mut self, line: Line, origin: Taint) -> Value {
        let found = &mut self.scope.found;
        if found.commands.len() >= MAX_FINDINGS {
            found.partial = true;
            return Value::unknown(origin);
        }
        let words: Vec<&str> = match &line {
            Line::Shell(text) => text.split_whitespace().take(64).collect(),
            Line::Words(words) => words.iter().map(String::as_str).collect(),
        };
        // what the command prints
        let network = words.iter().any(|word| matches!(*word, "curl" | "wget" | "fetch" | "nc" | "ncat"));
        let decoded =
            words.iter().any(|word| matches!(*word, "base64" | "xxd" | "openssl" | "gunzip" | "zcat"));
        let taint = Taint { stdin: false, ..origin };
        let printed = taint.and(Taint { network, decoded, ..Taint::NONE });
        found.commands.push(Command { line, input: None, taint });
        Value { kind: Kind::Process(found.commands.len() - 1), origin: printed, glob: false }
    }

    pub fn start(&mut self, how: Arguments, call: &Call) -> Value {
        let texts: Vec<Value> =
            call.given.values.iter().filter(|value| !matches!(value.kind, Kind::Map(_))).cloned().collect();
        let first = texts.first().cloned().unwrap_or_default();
        let words_of = |values: &[Value]| {
            let mut leaves = Vec::new();
            values.iter().for_each(|value| value.leaves(&mut leaves));
            leaves.iter().map(|leaf| leaf.to_text()).collect::<Vec<_>>()
        };
        let mut words = Vec::new();
        match how {
            Arguments::Words => {
                if texts.len() < 2 {
                    let command = self.shell(&first);
                    self.input(&command, call);
                    return command;
                }
                words = words_of(&texts);
            }
            Arguments::List => {
                words.push(first.to_text());
                if let Some(list) = texts.get(1).filter(|value| matches!(value.kind, Kind::List(_))) {
                    words.extend(words_of(std::slice::from_ref(list)));
                }
                if call.option("shell").is_some_and(Value::is_true) {
                    let line = Line::Shell(words.join(" "));
                    return self.started(line, call.origin());
                }
            }
            Arguments::Keys => {
                words.push(first.to_text());
                let list = call.option("args").or_else(|| call.option("arguments"));
                words.extend(list.map(|list| words_of(std::slice::from_ref(list))).unwrap_or_default());
            }
            Arguments::Zeroth | Arguments::Flat | Arguments::Mode => {
                let skip = usize::from(how == Arguments::Mode);
                let all = words_of(texts.get(skip..).unwrap_or_default());
                words.extend(all.first().cloned());
                words.extend(all.into_iter().skip(2));
            }
        }
        let command = self.started(Line::Words(words), call.origin());
        self.input(&command, call);
        command
    }

    pub fn input(&mut self, command: &Value, call: &Call) {
        if let Some(text) = call.option("input").cloned() {
            self.fed(command, &text);
        }
    }

    /// Feeds a text to the command.
    pub fn fed(&mut self, command: &Value, text: &Value) {
        let command =
            if matches!(command.kind, Kind::Process(_)) { command.clone() } else { self.shell(command) };
        if let Kind::Process(at) = command.kind
            && let Some(command) = self.scope.found.commands.get_mut(at)
        {
            command.input.get_or_insert_default().push_str(&text.to_text());
            command.taint = command.taint.and(Taint { stdin: false, ..text.origin });
        }
    }

    /// Runs a value as code.
    pub fn evaluate(&mut self, value: &Value) -> Value {
        if matches!(value.kind, Kind::Number(_) | Kind::Map(_)) {
            return Value::default();
        }
        let origin = value.origin();
        let constant = value.as_text().filter(|text| !text.contains(UNKNOWN)).map(str::to_owned);
        let file = match &value.kind {
            Kind::File(path) => Some(path.clone()),
            _ => None,
        };
        if self.scope.found.executes.len() < MAX_FINDINGS {
            self.scope.found.executes.push(Exec { taint: origin, file, constant: constant.clone() });
        } else {
            self.scope.found.partial = true;
        }
        constant.map_or_else(|| Value::unknown(origin), |code| self.within(&code, |reader| reader.value()))
    }

    // --- files

    fn paths(&mut self, value: &Value, recursive: bool) -> Vec<Path> {
        let mut leaves = Vec::new();
        value.leaves(&mut leaves);
        if leaves.len() > MAX_FINDINGS {
            self.scope.found.partial = true;
        }
        let paths = leaves.into_iter().take(MAX_FINDINGS).filter_map(|leaf| {
            let text = match &leaf.kind {
                Kind::Text(text) | Kind::File(text) => text.clone(),
                Kind::Number(_) | Kind::Map(_) | Kind::Process(_) => return None,
                _ => UNKNOWN.to_string(),
            };
            let recursive = recursive || text.contains("**");
            Some(Path { text, recursive, glob: leaf.glob })
        });
        paths.collect()
    }

    pub fn delete(&mut self, value: &Value, reach: Reach, call: &Call) -> Value {
        let named =
            ["recursive", "force_recursive"].iter().any(|name| call.option(name).is_some_and(Value::is_true));
        let paths = self.paths(value, reach == Reach::Tree || (reach == Reach::Option && named));
        add(&mut self.scope.found.deletes, paths, &mut self.scope.found.partial);
        Value::default()
    }

    pub fn attributes(&mut self, values: &[Value], call: &Call) -> Value {
        let recursive = call.name.ends_with("_R");
        let paths = self.paths(&Value::of(Kind::List(values.to_vec())), recursive);
        add(&mut self.scope.found.attributes, paths, &mut self.scope.found.partial);
        Value::default()
    }

    /// Records files that are read or written, unless nothing is known of them.
    fn known_paths(&mut self, value: &Value) -> Vec<Path> {
        let mut paths = self.paths(value, false);
        paths.retain(|path| path.text.chars().any(|letter| letter != UNKNOWN));
        paths
    }

    pub fn writes(&mut self, value: &Value) {
        let paths = self.known_paths(value);
        add(&mut self.scope.found.writes, paths, &mut self.scope.found.partial);
    }

    pub fn reads(&mut self, value: &Value) {
        let paths = self.known_paths(value);
        add(&mut self.scope.found.reads, paths, &mut self.scope.found.partial);
    }

    pub fn opened(&mut self, path: Value, writes: bool) -> Value {
        if writes {
            self.writes(&path)
        } else {
            self.reads(&path)
        }
        let origin = path.origin();
        let kind = match path.kind {
            // `print(x)` into a command is fed to it
            Kind::Process(at) => Kind::Process(at),
            Kind::Text(text) | Kind::File(text) => match text.as_str() {
                "/dev/stdin" | "php://stdin" | "-" => {
                    return Value::unknown(origin.and(Taint::STDIN));
                }
                _ => Kind::File(text),
            },
            Kind::Number(0) => return Value::unknown(origin.and(Taint::STDIN)),
            _ => Kind::Unknown,
        };
        Value { kind, origin, glob: false }
    }

    /// `open(F, "<", path)`, `open(F, "command |")`, `open(F, "|-", command)`.
    pub fn open_perl(&mut self, call: &Call) -> Value {
        let mode = call.argument(1).to_text();
        let mode = mode.trim();
        let path = call.argument(2);
        let piped = mode.strip_suffix('|').filter(|command| !command.is_empty()).or(mode.strip_prefix('|'));
        if let Some(command) = piped.filter(|command| *command != "-") {
            return self.started(Line::Shell(command.trim().to_owned()), call.argument(1).origin());
        }
        if mode == "-|" || mode == "|-" {
            let words = call.given.values.get(2..).unwrap_or_default();
            return match words {
                [] => Value::default(),
                [one] => self.shell(one),
                _ => self.shell(&Value::of(Kind::List(words.to_vec()))),
            };
        }
        if mode.contains('&') {
            return Value::default();
        }
        let bare = mode.trim_start_matches(['<', '>', '+', '&', '=', ' ']);
        let path = if call.given.values.len() > 2 { path } else { Value::text(bare) };
        self.opened(path, mode.contains('>'))
    }

    pub fn kill(&mut self, at: usize, call: &Call) -> Value {
        let signal_is_group = at == 1
            && match call.argument(0).kind {
                Kind::Number(number) => number < 0,
                Kind::Text(name) => name.starts_with('-'),
                _ => false,
            };
        let processes = if at == 1 { call.given.values.get(1..) } else { call.given.values.get(..1) };
        let mut leaves = Vec::new();
        processes.unwrap_or_default().iter().for_each(|value| value.leaves(&mut leaves));
        for leaf in leaves.into_iter().take(16) {
            let pid = match &leaf.kind {
                Kind::Number(pid) if signal_is_group => Some(-pid.abs()),
                Kind::Number(pid) => Some(*pid),
                Kind::Text(text) => text.parse().ok(),
                _ => None,
            };
            if self.scope.found.kills.len() < MAX_FINDINGS {
                self.scope.found.kills.push(Kill { pid });
            }
        }
        Value::default()
    }
}

fn add(list: &mut Vec<Path>, paths: Vec<Path>, partial: &mut bool) {
    *partial |= list.len() + paths.len() > MAX_FINDINGS;
    let room = MAX_FINDINGS.saturating_sub(list.len());
    list.extend(paths.into_iter().take(room));
}
