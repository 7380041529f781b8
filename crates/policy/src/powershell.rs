//! PowerShell: the commands of a text, one after the other, and what their words say.
//!
//! The lexer of [`syntax`] finds the words. Variables keep what the same text assigns to them, brackets
//! are read before the command that they stand in; operators and methods are not evaluated. The
//! budgets of [`Shell`] bound depth and work.

use std::collections::HashMap;

use syntax::{Connector, Node, Script};

use super::shell::Shell;
use crate::prelude::*;

mod call;
mod cmdlets;
mod command;
mod files;
mod program;
#[cfg(test)]
mod tests;
mod value;
mod word;

pub use program::run;
use value::{Argument, Form, Value};

/// Variables and aliases that are remembered, each.
const MAX_NAMES: usize = 512;

/// What a session remembers, by names in lower case.
#[derive(Debug, Default)]
struct State {
    variables: HashMap<String, Value>,
    aliases: HashMap<String, String>,
}

/// Reads the commands of one text.
struct Reader<'r, 'p> {
    shell: &'r mut Shell<'p>,
    state: &'r mut State,
    script: &'r Script,
    origin: Origin,
    /// The variable that the pipeline is assigned to.
    assigned: Option<String>,
}

/// Reads a script; what it prints.
pub fn read(shell: &mut Shell<'_>, text: &str, origin: Origin) -> Stream {
    let mut state = State::default();
    state.set("input", Value::from(shell.files.input.clone()));
    let outer = std::mem::replace(&mut shell.env.dialect, Dialect::PowerShell);
    let value = read_in(shell, &mut state, text, origin);
    shell.env.dialect = outer;
    value.stream()
}

/// Reads a text in a session; what its last pipeline gives.
fn read_in(shell: &mut Shell<'_>, state: &mut State, text: &str, origin: Origin) -> Value {
    if !shell.budget.enter(text.len()) {
        return Value::default();
    }
    let script = Script::parse(text, Dialect::PowerShell);
    let value = Reader { shell: &mut *shell, state, script: &script, origin, assigned: None }.pipelines();
    shell.budget.leave();
    value
}

impl Reader<'_, '_> {
    fn pipelines(&mut self) -> Value {
        let mut last = Value::default();
        for node in self.script.tree() {
            let Node::Command(command) = node else { continue };
            if !self.shell.budget.step() {
                break;
            }
            let input = (command.connector == Connector::Pipe).then_some(last);
            match &input {
                Some(input) => ["_", "psitem"].iter().for_each(|name| self.state.set(name, input.clone())),
                None => self.assigned = None,
            }
            last = self.command(command, input);
            self.shell.budget.charge(last.size());
            if let Some(name) = &self.assigned {
                self.state.set(name, last.clone());
            }
        }
        last
    }

    fn command(&mut self, command: &syntax::Command, input: Option<Value>) -> Value {
        self.shell.budget.count_words(command.words.len());
        let span = self.origin.place(command.span);
        let arguments: Vec<_> = command.words.iter().flat_map(|word| self.arguments(word.span)).collect();
        // `& 'name'`: the `&` stands before the command
        let is_call = command.connector == Connector::Background;
        let value = self.statement(joined_lists(arguments), input, is_call, span);
        for redirect in &command.redirects {
            let operator = self.script.raw(redirect.operator);
            let path = redirect.target.as_ref().and_then(|word| self.arguments(word.span).pop());
            if let Some(path) = path.filter(|_| operator.starts_with(['>', '1', '*'])) {
                self.write(&path.value, &value, operator.contains(">>"), span);
            }
        }
        value
    }

    /// An assignment, an expression or a call.
    fn statement(&mut self, list: Vec<Argument>, input: Option<Value>, is_call: bool, span: Span) -> Value {
        let mut arguments = list.as_slice();
        while let [first, sign, rest @ ..] = arguments
            && let Some(name) = &first.variable
        {
            if sign.is_bare("=") {
                (self.assigned, arguments) = (Some(name.clone()), rest);
                continue;
            }
            let value = match sign.value.first() {
                // `foreach ($x in …)`
                "in" => rest.first().map(|list| list.value.clone()).unwrap_or_default(),
                "+=" => folded(arguments),
                _ => break,
            };
            self.state.set(name, value);
            return Value::default();
        }
        let is_dot = arguments.first().is_some_and(|first| first.is_bare("."));
        let arguments = arguments.get(usize::from(is_dot)..).unwrap_or_default();
        let Some((first, rest)) = arguments.split_first() else { return Value::default() };
        if is_call || is_dot || !first.is_expression() {
            return self.start(first, rest, input, span);
        }
        if rest.is_empty() {
            return first.value.clone();
        }
        let is_constant = arguments.iter().all(|argument| argument.form != Form::Variable);
        Value { built: is_constant, ..folded(arguments) }
    }
}

impl State {
    fn set(&mut self, name: &str, value: Value) {
        if self.variables.len() < MAX_NAMES || self.variables.contains_key(name) {
            self.variables.insert(name.to_owned(), value);
        }
    }
}

/// `a, b`: elements of one list, also with a blank between them.
fn joined_lists(arguments: Vec<Argument>) -> Vec<Argument> {
    let mut joined: Vec<Argument> = Vec::with_capacity(arguments.len());
    for argument in arguments {
        match joined.last_mut() {
            // `a ,b`: a list without its first element
            Some(last) if last.is_open || argument.is_open && argument.value.items.is_empty() => {
                last.is_open = argument.is_open;
                last.value.push(argument.value);
            }
            _ => joined.push(argument),
        }
    }
    joined
}

/// Nothing is known but where the arguments come from.
fn folded(arguments: &[Argument]) -> Value {
    let taints = arguments.iter().map(|argument| argument.value.taint());
    Value::unknown(taints.fold(Taint::NONE, Taint::and))
}
