//! The linear recovery parser: any text, of any length, in one pass.
//!
//! It reads what a Bourne-like shell or fish would read, and where the text is wrong or
//! unfinished it notes an [`Issue`] and goes on. Recursion follows nesting in the text and stops
//! at [`MAX_DEPTH`]; beyond that openers are plain characters, so neither the stack nor the time
//! can be exhausted.

use crate::{Command, Connector, Dialect, Issue, IssueKind, QuoteStyle, Redirect, Script, Span, Word};

mod words;

/// Nesting of substitutions, subshells and groups that is followed.
const MAX_DEPTH: u8 = 48;
/// More issues than this say nothing new.
const MAX_ISSUES: usize = 16;

impl Script {
    /// Parses `text`. Never fails; see [`Script::issues`].
    #[must_use]
    pub fn parse(text: &str, dialect: Dialect) -> Self {
        let mut parser = Parser {
            src: text,
            bytes: text.as_bytes(),
            pos: 0,
            dialect,
            depth: 0,
            backtick: false,
            commands: Vec::new(),
            issues: Vec::new(),
            here_documents: Vec::new(),
        };
        parser.list(Until::End);
        let Parser { commands, issues, .. } = parser;
        Self { text: text.to_owned(), dialect, commands, issues }
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Until {
    End,
    Paren,
    Backtick,
}

struct HereDocument {
    delimiter: String,
    strip_tabs: bool,
    at: usize,
}

struct Parser<'a> {
    src: &'a str,
    bytes: &'a [u8],
    pos: usize,
    dialect: Dialect,
    depth: u8,
    /// Inside `` `…` ``: the next backtick closes.
    backtick: bool,
    commands: Vec<Command>,
    issues: Vec<Issue>,
    here_documents: Vec<HereDocument>,
}

/// What a list is in the middle of.
struct ListState {
    connector: Connector,
    /// An operator or the start stands before: a further operator is an error.
    bare: bool,
    command: Option<Command>,
    /// The words being read belong to `for x in …` and the like: no command.
    header: bool,
    /// Between `case … in` or `;;` and the `)` of a pattern.
    case_pattern: bool,
    case_depth: u32,
    /// Inside `[[ … ]]`.
    condition: bool,
}

impl Parser<'_> {
    fn peek(&self) -> Option<u8> {
        self.bytes.get(self.pos).copied()
    }

    fn peek_at(&self, ahead: usize) -> Option<u8> {
        self.bytes.get(self.pos + ahead).copied()
    }

    fn starts_with(&self, text: &str) -> bool {
        self.bytes.get(self.pos..).is_some_and(|rest| rest.starts_with(text.as_bytes()))
    }

    fn issue(&mut self, kind: IssueKind, at: usize) {
        if self.issues.len() < MAX_ISSUES {
            self.issues.push(Issue { kind, at });
        }
    }

    /// Reads commands up to the terminator, which is consumed by the caller's opener.
    fn list(&mut self, until: Until) {
        let opened_at = self.pos;
        let mut state = ListState {
            connector: Connector::Start,
            bare: true,
            command: None,
            header: false,
            case_pattern: false,
            case_depth: 0,
            condition: false,
        };
        loop {
            self.skip_blanks();
            let Some(byte) = self.peek() else {
                self.finish(&mut state);
                let kind = match until {
                    Until::End => break,
                    Until::Paren => IssueKind::UnclosedParen,
                    Until::Backtick => IssueKind::UnclosedBacktick,
                };
                self.issue(kind, opened_at.saturating_sub(1));
                break;
            };
            match byte {
                b'#' => self.comment(),
                b'\n' => {
                    self.pos += 1;
                    self.finish(&mut state);
                    self.skip_here_documents();
                    if !state.bare {
                        state.connector = Connector::Sequence;
                    }
                }
                b')' if state.case_pattern => {
                    self.pos += 1;
                    state.case_pattern = false;
                    state.command = None;
                }
                b')' if until == Until::Paren => {
                    self.finish(&mut state);
                    self.pos += 1;
                    break;
                }
                b'`' if until == Until::Backtick => {
                    self.finish(&mut state);
                    self.pos += 1;
                    break;
                }
                b')' => {
                    self.issue(IssueKind::UnexpectedClose, self.pos);
                    self.finish(&mut state);
                    self.pos += 1;
                }
                _ if state.condition => self.condition_word(&mut state),
                b';' | b'&' | b'|' if !self.starts_with("&>") => self.operator(&mut state),
                b'(' => self.open_paren(&mut state),
                _ if self.at_redirect() => self.redirect(&mut state),
                _ => self.simple_word(&mut state),
            }
        }
    }

    fn skip_blanks(&mut self) {
        loop {
            match self.peek() {
                Some(b' ' | b'\t' | b'\r') => self.pos += 1,
                Some(b'\\') if self.peek_at(1) == Some(b'\n') => self.pos += 2,
                _ => return,
            }
        }
    }

    fn comment(&mut self) {
        let rest = self.bytes.get(self.pos..).unwrap_or_default();
        self.pos += memchr::memchr(b'\n', rest).unwrap_or(rest.len());
    }

    /// Ends the command being read and records it.
    fn finish(&mut self, state: &mut ListState) {
        let header = std::mem::take(&mut state.header);
        state.condition = false;
        let Some(mut command) = state.command.take() else { return };
        state.bare = false;
        if header || state.case_pattern {
            return;
        }
        let last = command.words.last().or(command.assignments.last()).map(|w| w.span.end);
        let redirected = command.redirects.last().map(|r| r.target.as_ref().map_or(r.operator.end, |w| w.span.end));
        command.span.end = last.max(redirected).unwrap_or(command.span.end);
        self.commands.push(command);
    }

    fn operator(&mut self, state: &mut ListState) {
        let at = self.pos;
        let had_command = state.command.is_some();
        self.finish(state);
        let (connector, length) = match (self.peek(), self.peek_at(1), self.peek_at(2)) {
            (Some(b';'), Some(b';'), Some(b'&')) => (Connector::Sequence, 3),
            (Some(b';'), Some(b';' | b'&'), _) if state.case_depth > 0 => (Connector::Sequence, 2),
            (Some(b'&'), Some(b'&'), _) => (Connector::And, 2),
            (Some(b'&'), Some(b'|' | b'!'), _) if self.dialect == Dialect::Zsh => (Connector::Background, 2),
            (Some(b'|'), Some(b'|'), _) => (Connector::Or, 2),
            (Some(b'|'), Some(b'&'), _) => (Connector::Pipe, 2),
            (Some(b'|'), ..) => (Connector::Pipe, 1),
            (Some(b'&'), ..) => (Connector::Background, 1),
            _ => (Connector::Sequence, 1),
        };
        self.pos += length;
        if state.case_pattern {
            return; // `a|b)` in a case pattern
        }
        let ends_clause = connector == Connector::Sequence && length >= 2;
        if ends_clause && state.case_depth > 0 {
            state.case_pattern = true;
        } else if state.bare && !had_command && !(self.dialect == Dialect::Fish && connector == Connector::Sequence) {
            self.issue(IssueKind::UnexpectedOperator, at);
        }
        state.connector = connector;
        state.bare = true;
    }

    fn open_paren(&mut self, state: &mut ListState) {
        let at = self.pos;
        if state.case_pattern {
            self.pos += 1; // the optional `(` of a pattern
            return;
        }
        if self.peek_at(1) == Some(b'(') && self.dialect != Dialect::Posix && self.dialect != Dialect::Fish {
            if state.command.is_none() || state.header {
                self.skip_balanced(b'(', b')', IssueKind::UnclosedParen);
                state.bare = false;
                return;
            }
        }
        if let Some(command) = &state.command {
            if self.peek_at(1) == Some(b')') && command.words.len() == 1 {
                self.pos += 2; // `name()`: a function definition, not a command
                state.command = None;
                state.connector = Connector::Sequence;
                return;
            }
            self.issue(IssueKind::UnexpectedOperator, at);
            self.finish(state);
            state.connector = Connector::Sequence;
        }
        self.pos += 1;
        self.nested(Until::Paren, at);
        state.bare = false;
    }

    /// Reads a nested list whose opener was just consumed.
    fn nested(&mut self, until: Until, at: usize) {
        if self.depth >= MAX_DEPTH {
            self.issue(IssueKind::TooDeep, at);
            return;
        }
        let outer = std::mem::replace(&mut self.backtick, until == Until::Backtick);
        self.depth += 1;
        self.list(until);
        self.depth -= 1;
        self.backtick = outer;
    }

    fn at_redirect(&self) -> bool {
        let rest = self.bytes.get(self.pos..).unwrap_or_default();
        let digits = rest.iter().take(4).take_while(|b| b.is_ascii_digit()).count();
        match rest.get(digits) {
            Some(b'<' | b'>') => !(digits == 0 && rest.get(1) == Some(&b'(') && self.dialect != Dialect::Posix),
            Some(b'&') => digits == 0 && rest.get(1) == Some(&b'>'),
            _ => false,
        }
    }

    fn redirect(&mut self, state: &mut ListState) {
        const OPERATORS: [&str; 13] =
            ["<<<", "&>>", "<<-", "<<", "<>", "<&", ">>", ">&", ">|", ">?", "&>", "<", ">"];
        let start = self.pos;
        while self.peek().is_some_and(|b| b.is_ascii_digit()) {
            self.pos += 1;
        }
        let operator = OPERATORS.into_iter().find(|op| self.starts_with(op)).unwrap_or("<");
        self.pos += operator.len();
        let span = Span::new(start, self.pos);
        self.skip_blanks();
        let target = match self.peek() {
            None | Some(b'\n' | b';' | b'&' | b'|' | b')' | b'<' | b'>') => None,
            Some(b'(') if self.dialect.is_bourne() => None,
            Some(b'`') if self.backtick => None,
            _ => Some(self.word()),
        };
        if let (Some(word), "<<" | "<<-", true) = (&target, operator, self.dialect.is_bourne()) {
            self.here_documents.push(HereDocument {
                delimiter: word.value.clone(),
                strip_tabs: operator == "<<-",
                at: start,
            });
        }
        self.command_in(state, start).redirects.push(Redirect { operator: span, target });
    }

    fn skip_here_documents(&mut self) {
        for document in std::mem::take(&mut self.here_documents) {
            loop {
                if self.pos >= self.bytes.len() {
                    self.issue(IssueKind::UnclosedHereDocument, document.at);
                    return;
                }
                let rest = self.bytes.get(self.pos..).unwrap_or_default();
                let length = memchr::memchr(b'\n', rest).unwrap_or(rest.len());
                let line = self.src.get(self.pos..self.pos + length).unwrap_or("");
                let line = if document.strip_tabs { line.trim_start_matches('\t') } else { line };
                let last = self.pos + length >= self.bytes.len();
                self.pos += length + usize::from(!last);
                if line == document.delimiter {
                    break;
                }
            }
        }
    }

    fn command_in<'s>(&self, state: &'s mut ListState, start: usize) -> &'s mut Command {
        let connector = state.connector;
        let depth = self.depth;
        state.command.get_or_insert_with(|| Command {
            span: Span::new(start, start),
            assignments: Vec::new(),
            words: Vec::new(),
            redirects: Vec::new(),
            connector,
            depth,
        })
    }

    /// A word of `[[ … ]]`, where operators are words.
    fn condition_word(&mut self, state: &mut ListState) {
        let start = self.pos;
        let word = self.word();
        if self.pos == start {
            self.pos += 1;
            return;
        }
        let closes = word.value == "]]";
        self.command_in(state, start).words.push(word);
        if closes {
            state.condition = false;
        }
    }

    fn simple_word(&mut self, state: &mut ListState) {
        let start = self.pos;
        let word = self.word();
        if self.pos == start {
            self.pos += 1; // a byte no rule takes: never stand still
            return;
        }
        let first = state.command.as_ref().is_none_or(|c| c.words.is_empty() && c.assignments.is_empty());
        if first && word.quote == QuoteStyle::Bare && !word.dynamic && self.keyword(state, &word) {
            return;
        }
        if state.case_depth > 0 && state.header && word.value == "in" && word.quote == QuoteStyle::Bare {
            state.header = false;
            state.command = None;
            state.case_pattern = true;
            return;
        }
        let assigns = is_assignment(self.src.get(word.span.start..word.span.end).unwrap_or(""));
        let command = self.command_in(state, start);
        if assigns && command.words.is_empty() {
            command.assignments.push(word);
        } else {
            command.words.push(word);
        }
    }

    /// Handles a reserved word in command position; false if the word is none.
    fn keyword(&mut self, state: &mut ListState, word: &Word) -> bool {
        let fish = self.dialect == Dialect::Fish;
        let bourne = self.dialect.is_bourne();
        match word.value.as_str() {
            "esac" if bourne => {
                state.case_depth = state.case_depth.saturating_sub(1);
                state.case_pattern = false;
                state.bare = false;
                return true;
            }
            _ if state.case_pattern => return false,
            "if" | "while" | "until" | "else" | "!" => {}
            "then" | "elif" | "do" | "{" | "coproc" if bourne => {}
            "fi" | "done" | "}" if bourne => {
                state.connector = Connector::Sequence;
                state.bare = false;
                return true;
            }
            "begin" | "not" if fish => {}
            "and" | "or" if fish => {
                state.connector = if word.value == "and" { Connector::And } else { Connector::Or };
                return true;
            }
            "end" if fish || self.dialect == Dialect::Zsh => {
                state.bare = false;
                return true;
            }
            "for" => state.header = true,
            "select" | "foreach" if bourne && self.dialect != Dialect::Posix => state.header = true,
            "switch" | "case" | "function" if fish => state.header = true,
            "case" if bourne => {
                state.header = true;
                state.case_depth += 1;
            }
            "function" if bourne => {
                self.skip_blanks();
                let _name = self.word();
                self.skip_blanks();
                if self.starts_with("()") {
                    self.pos += 2;
                }
            }
            "[[" if bourne && self.dialect != Dialect::Posix => {
                state.condition = true;
                return false;
            }
            _ => return false,
        }
        state.connector = Connector::Sequence;
        state.bare = !state.header;
        if state.header {
            let start = word.span.start;
            self.command_in(state, start).words.push(word.clone());
        }
        true
    }
}

/// `NAME=…`, `NAME+=…`, `NAME[…]=…` (POSIX §2.10.2, rule 7).
fn is_assignment(raw: &str) -> bool {
    let Some(at) = raw.find('=') else { return false };
    let name = raw.get(..at).unwrap_or("");
    let name = name.strip_suffix('+').unwrap_or(name);
    let name = match name.find('[') {
        Some(bracket) if name.ends_with(']') => name.get(..bracket).unwrap_or(""),
        _ => name,
    };
    !name.is_empty()
        && !name.starts_with(|c: char| c.is_ascii_digit())
        && name.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_')
}
