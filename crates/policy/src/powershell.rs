//! PowerShell: a text is read as PowerShell would, and what its commands do is judged.
//!
//! There is no tree: reading and evaluating are one pass, script blocks are texts that are read when
//! they run. Everything is bounded by the budgets of [`Shell`].

use std::collections::HashMap;
use std::rc::Rc;

use syntax::{Dialect, Span};

use super::shell::{Origin, Shell, Stream};
use super::verdict::Coverage;

mod arguments;
mod bind;
mod call;
mod cmdlets;
mod dotnet;
mod effects;
mod expression;
mod language;
mod methods;
mod names;
mod operators;
mod program;
mod scan;
mod statement;
mod strings;
#[cfg(test)]
mod tests;
mod value;

pub use cmdlets::split_words;
pub use program::run;
use value::{Block, Value};

/// Bytes of texts and items of lists that expressions may make.
const MAX_WORK: usize = 1024 * 1024;

/// What a session remembers.
#[derive(Debug, Default)]
struct State {
    variables: HashMap<String, Value>,
    functions: HashMap<String, Block>,
    aliases: HashMap<String, String>,
    /// Functions that are being run.
    calls: Vec<String>,
    /// Loops without an end around what is read.
    endless: u16,
    /// A connection to another machine is open.
    socket: bool,
    /// `$WhatIfPreference`
    what_if: bool,
    work: usize,
}

/// Reads one text from front to back.
struct Reader<'r, 'p> {
    shell: &'r mut Shell<'p>,
    state: &'r mut State,
    text: &'r str,
    origin: Origin,
    at: usize,
}

/// Reads a script; what it prints.
pub fn read(shell: &mut Shell<'_>, text: &str, origin: Origin) -> Stream {
    if !shell.enter(text.len()) {
        return Stream::default();
    }
    let outer = std::mem::replace(&mut shell.dialect, Dialect::PowerShell);
    let mut state = State::default();
    let input = Value::from(shell.input.clone());
    state.variables.insert("input".to_owned(), input);
    let output = Reader { shell, state: &mut state, text, origin, at: 0 }.statements(None);
    shell.dialect = outer;
    shell.leave();
    output.stream()
}

impl Reader<'_, '_> {
    /// Reads another text in the same session.
    fn within(&mut self, text: &str, origin: Origin) -> Value {
        if !self.shell.enter(text.len()) {
            return Value::unknown();
        }
        let output =
            Reader { shell: &mut *self.shell, state: &mut *self.state, text, origin, at: 0 }.statements(None);
        self.shell.leave();
        output
    }

    /// Goes one bracket deeper; beyond the limit the rest of the text is left out.
    fn deeper(&mut self, read: impl FnOnce(&mut Self) -> Value) -> Value {
        if !self.shell.enter(0) {
            self.at = self.text.len();
            return Value::unknown();
        }
        let value = read(self);
        self.shell.leave();
        value
    }

    /// Charges what an expression made; false when it is enough.
    fn afford(&mut self, amount: usize) -> bool {
        self.state.work += amount + 1;
        let affordable = self.state.work <= MAX_WORK;
        if !affordable {
            self.shell.coverage = Coverage::Partial;
        }
        affordable
    }

    fn set(&mut self, name: &str, value: Value) {
        if self.state.variables.len() < 512 {
            self.state.variables.insert(name.to_ascii_lowercase(), value);
        }
    }

    fn block(&self, inside: Span) -> Block {
        let text = self.text.get(inside.start..inside.end).unwrap_or("");
        Block { text: Rc::from(text), origin: self.origin.within(inside) }
    }

    fn span(&self, start: usize) -> Span {
        self.origin.place(Span::new(start, self.at))
    }
}
