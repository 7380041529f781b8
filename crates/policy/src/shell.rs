//! The imagined shell: it reads a command line as the shell would run it, and has each command checked.

use super::Policy;
use super::checks;
use super::context;
use super::state::{Body, Budget, Files, Findings, Value};
use crate::prelude::*;
use facts::world::World;

/// The imagined shell.
pub struct Shell<'p> {
    pub policy: &'p Policy,
    pub env: Env<'p>,
    pub files: Files,
    pub findings: Findings,
    pub budget: Budget,
    /// Functions and aliases being run, and whether a process was started on the way.
    pub calls: Vec<(String, bool)>,
    /// Variables that the function being run has declared as its own.
    pub locals: Vec<String>,
}

impl<'p> Shell<'p> {
    pub fn new(policy: &'p Policy, world: &'p dyn World, dialect: Dialect, is_strict: bool) -> Self {
        Self {
            policy,
            env: Env::new(world, dialect, is_strict),
            files: Files::default(),
            findings: Findings::default(),
            budget: Budget::default(),
            calls: Vec::new(),
            locals: Vec::new(),
        }
    }

    /// Runs a check, then what it says runs next.
    pub fn check<T>(&mut self, check: impl FnOnce(&mut Context<'_>) -> T) -> T {
        let Self { env, files, findings, budget, .. } = self;
        let mut steps = Vec::new();
        let result = check(&mut Context { env, files, findings, budget, steps: &mut steps });
        for step in steps {
            self.follow(step);
        }
        result
    }

    /// Does what a check has asked for; returns what that prints.
    pub fn follow(&mut self, step: Step) -> Stream {
        match step {
            Step::Text { text, taint, dialect, span } => return self.run_text(&text, taint, dialect, span),
            Step::Sent { text, span } => {
                let printed = self.run_text(&text, Taint::NONE, Dialect::Bash, span);
                self.check(|context| checks::send(context, &Stream::unknown(printed.taint), "", span));
            }
            Step::File { contents, span } => return self.run_file(&contents, Dialect::Bash, &[], span),
            Step::Start { fields, softens, span } => {
                let known = self.findings.len();
                let printed = self.subshell(|shell| shell.start(&fields, span));
                if softens {
                    self.findings.soften(known, None);
                }
                return printed;
            }
            Step::Write { path, contents, append, span } => self.write_file(&path, contents, append, span),
            Step::Later { text, above, rule, level, because, span } => {
                let dialect = self.env.dialect;
                if self.probe(|shell| drop(shell.text(&text, dialect, Origin::From(span)))) > above {
                    self.find(rule, level, because, span);
                }
            }
        }
        Stream::default()
    }

    /// Records a reason.
    pub fn find(&mut self, rule: &str, level: Level, because: impl Into<String>, span: Span) {
        self.findings.find(rule, level, because, span);
    }

    /// Judges the running of a stream as code; `what` names it.
    pub fn execute(&mut self, stream: &Stream, what: &str, span: Span) {
        self.check(|context| checks::execute(context, stream, what, span));
    }

    /// Returns what reading the file gives.
    pub fn read(&self, path: &str) -> Stream {
        context::read(&self.env, &self.files, path)
    }

    pub fn define(&mut self, name: &str, body: Body) {
        self.env.define(name, body, &mut self.budget);
    }

    pub fn set(&mut self, name: &str, values: Vec<Value>) {
        self.env.set(name, values, &mut self.budget);
    }

    pub fn set_text(&mut self, name: &str, text: impl Into<String>, taint: Taint) {
        self.set(name, vec![Value::scalar(text, taint)]);
    }

    /// Runs `inside` as a subshell would: what it sets is lost at its end.
    pub fn subshell<T>(&mut self, inside: impl FnOnce(&mut Self) -> T) -> T {
        let saved = self.env.save();
        let result = inside(self);
        self.env.restore(saved);
        result
    }

    /// Runs `inside` without keeping what it finds; returns the level of that.
    pub fn probe(&mut self, inside: impl FnOnce(&mut Self)) -> Level {
        let before = self.findings.set_aside();
        self.subshell(inside);
        let level = self.findings.level();
        self.findings.restore(before);
        level
    }

    /// Runs `inside` with another standard input.
    pub fn with_input<T>(&mut self, input: Stream, inside: impl FnOnce(&mut Self) -> T) -> T {
        let outer = std::mem::replace(&mut self.files.input, input);
        let result = inside(self);
        self.files.input = outer;
        result
    }

    /// Runs `inside` with these positional parameters.
    pub fn with_arguments<T>(&mut self, arguments: &[Field], inside: impl FnOnce(&mut Self) -> T) -> T {
        let items = arguments.iter().map(Into::into).collect();
        let outer = std::mem::replace(&mut self.env.arguments, items);
        let result = inside(self);
        self.env.arguments = outer;
        result
    }
}
