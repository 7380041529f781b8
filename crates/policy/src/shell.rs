//! The state of the shell that is imagined while a command line is read: variables, functions,
//! files written earlier in the line, and what has been found.
//!
//! Nothing is run. Where a value depends on something that only running would tell, it is
//! [`UNKNOWN`](super::UNKNOWN); where a branch may or may not be taken, variables keep all the values
//! they may have.

use std::collections::HashMap;
use std::rc::Rc;

use syntax::{Dialect, Script, Span};

use super::checks::find::Search;
use super::field::{Field, Invocation, Taint, UNKNOWN};
use super::level::Level;
use super::verdict::{Reason, Target};
use super::{Coverage, Policy};
use facts::world::{ShellVariable, World};

/// Work that is done for one command line: see [`Shell::charge`].
const MAX_WORK: usize = 1_600 * COMMAND;
/// What looking at one simple command costs, in bytes that are copied.
const COMMAND: usize = 4_096;
/// The same for one word.
const WORD: usize = COMMAND / 32;
/// The same for one variable or function that a subshell keeps for itself.
const NAME: usize = COMMAND / 8;
/// Words of one command that are read.
pub const MAX_ARGUMENTS: usize = 4_096;
/// Variables and functions that are remembered, each.
const MAX_NAMES: usize = 512;
/// Bytes of all texts that are parsed for one command line.
const MAX_BYTES: usize = 256 * 1024;
/// Shells within shells, substitutions within substitutions.
const MAX_DEPTH: u16 = 24;
/// Reasons that are remembered; behind them only worse ones count.
const MAX_FOUND: usize = 64;
/// Values that a variable is remembered to may have.
const MAX_ALTERNATIVES: usize = 8;
/// Longer texts are not remembered.
pub const MAX_TEXT: usize = 64 * 1024;

/// The value of a variable that is not empty, or the shell stops.
pub const CHECKED: &str = "checked-\u{10FFFE}";

/// What flows through a pipe or stands in a file.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Stream {
    /// The text, where it is known; may hold [`UNKNOWN`].
    pub text: Option<Rc<str>>,
    pub taint: Taint,
    /// It is what these searches print, unchanged.
    pub found: Option<Rc<[Search]>>,
}

impl Stream {
    pub fn known(text: &str) -> Self {
        Self { text: (text.len() <= MAX_TEXT).then(|| Rc::from(text)), ..Self::default() }
    }

    pub const fn unknown(taint: Taint) -> Self {
        Self { text: None, taint, found: None }
    }

    pub fn tainted(mut self, taint: Taint) -> Self {
        self.taint = self.taint.and(taint);
        self
    }

    /// This, then that. For many in a row: [`Printed`].
    pub fn then(self, next: Self) -> Self {
        let text = match (self.text, next.text) {
            (Some(a), b) if a.is_empty() => b,
            (a, Some(b)) if b.is_empty() => a,
            (Some(a), Some(b)) if a.len() + b.len() <= MAX_TEXT => Some(Rc::from(format!("{a}{b}"))),
            _ => None,
        };
        Self { text, taint: self.taint.and(next.taint), found: self.found.or(next.found) }
    }
}

/// Streams in a row, put together once.
#[derive(Debug)]
pub struct Printed {
    /// `None`: not known, or too long.
    text: Option<String>,
    taint: Taint,
    found: Option<Rc<[Search]>>,
}

impl Printed {
    pub const fn nothing() -> Self {
        Self { text: Some(String::new()), taint: Taint::NONE, found: None }
    }

    pub fn push(&mut self, next: &Stream) {
        self.taint = self.taint.and(next.taint);
        self.found = self.found.take().or_else(|| next.found.clone());
        match (&mut self.text, next.text.as_deref()) {
            (_, Some("")) => {}
            (Some(text), Some(more)) if text.len() + more.len() <= MAX_TEXT => text.push_str(more),
            (text, _) => *text = None,
        }
    }

    pub fn stream(self) -> Stream {
        Stream { text: self.text.map(Rc::from), taint: self.taint, found: self.found }
    }
}

/// One value of a variable: a scalar is a list of one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Value {
    pub items: Vec<Item>,
}

/// An element of a value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Item {
    pub text: String,
    pub taint: Taint,
}

impl Value {
    pub fn scalar(text: impl Into<String>, taint: Taint) -> Self {
        Self { items: vec![Item { text: text.into(), taint }] }
    }

    pub fn unknown() -> Self {
        Self::scalar(UNKNOWN, Taint::NONE)
    }
}

/// All that a variable may be.
#[derive(Debug, Clone, Default)]
pub struct Variable {
    pub values: Vec<Value>,
    pub exported: bool,
    /// `readonly`: later assignments fail.
    pub fixed: bool,
}

/// A function or an alias.
#[derive(Debug, Clone)]
pub struct Body {
    pub text: Rc<str>,
    pub dialect: Dialect,
    /// Where the text stands in the line that is judged.
    pub origin: Origin,
}

/// How offsets of a text relate to the line that is judged.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Origin {
    /// The text is a part of it, from this offset on.
    At(usize),
    /// It was put together, or stands elsewhere: what is said of it is said of this span.
    From(Span),
}

impl Origin {
    pub const fn place(self, span: Span) -> Span {
        match self {
            Self::At(start) => Span::new(start + span.start, start + span.end),
            Self::From(whole) => whole,
        }
    }

    /// Of a part of the text.
    pub const fn within(self, span: Span) -> Self {
        match self {
            Self::At(start) => Self::At(start + span.start),
            Self::From(whole) => Self::From(whole),
        }
    }
}

/// A text that is being read.
#[derive(Clone, Copy)]
pub struct Frame<'s> {
    pub script: &'s Script,
    pub origin: Origin,
}

/// What a file descriptor or a file of the line leads to.
#[derive(Debug, Clone)]
pub enum Node {
    /// Has been written or substituted.
    Data(Stream),
    /// Commands that read what is written to it.
    Reader(Body),
    /// Another name of a file.
    Link(String),
}

/// The imagined shell.
pub struct Shell<'p> {
    pub policy: &'p Policy,
    pub world: &'p dyn World,
    pub dialect: Dialect,
    /// Shared with the shells around this one until one of them changes it, as the functions are.
    pub variables: Rc<HashMap<String, Variable>>,
    pub functions: Rc<HashMap<String, Body>>,
    pub aliases: HashMap<String, Body>,
    /// zsh: words that stand for others wherever they are (`alias -g`).
    pub global_aliases: HashMap<String, Rc<str>>,
    /// Files by the path they are named with; `fd:N` for descriptors.
    pub nodes: HashMap<String, Node>,
    /// Positional parameters.
    pub arguments: Vec<Item>,
    /// Nothing is set that this line does not set: `env -i`.
    pub is_bare: bool,
    /// `$0`
    pub name: Option<Item>,
    /// Working directory, where it is known.
    pub directory: Option<String>,
    /// What stands at the standard input of the commands being read.
    pub input: Stream,
    /// Functions and aliases being run, and whether a process was started on the way.
    pub calls: Vec<(String, bool)>,
    /// Variables that the function being run has declared as its own.
    pub locals: Vec<String>,
    /// Branches that may not be taken around what is being read.
    pub conditional: u16,
    pub reasons: Vec<Reason>,
    pub targets: Vec<Target>,
    pub instead: Option<String>,
    /// A change of the line that makes it milder.
    pub milder: Option<syntax::Edit>,
    /// Directories that were cloned from elsewhere in this line.
    pub fetched: Vec<String>,
    pub coverage: Coverage,
    /// What is read now would run on another machine, or in a container: its files are not here.
    pub elsewhere: bool,
    /// The line is proposed, not typed: see [`Policy::assess_strict`].
    pub is_strict: bool,
    /// A file was read that may have set anything: the live shell's variables say nothing any more.
    pub is_stale: bool,
    /// `set -u`
    pub stops_at_unset: bool,
    /// A variable that was expanded, unset or empty in the live shell.
    pub unset: Option<String>,
    /// What would have to be in `policy.allow` for what was denied.
    pub entry: Option<String>,
    /// Fields that braces have made so far.
    pub expanded: usize,
    pub depth: u16,
    work: usize,
    bytes: usize,
    substitutions: u32,
}

impl<'p> Shell<'p> {
    pub fn new(policy: &'p Policy, world: &'p dyn World, dialect: Dialect) -> Self {
        Self {
            policy,
            world,
            dialect,
            variables: Rc::default(),
            functions: Rc::default(),
            aliases: HashMap::new(),
            global_aliases: HashMap::new(),
            nodes: HashMap::new(),
            arguments: Vec::new(),
            is_bare: false,
            name: None,
            directory: world.directory(),
            input: Stream::default(),
            calls: Vec::new(),
            locals: Vec::new(),
            conditional: 0,
            reasons: Vec::new(),
            targets: Vec::new(),
            instead: None,
            milder: None,
            fetched: Vec::new(),
            coverage: Coverage::Full,
            elsewhere: false,
            is_strict: false,
            is_stale: false,
            stops_at_unset: false,
            unset: None,
            entry: None,
            expanded: 0,
            depth: 0,
            work: 0,
            bytes: 0,
            substitutions: 0,
        }
    }

    /// Notes something the user should know.
    pub fn find(&mut self, rule: &str, level: Level, because: impl Into<String>, span: Span) {
        if level == Level::Allow {
            return;
        }
        if self.reasons.len() >= MAX_FOUND && self.reasons.iter().any(|reason| reason.level >= level) {
            return;
        }
        // it may quote the line, which may hold anything
        let because = because.into().replace(char::is_control, "\u{fffd}");
        let same = self.reasons.iter_mut().find(|reason| reason.rule == rule && reason.span == span);
        if let Some(same) = same {
            if level > same.level {
                (same.level, same.because) = (level, because);
            }
            return;
        }
        self.reasons.push(Reason { rule: rule.to_owned(), because, span, level });
    }

    pub fn find_in(&mut self, rule: &str, level: Level, because: impl Into<String>, at: &Invocation<'_>) {
        self.find(rule, level, because, at.span);
    }

    /// Notes what could be counted, in the directory in which the line starts.
    pub fn target(&mut self, mut target: Target) {
        let start = self.world.directory();
        if self.elsewhere || self.directory.is_none() && start.is_some() {
            return;
        }
        match &mut target {
            Target::Delete { path, .. } | Target::Attributes { path } => {
                if path.contains(UNKNOWN) {
                    return;
                }
                if let Some(directory) = self.directory.as_ref().filter(|_| !path.starts_with('/')) {
                    *path = format!("{}/{path}", directory.trim_end_matches('/'));
                }
            }
            _ if self.directory != start => return,
            _ => {}
        }
        if self.targets.len() < 16 && !self.targets.contains(&target) {
            self.targets.push(target);
        }
    }

    /// The path as the world can be asked about it; `None` where the directory is not known.
    pub fn here(&self, path: &str) -> Option<String> {
        if path.starts_with('/') {
            return Some(path.to_owned());
        }
        let start = self.world.directory();
        if self.directory == start {
            return Some(path.to_owned());
        }
        let directory = self.directory.as_ref()?;
        Some(format!("{}/{path}", directory.trim_end_matches('/')))
    }

    /// One more command is looked at; false when that is enough.
    pub const fn step(&mut self) -> bool {
        self.charge(COMMAND);
        self.can_go_on()
    }

    /// Notes work as large as a copy of so many bytes. All that grows with the line, or doubles with
    /// each of its commands, is charged here, so that no line costs more than [`MAX_WORK`].
    pub const fn charge(&mut self, bytes: usize) {
        self.work = self.work.saturating_add(bytes);
    }

    /// One more of the operands of a command is looked at, or one more redirection; false when that
    /// is enough.
    pub const fn step_within(&mut self) -> bool {
        self.charge(COMMAND / 8);
        self.can_go_on()
    }

    /// False when enough has been done: the rest is left out.
    pub const fn can_go_on(&mut self) -> bool {
        if self.work > MAX_WORK {
            self.coverage = Coverage::Partial;
        }
        self.work <= MAX_WORK
    }

    /// So many words are read: a long list read again and again (loops in loops) is work too.
    pub const fn count_words(&mut self, number: usize) {
        self.charge(number * WORD);
    }

    /// Goes into a text within the text; false where that is too deep or too much.
    pub const fn enter(&mut self, bytes: usize) -> bool {
        if self.depth >= MAX_DEPTH || self.bytes + bytes > MAX_BYTES || !self.can_go_on() {
            self.coverage = Coverage::Partial;
            return false;
        }
        self.bytes += bytes;
        self.depth += 1;
        true
    }

    pub const fn leave(&mut self) {
        self.depth -= 1;
    }

    /// The variables, to be changed: a copy where a shell around this one has the same.
    pub fn variables_mut(&mut self) -> &mut HashMap<String, Variable> {
        if Rc::strong_count(&self.variables) > 1 {
            self.charge(self.variables.len() * NAME);
        }
        Rc::make_mut(&mut self.variables)
    }

    pub fn functions_mut(&mut self) -> &mut HashMap<String, Body> {
        if Rc::strong_count(&self.functions) > 1 {
            self.charge(self.functions.len() * NAME);
        }
        Rc::make_mut(&mut self.functions)
    }

    /// Returns the variable of this name, created if missing.
    fn variable(&mut self, name: &str) -> Option<&mut Variable> {
        if self.variables.len() >= MAX_NAMES && !self.variables.contains_key(name) {
            self.coverage = Coverage::Partial;
            return None;
        }
        Some(self.variables_mut().entry(name.to_owned()).or_default())
    }

    /// Remembers a function.
    pub fn define(&mut self, name: &str, body: Body) {
        if self.functions.len() >= MAX_NAMES && !self.functions.contains_key(name) {
            self.coverage = Coverage::Partial;
            return;
        }
        self.functions_mut().insert(name.to_owned(), body);
    }

    /// Sets a variable; where the branch may not be taken it may also have its old value.
    pub fn set(&mut self, name: &str, values: Vec<Value>) {
        let conditional = self.conditional > 0;
        let Some(variable) = self.variable(name) else { return };
        if variable.fixed {
            return;
        }
        if !conditional {
            variable.values.clear();
        }
        for value in values {
            if variable.values.len() < MAX_ALTERNATIVES && !variable.values.contains(&value) {
                variable.values.push(value);
            }
        }
    }

    pub fn set_text(&mut self, name: &str, text: impl Into<String>, taint: Taint) {
        self.set(name, vec![Value::scalar(text, taint)]);
    }

    /// What a variable may be; nothing where it was never set in this line.
    pub fn get(&self, name: &str) -> Option<Vec<Value>> {
        if let Some(variable) = self.variables.get(name) {
            return Some(variable.values.clone());
        }
        if let Some(live) = self.live(name) {
            return Some(vec![live]);
        }
        let text = match name {
            "HOME" => self.world.home().unwrap_or("/home/user").to_owned(),
            "PWD" => self.directory.clone()?,
            "TMPDIR" | "TMP" | "TEMP" => "/tmp".to_owned(),
            "EUID" | "UID" if self.world.is_root() => "0".to_owned(),
            "IFS" => " \t\n".to_owned(),
            // the line that was entered
            "BASH_COMMAND" | "ZSH_DEBUG_CMD" => {
                return Some(vec![Value::scalar(UNKNOWN, Taint { secret: true, ..Taint::NONE })]);
            }
            _ if self.is_bare => String::new(),
            _ => return None,
        };
        Some(vec![Value::scalar(text, Taint::NONE)])
    }

    /// What the variable is in the live shell, where this line has not changed it.
    fn live(&self, name: &str) -> Option<Value> {
        let said = self.said(name)?;
        let is_default = matches!(name, "HOME" | "PWD") || name.starts_with("TMP") || name == "TEMP";
        Some(match said {
            // `set -u`: the shell stops there
            ShellVariable::Unset if self.stops_at_unset => Value::scalar(CHECKED, Taint::NONE),
            ShellVariable::Unset => Value::scalar("", Taint::NONE),
            ShellVariable::Value(value) => Value::scalar(value, Taint::NONE),
            ShellVariable::Set if is_default => return None,
            ShellVariable::Set => Value::scalar(CHECKED, Taint::NONE),
        })
    }

    fn said(&self, name: &str) -> Option<ShellVariable> {
        let is_there = !self.elsewhere && !self.is_bare && !self.is_stale;
        is_there.then(|| self.world.shell_variable(name)).flatten()
    }

    /// Does the live shell say that the variable is unset or empty?
    pub fn is_empty_there(&self, name: &str) -> bool {
        let is_empty = |said| match said {
            ShellVariable::Unset => !self.stops_at_unset,
            ShellVariable::Value(value) => value.is_empty(),
            ShellVariable::Set => false,
        };
        !self.variables.contains_key(name) && self.said(name).is_some_and(is_empty)
    }

    /// Is the variable unset, as far as anything says so?
    pub fn is_unset(&self, name: &str) -> bool {
        !self.variables.contains_key(name) && self.said(name) == Some(ShellVariable::Unset)
    }

    /// Returns a unique file name: `<( … )`.
    pub fn fresh_file(&mut self, node: Node) -> String {
        self.substitutions += 1;
        let name = format!("/dev/fd/substitution-{}", self.substitutions);
        self.nodes.insert(name.clone(), node);
        name
    }

    /// Runs `inside` as a subshell would: what it sets is gone behind it.
    pub fn subshell<T>(&mut self, inside: impl FnOnce(&mut Self) -> T) -> T {
        let variables = self.variables.clone();
        let functions = self.functions.clone();
        let directory = self.directory.clone();
        let result = inside(self);
        self.variables = variables;
        self.functions = functions;
        self.directory = directory;
        result
    }

    /// Looks at something without keeping what is found; what it was.
    pub fn probe(&mut self, inside: impl FnOnce(&mut Self)) -> Level {
        let reasons = std::mem::take(&mut self.reasons);
        let targets = std::mem::take(&mut self.targets);
        let instead = self.instead.take();
        self.subshell(inside);
        let level = self.reasons.iter().map(|reason| reason.level).max().unwrap_or(Level::Allow);
        self.reasons = reasons;
        self.targets = targets;
        self.instead = instead;
        level
    }

    /// Fields of plain texts, at one place.
    pub fn fields<'t>(texts: impl IntoIterator<Item = &'t str>, span: Span) -> Vec<Field> {
        texts
            .into_iter()
            .map(|text| Field { text: text.to_owned(), span: Some(span), ..Field::default() })
            .collect()
    }
}
