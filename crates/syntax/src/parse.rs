//! Builds the commands of a [`Script`] from words, operators and keywords.
//!
//! One loop parses all shells. Compound commands are kept on a stack of [`Block`]s instead of by recursion,
//! so a missing or stray closer is noticed where it occurs and parsing continues.

use crate::lex::{Parser, Until};
use crate::{Command, Connector, Dialect, IssueKind, QuoteStyle, Script, Span, Word};
use programs::Role;

mod block;
mod bourne;
mod condition;
mod fish;
mod headers;
mod operator;

use block::Block;

impl Script {
    /// Parses `text`. Never fails; see [`Script::issues`]. Linear in the length of the text.
    pub fn parse(text: &str, dialect: Dialect) -> Self {
        let mut parser = Parser::new(text, dialect);
        parser.list(Until::End, 0);
        let Parser { mut commands, mut regions, bodies, mut issues, wrong, .. } = parser;
        attach(&bodies, &mut commands, &mut regions);
        commands.sort_by_key(|command| (command.span.start, command.depth));
        regions.sort_by_key(|block| (block.span.start, std::cmp::Reverse(block.span.end)));
        issues.sort_by_key(|issue| issue.at);
        let unfinished = !issues.is_empty() && !wrong;
        Self { text: text.to_owned(), dialect, commands, blocks: regions, issues, unfinished }
    }
}

/// Maximum number of commands kept; it bounds 64 KiB of separators to under 10 ms.
const MAX_COMMANDS: usize = 8192;

/// State of a list, given by what precedes the current position.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) enum Slot {
    /// Nothing yet.
    #[default]
    Start,
    /// A complete command and its separator.
    Next,
    /// `&&`, `||` or `|`, after which a command must follow.
    Needed,
    /// A simple command is being read.
    Command,
    /// The closer of a compound command.
    Closed,
    /// `name()`, after which the body of the function must follow.
    Body,
}

/// A list of commands being read.
#[derive(Default)]
pub(crate) struct List {
    until: Until,
    /// Offset of the opener of the whole list.
    opener: usize,
    connector: Connector,
    negated: bool,
    slot: Slot,
    /// Offset of the operator or name that needs a command, for [`Slot::Needed`] and [`Slot::Body`].
    needs_at: usize,
    command: Option<Command>,
    blocks: Vec<Block>,
    /// Number of `(` in `blocks`.
    parens: usize,
    /// Whether the terminator was read as a keyword.
    ended: bool,
    /// zsh: whether `if (…) { … }` was just closed, so that `else` may follow.
    after_if: bool,
    /// zsh: number of blocks around an anonymous function, whose arguments follow its body.
    anonymous: Option<usize>,
    /// Name of the function whose body must follow.
    function: Option<String>,
    /// Index of the block closed last, to which following redirections belong.
    closed: Option<usize>,
    /// zsh: index of the block whose body is the single command that follows.
    short: Option<usize>,
}

impl Parser<'_> {
    /// Reads commands through the terminator `until`, whose opener is at `opener`.
    pub(crate) fn list(&mut self, until: Until, opener: usize) {
        let mut list = List { until, opener, needs_at: opener, ..List::default() };
        while self.step(&mut list) {}
        let ended = self.finish(&mut list);
        if matches!(list.slot, Slot::Needed | Slot::Body) && !ended {
            self.issue(IssueKind::MissingCommand, list.needs_at);
        }
        self.close_all(&mut list, 0);
    }

    /// Reads one token; returns false when the list has ended.
    fn step(&mut self, list: &mut List) -> bool {
        if self.at_case_pattern(list) {
            self.case_pattern(list);
        }
        self.skip_blanks();
        let Some(byte) = self.peek() else {
            self.end_of_text(list);
            return false;
        };
        match byte {
            b'#' => self.comment(),
            b'\n' => self.newline(list),
            b')' => return self.close_paren(list),
            b'}' if self.block_languages() => return self.close_script_block(list),
            _ if self.at_redirect() => self.redirect(list),
            b';' | b'&' | b'|' => self.operator(list),
            b'0'..=b'9' if self.dialect == Dialect::Fish && self.starts_with_pipe_of_descriptor() => {
                self.operator(list)
            }
            b'>' | b'<' if self.dialect == Dialect::Fish => self.operator(list),
            b'(' if self.dialect.is_bourne() => self.open_paren(list),
            _ => self.simple_word(list),
        }
        !list.ended
    }

    fn end_of_text(&mut self, list: &List) {
        let kind = match list.until {
            Until::End | Until::Backtick => {
                self.miss_here_documents();
                return;
            }
            Until::Paren => IssueKind::UnclosedParen,
            Until::Brace => IssueKind::UnclosedBrace,
        };
        self.issue(kind, list.opener);
    }

    fn newline(&mut self, list: &mut List) {
        self.pos += 1;
        if self.finish(list) || list.slot == Slot::Closed {
            list.slot = Slot::Next;
            list.connector = Connector::Sequence;
            list.after_if = false;
        }
        self.skip_here_documents();
    }

    /// Ends and records the simple command being read, and returns whether there was one.
    pub(crate) fn finish(&mut self, list: &mut List) -> bool {
        let Some(mut command) = list.command.take() else { return false };
        let words = command.words.last().or(command.assignments.last()).map(|word| word.span.end);
        let redirects =
            command.redirects.last().map(|r| r.target.as_ref().map_or(r.operator.end, |w| w.span.end));
        if self.dialect == Dialect::Fish && command.words.is_empty() && !command.assignments.is_empty() {
            self.issue(IssueKind::LoneAssignment, command.span.start);
        }
        command.span.end = words.max(redirects).unwrap_or(command.span.end);
        self.end_short_forms(list, command.span);
        if self.commands.len() < MAX_COMMANDS {
            self.commands.push(command);
        } else {
            self.note_too_deep(command.span.start);
        }
        self.arrays = true;
        list.negated = false;
        list.slot = Slot::Next;
        true
    }

    /// Returns the command being read; if there is none, begins one at `start`.
    pub(crate) fn command_in<'s>(&mut self, list: &'s mut List, start: usize) -> &'s mut Command {
        if list.command.is_none() {
            self.begin(list, start);
        }
        let nesting = usize::from(self.level) + list.blocks.len();
        let (connector, negated, substituted) = (list.connector, list.negated, self.level > 0);
        list.slot = Slot::Command;
        list.command.get_or_insert_with(|| Command {
            span: Span::new(start, start),
            assignments: Vec::new(),
            words: Vec::with_capacity(2),
            redirects: Vec::new(),
            connector,
            negated,
            depth: u8::try_from(nesting).unwrap_or(u8::MAX),
            substituted,
        })
    }

    fn redirect(&mut self, list: &mut List) {
        let start = self.pos;
        let redirect = self.redirection();
        if list.slot == Slot::Closed {
            if let Some(block) = list.closed.and_then(|at| self.regions.get_mut(at)) {
                block.redirects.push(redirect);
            }
            return; // it belongs to the compound command
        }
        if self.dialect == Dialect::Fish && list.command.is_none() {
            self.issue(IssueKind::UnexpectedOperator, start);
        }
        self.command_in(list, start).redirects.push(redirect);
    }

    fn simple_word(&mut self, list: &mut List) {
        let start = self.pos;
        if self.dialect == Dialect::Zsh && self.zsh_brace(list) {
            return;
        }
        let word = self.word();
        if self.pos == start {
            self.skip_char(); // no rule matches this byte: always advance
            return;
        }
        let first = list.command.as_ref().is_none_or(only_times);
        let literal =
            word.quote == QuoteStyle::Bare && word.value == self.src.get(start..self.pos).unwrap_or("");
        if first && literal && !word.dynamic && self.keyword(list, &word) {
            return;
        }
        if literal && list.command.is_some() {
            self.note_swallowed(list, &word);
        }
        self.add_word(list, word);
    }

    pub(crate) fn add_word(&mut self, list: &mut List, word: Word) {
        let start = word.span.start;
        let raw = self.src.get(start..word.span.end).unwrap_or("");
        let assigns = !matches!(self.dialect, Dialect::PowerShell) && crate::lex::is_assignment(raw);
        let declares = is_declaration(&word.value);
        let first = list.command.as_ref().is_none_or(|command| command.words.is_empty());
        if self.dialect == Dialect::Fish && first && word.dynamic && !assigns && raw.contains('(') {
            self.issue(IssueKind::UnexpectedOperator, start); // a substitution cannot name the command
        }
        let zsh = self.dialect == Dialect::Zsh;
        let command = self.command_in(list, start);
        if assigns && command.words.is_empty() {
            command.assignments.push(word);
        } else {
            command.words.push(word);
            let arrays =
                zsh || command.words.len() == 1 && declares || self.arrays && command.words.len() > 1;
            self.arrays = arrays;
        }
    }

    fn keyword(&mut self, list: &mut List, word: &Word) -> bool {
        match self.dialect {
            Dialect::Fish => self.fish_keyword(list, word),
            Dialect::Posix | Dialect::Bash | Dialect::Zsh => self.bourne_keyword(list, word),
            Dialect::PowerShell | Dialect::Nu => false,
        }
    }
}

/// Attaches the body of each here-document to its redirection.
fn attach(bodies: &[(usize, Span)], commands: &mut [Command], blocks: &mut [crate::Block]) {
    if bodies.is_empty() {
        return;
    }
    let of_commands = commands.iter_mut().flat_map(|command| &mut command.redirects);
    for redirect in of_commands.chain(blocks.iter_mut().flat_map(|block| &mut block.redirects)) {
        let body = bodies.iter().find(|(at, _)| *at == redirect.operator.start);
        redirect.body = body.map(|(_, span)| *span);
    }
}

/// Returns whether the command is `time` or `time -p`, a keyword that a compound command may follow.
pub(crate) fn only_times(command: &Command) -> bool {
    let mut words = command.words.iter().map(|word| word.value.as_str());
    command.assignments.is_empty()
        && command.redirects.is_empty()
        && words.next() == Some("time")
        && words.all(|word| word == "-p")
}

/// Returns whether the arguments of a builtin may be array assignments.
fn is_declaration(name: &str) -> bool {
    name == "eval" || programs::is(name, Role::Declares)
}
