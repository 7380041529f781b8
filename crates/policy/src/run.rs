//! Reads a script as the shell would run it: lists, pipelines, compound commands.

use syntax::{Block, BlockKind, Command, Connector, Script, Within};

use super::shell::Shell;
use super::state::{Body, Frame, Item, Printed, Value, Variable, is_background};
use super::{checks, expand};
use crate::prelude::*;

/// Variables of the shell that do something without being exported.
const ACT_AT_ONCE: &[&str] = table!("shell_variables");

/// Functions that the shell calls by itself.
const RUNS_BY_ITSELF: &[&str] = table!("hook_functions");

/// Name of the variable that marks a function as one that will be called.
fn hook(name: &str) -> String {
    format!("hook {name}")
}

/// Lists of functions that zsh calls by itself, its hooks.
const HOOKS: &[&str] =
    &["precmd_functions", "preexec_functions", "chpwd_functions", "periodic_functions", "zshexit_functions"];

fn runs_by_itself(name: &str) -> bool {
    name.starts_with("TRAP") || RUNS_BY_ITSELF.contains(&name)
}

/// Maximum number of elements of a list that is appended to.
const MAX_ITEMS: usize = 512;
/// Cost of copying one element, see [`Budget::charge`](super::state::Budget::charge).
const ITEM: usize = 64;
/// Maximum number of iterations of a loop over known words.
const MAX_TURNS: usize = 32;

impl Shell<'_> {
    /// Reads a text as a script; returns what it prints.
    pub fn text(&mut self, text: &str, dialect: Dialect, origin: Origin) -> Stream {
        if dialect == Dialect::PowerShell {
            return super::powershell::read(self, text, origin);
        }
        if !self.budget.enter(text.len()) {
            return Stream::default();
        }
        let script = Script::parse(text, dialect);
        if script.issues.iter().any(|issue| issue.kind == syntax::IssueKind::TooDeep) {
            self.budget.skip();
        }
        let outer = std::mem::replace(&mut self.env.dialect, dialect);
        let frame = Frame { script: &script, origin };
        let output = self.list(frame, &script.tree());
        self.env.dialect = outer;
        self.budget.leave();
        output
    }

    /// Reads a list of commands, pipelines and compound commands; returns what it prints.
    pub fn list(&mut self, frame: Frame<'_>, nodes: &[syntax::Node<'_>]) -> Stream {
        self.check(|context| checks::repeated_forks(context, frame, nodes));
        let mut output = Printed::nothing();
        let mut at = 0;
        while let Some(first) = nodes.get(at) {
            // nested loops: each iteration counts, even an empty one
            if !self.budget.step() {
                break;
            }
            let length = 1 + nodes
                .get(at + 1..)
                .unwrap_or_default()
                .iter()
                .take_while(|node| connector(node) == Connector::Pipe)
                .count();
            let stages = nodes.get(at..at + length).unwrap_or_default();
            let branches = matches!(connector(first), Connector::And | Connector::Or);
            self.env.conditional += u16::from(branches);
            let printed = self.pipeline(frame, stages);
            self.env.conditional -= u16::from(branches);
            output.push(&printed);
            at += length;
        }
        output.stream()
    }

    fn pipeline(&mut self, frame: Frame<'_>, stages: &[syntax::Node<'_>]) -> Stream {
        let last = stages.len().saturating_sub(1);
        let ends_in_background = stages.last().is_some_and(|node| is_background(frame.script, node.span()));
        let forks = ends_in_background || last > 0;
        if forks && let Some(call) = self.calls.last_mut() {
            call.1 = true;
        }
        let outer = self.files.input.clone();
        let mut flow = outer.clone();
        for node in stages {
            self.files.input = flow;
            flow = self.node(frame, node);
        }
        self.files.input = outer;
        flow
    }

    fn node(&mut self, frame: Frame<'_>, node: &syntax::Node<'_>) -> Stream {
        match node {
            syntax::Node::Command(command) => self.command(frame, command),
            syntax::Node::Block(block, children) => self.block(frame, block, children),
        }
    }

    fn block(&mut self, frame: Frame<'_>, block: &Block, children: &[syntax::Node<'_>]) -> Stream {
        if let Some(name) = &block.function {
            let inside = inside(frame.script, block, children);
            let body = frame.body_at(inside);
            let span = frame.origin.place(block.span);
            self.define(name, body);
            if runs_by_itself(name) || self.env.variable(&hook(name)).is_some() {
                // some get the entered line as an argument
                let taint = Taint { secret: name.ends_with("preexec"), ..Taint::NONE };
                let line = Field::plain(super::UNKNOWN).tainted(taint);
                self.function(name, &[line], span);
            } else if checks::is_trusted(name) {
                let text = frame.script.raw(inside).to_owned();
                self.check(|context| checks::named(context, &format!("`{name}`"), &text, span));
            }
            return Stream::known("");
        }
        let redirects = self.redirects(frame, &block.redirects);
        let outer = self.files.input.clone();
        if let Some(input) = redirects.input.clone() {
            self.files.input = input;
        }
        let output = match block.kind {
            BlockKind::Group => {
                let arguments = self.words(frame, &block.words).into_iter().next().unwrap_or_default();
                match block.words.is_empty() {
                    true => self.list(frame, children),
                    false => self.with_arguments(&arguments, |shell| shell.list(frame, children)),
                }
            }
            BlockKind::Subshell => self.subshell(|shell| shell.list(frame, children)),
            BlockKind::For => self.turns(frame, block, children),
            BlockKind::If | BlockKind::While | BlockKind::Case | BlockKind::Repeat => {
                self.words(frame, &block.words);
                Stream::unknown(self.perhaps(frame, children).taint)
            }
        };
        self.files.input = outer;
        self.write(&redirects, output, frame.origin.place(block.span))
    }

    /// Runs commands that may also be skipped.
    fn perhaps(&mut self, frame: Frame<'_>, nodes: &[syntax::Node<'_>]) -> Stream {
        self.env.conditional += 1;
        let output = self.list(frame, nodes);
        self.env.conditional -= 1;
        output
    }

    /// Runs `for x in …` for each word.
    fn turns(&mut self, frame: Frame<'_>, block: &Block, children: &[syntax::Node<'_>]) -> Stream {
        let mut words = block.words.iter();
        let Some(variable) = words.next() else { return self.perhaps(frame, children) };
        let rest: Vec<_> = words.cloned().collect();
        let mut items: Vec<Field> = Vec::new();
        if rest.is_empty() {
            items = self.env.arguments.iter().map(|i| Field::plain(i.text.clone())).collect();
        } else {
            for reading in self.words(frame, &rest) {
                items.extend(reading);
            }
        }
        if items.is_empty() {
            items.push(Field::plain(super::UNKNOWN));
        }
        if items.len() > MAX_TURNS {
            self.budget.skip();
        }
        let mut output = Printed::nothing();
        for item in items.into_iter().take(MAX_TURNS) {
            let conditional = std::mem::take(&mut self.env.conditional);
            let taint = Taint { printed: item.taint.printed || item.glob, ..item.taint };
            self.set_text(&variable.value, item.text, taint);
            self.env.conditional = conditional;
            output.push(&self.list(frame, children));
        }
        output.stream()
    }

    fn command(&mut self, frame: Frame<'_>, command: &Command) -> Stream {
        if !self.budget.step() {
            return Stream::default();
        }
        let span = frame.origin.place(command.span);
        let redirects = self.redirects(frame, &command.redirects);
        let mut assigned = Vec::new();
        for word in &command.assignments {
            let Some((name, value, append)) = expand::assignment(frame.script, word) else { continue };
            let mut values = self.assigned(frame, value);
            let mut append = append;
            if frame.script.raw(word.span).starts_with(&format!("{name}[")) {
                if matches!(name.as_str(), "functions" | "aliases") && self.env.dialect == Dialect::Zsh {
                    self.defined_by_table(frame, word, &name, &values);
                    continue;
                }
                if name == "mapfile" && self.env.dialect == Dialect::Zsh {
                    // the module zsh/mapfile: its elements are files
                    let path = key(frame.script.raw(word.span)).unwrap_or("");
                    let field = Field::plain(self.env.expand_tilde(path));
                    self.check(|context| checks::overwrite(context, &field, false, span));
                    continue;
                }
                // an element: appended to those set before
                let before = self.env.get(&name).and_then(|values| values.into_iter().next());
                if let (Some(mut list), Some(new)) = (before, values.first().cloned()) {
                    self.budget.charge(list.items.len() * ITEM);
                    if list.items.len() < MAX_ITEMS {
                        list.items.extend(new.items);
                    }
                    values = vec![list];
                }
                append = false;
            }
            assigned.push((name, values, append));
        }
        if let Some(output) = self.global_alias(frame, command) {
            return output;
        }
        if let Some(first) = command.words.first()
            && let Some(output) = self.alias(frame, command, first)
        {
            return output;
        }
        if command.words.is_empty() {
            for (name, values, append) in assigned {
                if HOOKS.contains(&name.as_str()) {
                    for item in values.iter().flat_map(|value| &value.items) {
                        self.hooked(&item.text, span);
                    }
                }
                if ACT_AT_ONCE.contains(&name.as_str()) {
                    self.check(|context| checks::environment(context, &name, &values, span));
                }
                self.assign(&name, values, append);
            }
            let is_empty = self.files.input.taint.is_none() && redirects.input.is_none();
            let output = if is_empty { Some(Stream::known("")) } else { redirects.input.clone() };
            return self.write(&redirects, output.unwrap_or_default(), span);
        }
        let readings = self.words(frame, &command.words);
        let mut output = Stream::known("");
        let outer = self.files.input.clone();
        if let Some(input) = redirects.input.clone() {
            self.files.input = input;
        }
        let environment: Vec<_> = assigned
            .iter()
            .map(|(name, values, _)| (name.clone(), self.env.variable(name).cloned(), values.clone()))
            .collect();
        for (name, _, values) in &environment {
            self.check(|context| checks::environment(context, name, values, span));
        }
        // `X=1 cmd "$X"`: the command's words are already expanded; what it runs sees X
        for (name, _, values) in &environment {
            let variable = Variable { values: values.clone(), exported: true, fixed: false };
            self.replace_variable(name, Some(variable));
        }
        for fields in readings {
            output = output.then(self.start(&fields, span));
        }
        for (name, before, _) in environment {
            self.replace_variable(&name, before);
        }
        self.files.input = outer;
        self.write(&redirects, output, span)
    }

    /// Replaces a variable, or removes it.
    fn replace_variable(&mut self, name: &str, variable: Option<Variable>) {
        let variables = self.env.variables_mut(&mut self.budget);
        match variable {
            Some(variable) => variables.insert(name.to_owned(), variable),
            None => variables.remove(name),
        };
    }

    /// Marks a function as a hook: the shell will call it, even if it is defined later.
    pub fn hooked(&mut self, name: &str, span: Span) {
        self.set_text(&hook(name), "", Taint::NONE);
        self.function(name, &[], span);
    }

    /// Defines a function or an alias through zsh's tables: `functions[name]=body`, `aliases[name]=body`.
    fn defined_by_table(&mut self, frame: Frame<'_>, word: &syntax::Word, table: &str, values: &[Value]) {
        let text = values.first().and_then(|value| value.items.first()).map(|item| item.text.as_str());
        let (Some(name), Some(text)) = (key(frame.script.raw(word.span)), text) else { return };
        let span = frame.origin.place(word.span);
        self.check(|context| checks::named(context, &format!("`{name}`"), text, span));
        let body = Body { text: text.into(), dialect: Dialect::Zsh, origin: Origin::From(span) };
        if table == "functions" {
            self.define(name, body);
        } else {
            self.env.aliases.insert(name.to_owned(), body);
        }
    }

    /// Returns the values of the text at `span`, which follows `name=`.
    pub fn assigned(&mut self, frame: Frame<'_>, span: Span) -> Vec<Value> {
        if frame.script.raw(span).starts_with('(') {
            let words = frame.script.elements(span);
            let items = self.words(frame, &words).into_iter().next().unwrap_or_default();
            let items = items.into_iter().map(|field| Item { text: field.text, taint: field.taint });
            return vec![Value { items: items.collect() }];
        }
        let items = self.single(frame, span, Within::Bare);
        items.into_iter().map(|item| Value { items: vec![item] }).collect()
    }

    pub fn assign(&mut self, name: &str, values: Vec<Value>, append: bool) {
        if !append {
            self.set(name, values);
            return;
        }
        let before = self.env.get(name).unwrap_or_default();
        let mut joined = Vec::new();
        for old in &before {
            for new in &values {
                let mut value = old.clone();
                let has_room = value.items.len() < MAX_ITEMS;
                match (value.items.as_mut_slice(), new.items.as_slice()) {
                    ([one], [more]) => {
                        expand::append(&mut one.text, &more.text);
                        one.taint = one.taint.and(more.taint);
                    }
                    _ if has_room => value.items.extend(new.items.iter().cloned()),
                    _ => {}
                }
                self.budget.charge(value.items.iter().map(|item| item.text.len() + ITEM).sum());
                joined.push(value);
            }
        }
        self.set(name, if before.is_empty() { values } else { joined });
    }

    /// Expands zsh's global aliases anywhere in the command.
    fn global_alias(&mut self, frame: Frame<'_>, command: &Command) -> Option<Stream> {
        const NAME: &str = "alias -g";
        if self.env.global_aliases.is_empty() || self.calls.iter().any(|(name, _)| name == NAME) {
            return None;
        }
        let mut text = String::new();
        let mut copied = command.span.start;
        for word in &command.words {
            if let Some(other) = self.env.global_aliases.get(frame.script.raw(word.span)) {
                text.push_str(frame.script.raw(Span::new(copied, word.span.start)));
                text.push_str(other);
                copied = word.span.end;
            }
            if text.len() > super::state::MAX_TEXT {
                return None;
            }
        }
        if copied == command.span.start {
            return None;
        }
        text.push_str(frame.script.raw(Span::new(copied, command.span.end)));
        self.calls.push((NAME.to_owned(), false));
        let output = self.text(&text, self.env.dialect, Origin::From(frame.origin.place(command.span)));
        self.calls.pop();
        Some(output)
    }

    /// Expands the first word as an alias and reads the result.
    fn alias(&mut self, frame: Frame<'_>, command: &Command, first: &syntax::Word) -> Option<Stream> {
        let raw = frame.script.raw(first.span);
        if raw != first.value || self.calls.iter().any(|(name, _)| name == raw) || self.calls.len() > 16 {
            return None;
        }
        let own = self.env.aliases.get(raw).map(|body| body.text.to_string());
        let body = own.or_else(|| self.env.world.aliases().get(raw).cloned())?;
        let rest = frame.script.raw(Span::new(first.span.end, command.span.end));
        let text = format!("{body}{rest}");
        let span = frame.origin.place(command.span);
        self.calls.push((raw.to_owned(), false));
        let output = self.text(&text, self.env.dialect, Origin::From(span));
        self.calls.pop();
        Some(output)
    }

    /// Calls a function.
    pub fn function(&mut self, name: &str, arguments: &[Field], span: Span) -> Option<Stream> {
        let body = self.env.function(name)?.clone();
        if let Some(at) = self.calls.iter().position(|(called, _)| called == name) {
            if self.calls.iter().skip(at).any(|(_, forks)| *forks) {
                let because = format!("`{name}` starts itself until the machine stops responding");
                self.find("availability/fork-bomb", Level::Deny, because, span);
            }
            return Some(Stream::default());
        }
        if self.calls.len() > 16 {
            return Some(Stream::default());
        }
        let locals = self.env.variables();
        self.calls.push((name.to_owned(), false));
        let local_names = std::mem::take(&mut self.locals);
        let output =
            self.with_arguments(arguments, |shell| shell.text(&body.text, body.dialect, body.origin));
        for name in std::mem::replace(&mut self.locals, local_names) {
            self.replace_variable(&name, locals.get(&name).cloned());
        }
        self.calls.pop();
        Some(output)
    }
}

/// `name[key]=…`
fn key(assignment: &str) -> Option<&str> {
    Some(assignment.split_once('[')?.1.split_once(']')?.0)
}

pub const fn connector(node: &syntax::Node<'_>) -> Connector {
    match node {
        syntax::Node::Command(command) => command.connector,
        syntax::Node::Block(block, _) => block.connector,
    }
}

/// Returns the body of a function.
fn inside(script: &Script, block: &Block, children: &[syntax::Node<'_>]) -> Span {
    if script.dialect == Dialect::Fish {
        let start = children.first().map_or(block.span.end, |node| node.span().start);
        let end = script
            .raw(block.span)
            .trim_end()
            .strip_suffix("end")
            .map_or(block.span.end, |text| block.span.start + text.len());
        return Span::new(start.min(end), end);
    }
    block.span
}
