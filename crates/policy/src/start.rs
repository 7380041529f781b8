//! One simple command: which program it starts, and what that program does.

use programs::Program;

use super::shell::Shell;
use super::state::{MAX_ARGUMENTS, Node};
use super::{builtins, checks, code, interpreters, paths};
use crate::prelude::*;

impl Shell<'_> {
    /// Starts a program with its arguments; returns what it prints.
    pub fn start(&mut self, fields: &[Field], span: Span) -> Stream {
        let Some((first, arguments)) = fields.split_first() else { return self.files.input.clone() };
        if !self.budget.step() || !self.budget.enter(0) {
            return Stream::default();
        }
        let read = arguments.get(..MAX_ARGUMENTS);
        if read.is_some() {
            self.budget.skip();
        }
        let arguments = read.unwrap_or(arguments);
        self.budget.count_words(arguments.len());
        let output = self.started(first, arguments, span);
        self.budget.leave();
        output
    }

    fn started(&mut self, first: &Field, arguments: &[Field], span: Span) -> Stream {
        if first.text.contains(UNKNOWN) {
            return self.unknown_program(first, arguments, span);
        }
        let path = first.text.as_str();
        if !first.taint.is_none() {
            self.execute(&Stream::known(path).tainted(first.taint), "its own name", span);
        }
        if let Some(Node::Data(stream)) = self.files.get(&self.files.resolve(path)).cloned()
            && path.contains('/')
        {
            return self.run_file(&stream, Dialect::Bash, arguments, span);
        }
        let mut name = path.rsplit('/').next().unwrap_or(path);
        if self.env.dialect == Dialect::Zsh && path.len() > 1 {
            name = name.strip_prefix('=').unwrap_or(name);
            // builtins of the module zsh/files
            name = name.strip_prefix("zf_").unwrap_or(name);
        }
        if first.glob && name.contains(['*', '?', '[']) && !matches!(name, "[" | "[[") {
            let Some(found) = matched(name) else { return Stream::default() };
            name = found;
        }
        let at = Invocation { program: name, arguments, span };
        if path.contains('/') && !self.files.fetched().is_empty() {
            self.check(|context| checks::cloned(context, path, &at));
        }
        if !path.contains('/') {
            if let Some(output) = self.function(path, arguments, span) {
                return output;
            }
            if let Some(output) = builtins::run(self, &at) {
                return output;
            }
        }
        let found = self.findings.len();
        if let Some(output) = self.wrapped(&at) {
            return output;
        }
        if let Some(output) = interpreters::run(self, &at) {
            self.judge_words(&at);
            return output;
        }
        let harmless = is_query(&at);
        if !harmless {
            self.judge(&at);
        }
        if self.findings.len() == found && !harmless {
            self.unknown_wrapper(&at);
        }
        self.check(|context| checks::printed(context, &at))
    }

    /// Handles `"$x" -rf /`: the program is unknown, its arguments are known.
    fn unknown_program(&mut self, first: &Field, arguments: &[Field], span: Span) -> Stream {
        if first.taint.is_unseen() {
            let stream = Stream::unknown(first.taint);
            self.execute(&stream, "a command", span);
            return Stream::unknown(first.taint);
        }
        let looks = arguments.iter().any(|field| {
            let text = field.text.as_str();
            text.starts_with('-')
                && text.contains(['r', 'R'])
                && text.contains('f')
                && !text.starts_with("--")
        });
        let worst = arguments.iter().map(|field| self.env.place(field)).min();
        if looks && worst.is_some_and(|place| place <= paths::Place::BelowSystem) {
            let because = "Cannot tell in advance which program runs; its arguments would delete a lot.";
            self.find("shell/unknown-program", Level::Warn, because, span);
        }
        Stream::unknown(first.taint)
    }

    /// Has a shell read a text.
    pub fn run_text(&mut self, text: &str, taint: Taint, dialect: Dialect, span: Span) -> Stream {
        if taint.is_unseen() {
            self.execute(&Stream::known(text).tainted(taint), "a text", span);
        }
        if text.trim_start().starts_with(UNKNOWN) {
            return Stream::unknown(taint);
        }
        let origin = Origin::From(span);
        self.subshell(|shell| shell.text(text, dialect, origin)).tainted(taint)
    }

    /// Runs a file that the line has written.
    pub fn run_file(&mut self, stream: &Stream, dialect: Dialect, arguments: &[Field], span: Span) -> Stream {
        self.execute(stream, "a file", span);
        let Some(text) = stream.text.clone() else { return Stream::unknown(stream.taint) };
        let language =
            text.lines().next().and_then(|line| line.strip_prefix("#!")).and_then(shebang_language);
        if let Some(language) = language {
            interpreters::judge_code(self, language, &text, span);
            return Stream::unknown(stream.taint);
        }
        self.with_arguments(arguments, |shell| {
            shell.subshell(|shell| shell.text(&text, dialect, Origin::From(span)))
        })
    }

    /// Judges an unknown program with a dangerous command among its arguments: it may run it.
    fn unknown_wrapper(&mut self, at: &Invocation<'_>) {
        if self.budget.is_deeper_than(12)
            || programs::is(at.program, Role::Mentions) && !programs::is(at.program, Role::RunsTexts)
        {
            return;
        }
        self.texts_within(at);
        if self.policy.catalogue.knows(at.program) {
            return;
        }
        for hit in self.policy.catalogue.hits_of_unknown(at) {
            self.find(&hit.rule, hit.level, hit.because, hit.span);
        }
        let tail = at.arguments.iter().enumerate().find(|(_, field)| {
            programs::find_version(programs::base_name(&field.text))
                .is_some_and(|program| program.is_shell() || program.is_any(&[Role::Deletes, Role::Disks]))
        });
        let Some((place, _)) = tail else { return };
        let rest = at.tail(place).to_vec();
        if self.probe(|shell| drop(shell.start(&rest, at.span))) >= Level::Confirm {
            let because = format!("`{}` may run its arguments, which would be dangerous.", at.program);
            self.find("shell/unknown-wrapper", Level::Warn, because, at.span);
        }
    }
}

/// Returns the dangerous program, or else the shell, that a pattern in command position matches: `rm` if it may
/// be that one, since `*` may be any.
fn matched(pattern: &str) -> Option<&'static str> {
    let worst = programs::find("rm");
    let dangerous = programs::with(&[Role::Deletes, Role::Disks, Role::Attributes, Role::Moves]);
    let shells = programs::all().filter(|program| program.is_shell());
    worst
        .into_iter()
        .chain(dangerous)
        .chain(shells)
        .map(Program::name)
        .find(|name| facts::glob::shell(pattern, name))
}

/// Returns the language of `/usr/bin/env python3`, `/bin/perl -w`; `None` for a shell.
fn shebang_language(line: &str) -> Option<code::Language> {
    let program =
        line.split_whitespace().map(|word| word.rsplit('/').next().unwrap_or(word)).find(|w| *w != "env")?;
    code::Language::of(program)
}

/// Returns whether the command only prints `--help` or `--version`.
fn is_query(at: &Invocation<'_>) -> bool {
    let asks = |field: &Field| matches!(field.text.as_str(), "--help" | "--version" | "--usage");
    let position = at.arguments.iter().position(asks);
    let Some(position) = position else { return false };
    // `service activate --version 5` is no query
    let asks_version = at.arguments.get(position).is_some_and(|field| field.text == "--version");
    if asks_version && position + 1 < at.arguments.len() {
        return false;
    }
    let before = at.arguments.get(..position).unwrap_or_default();
    let ended = before.iter().any(|field| field.text == "--");
    // `-o --help`: the value of an option
    let is_value = before.last().is_some_and(|field| {
        let text = field.text.as_str();
        text.starts_with('-')
            && !matches!(text, "-v" | "-q" | "-y" | "-r" | "-f" | "-rf" | "-R")
            && takes_file(at.program, text)
    });
    !ended && !is_value
}

/// Options whose value could be any text.
const FILE_OPTIONS: &[&str] = table!("file_options");

/// Returns whether the option takes a value, which could be `--help`.
fn takes_file(program: &str, option: &str) -> bool {
    programs::is(program, Role::FreeValues) && FILE_OPTIONS.contains(&option)
}
