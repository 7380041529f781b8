//! What cmdlets give and do, by their names and parameters. Those that are dangerous by their words
//! alone are in `data/policy/windows.toml`.

use super::call::Call;
use super::value::{Argument, Form, Value};
use super::{MAX_NAMES, Reader};
use crate::builtins::MAX_PATH;
use crate::checks;
use crate::prelude::*;
use crate::windows;

/// Beginnings of cmdlets that change nothing.
const HARMLESS: &[&str] = table!("harmless_cmdlets");

impl Reader<'_, '_> {
    /// Judges a cmdlet; what it gives.
    pub fn call(&mut self, call: &Call) -> Value {
        if !HARMLESS.iter().any(|start| call.name.starts_with(start)) {
            let preference = self.state.variables.get("whatifpreference");
            if call.has("whatif") || preference.is_some_and(|value| value.first() == "true") {
                return Value::default();
            }
            let fields = call.fields();
            self.shell.judge(&Invocation { program: &call.name, arguments: &fields, span: call.span });
        }
        if let Some(value) = self.given(call) {
            return value;
        }
        self.effect(call);
        Value::default()
    }

    /// What a cmdlet gives.
    fn given(&mut self, call: &Call) -> Option<Value> {
        let input = || call.input.clone().unwrap_or_else(|| Value::unknown(Taint::NONE));
        Some(match call.name.as_str() {
            "get-childitem" | "get-item" | "resolve-path" | "convert-path" => self.listed(call),
            "get-content" => self.contents(call),
            "get-location" => Value::text("."),
            "get-command" | "write-output" => call.positional.first().cloned().unwrap_or_else(input),
            "foreach-object" => call.block.clone().unwrap_or_default(),
            "where-object" => Value { some: true, ..input() },
            "join-path" => joined(call),
            "select-object" | "out-string" | "convertto-json" | "sort-object" => {
                let chooses = call.value(&["first", "last", "skip"]).is_some();
                let given = input();
                Value { some: given.some || chooses, ..given }
            }
            "invoke-expression" => {
                let text = call.value_at(&["command"], 0).cloned().unwrap_or_else(input);
                self.run_text(&text, call.span)
            }
            "invoke-webrequest" | "invoke-restmethod" | "start-bitstransfer" => self.request(call),
            "start-process" | "invoke-item" => self.process(call),
            "new-object" => {
                Value::unknown(call.values().fold(Taint::NONE, |taint, value| taint.and(value.taint())))
            }
            name => {
                let noun = name.strip_prefix("get-")?;
                let some = noun == "date" || call.values().any(|value| value.first() != "*");
                Value { all: true, some, ..Value::unknown(Taint::NONE) }
            }
        })
    }

    /// What a cmdlet does that gives nothing.
    fn effect(&mut self, call: &Call) {
        match call.name.as_str() {
            "remove-item" | "clear-item" => self.remove(call),
            "move-item" | "rename-item" => {
                let targets = call.targets();
                self.shell.check(|context| checks::moved(context, &targets.items, call.span));
            }
            "set-content" | "add-content" | "out-file" | "tee-object" => {
                let content = call.value_at(&["value", "inputobject"], 1).or(call.input.as_ref()).cloned();
                let append = call.name == "add-content" || call.has("append");
                self.write(&call.targets(), &content.unwrap_or_default(), append, call.span);
            }
            "clear-content" => self.write(&call.targets(), &Value::default(), false, call.span),
            "copy-item" => {
                let source = self.shell.read(&call.targets().first().replace('\\', "/"));
                let target = call.value_at(&["destination"], 1).cloned().unwrap_or_default();
                self.write(&target, &Value::from(source), false, call.span);
            }
            "set-location" | "push-location" => {
                let path = call.targets().first().replace('\\', "/");
                let is_absolute = path.starts_with(['/', '~']) || path.get(1..2) == Some(":");
                let joined = match self.shell.env.directory.take() {
                    _ if is_absolute => Some(path),
                    Some(directory) => Some(format!("{}/{path}", directory.trim_end_matches('/'))),
                    None => None,
                };
                let is_usable = |path: &String| path.len() <= MAX_PATH && !path.contains(UNKNOWN);
                self.shell.env.directory = joined.filter(is_usable);
            }
            "set-alias" | "new-alias" if self.state.aliases.len() < MAX_NAMES => {
                let (alias, target) = (call.text_at(&["name"], 0), call.text_at(&["value"], 1));
                self.state.aliases.insert(alias.to_ascii_lowercase(), target.to_ascii_lowercase());
            }
            _ => {}
        }
    }

    /// `Invoke-WebRequest` and others like it.
    pub fn request(&mut self, call: &Call) -> Value {
        let url = call.text_at(&["uri", "source"], 0);
        let values = call.values().chain(&call.input);
        let mut sent = values.fold(Taint::NONE, |taint, value| taint.and(value.taint()));
        if let Some(file) = call.value(&["infile"]) {
            sent = sent.and(self.shell.read(&file.first().replace('\\', "/")).taint);
        }
        self.shell.check(|context| checks::send(context, &Stream::unknown(sent), url, call.span));
        let output = Value::unknown(Taint::FETCHED);
        let second = call.positional.get(1).filter(|_| call.name == "start-bitstransfer");
        match call.value(&["outfile", "destination"]).or(second) {
            Some(path) => {
                self.write(path, &output, false, call.span);
                Value::default()
            }
            None => output,
        }
    }

    /// A program, with arguments that it splits itself.
    fn process(&mut self, call: &Call) -> Value {
        let program = call.text_at(&["filepath", "path"], 0);
        if program.is_empty() || program.contains("://") {
            return Value::default();
        }
        let given = call.value_at(&["argumentlist"], 1).cloned().unwrap_or_default();
        let words = match given.items.as_slice() {
            [one] => windows::words(&one.text),
            items => items.iter().map(|item| item.text.clone()).collect(),
        };
        let argument = |text| Argument::new(Value::tainted(text, given.taint()), Form::Quoted);
        let arguments: Vec<Argument> = words.into_iter().map(argument).collect();
        self.program(program, &arguments, None, call.span)
    }
}

fn joined(call: &Call) -> Value {
    let parent = call.text_at(&["path"], 0).trim_end_matches(['\\', '/']);
    let child = call.value(&["childpath"]).or_else(|| call.positional.last()).map_or("", Value::first);
    Value::text(format!("{parent}\\{}", child.trim_start_matches(['\\', '/'])))
}
