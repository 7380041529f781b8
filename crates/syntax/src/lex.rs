//! The linear recovery lexer: words, quotes, expansions and redirections with their spans.
//!
//! It reads what the shell would read; at an error or a premature end it records an [`Issue`](crate::Issue)
//! and continues. Each byte is visited a bounded number of times. Recursion follows the nesting of the text
//! and stops at [`MAX_DEPTH`]; beyond that, openers are plain characters, so neither the stack nor the time
//! can be exhausted.

use crate::{Block, Command, Dialect, Issue, IssueKind, Span};

mod arithmetic;
mod escape;
mod expand;
mod paren;
mod quotes;
mod redirect;
mod word;

pub(crate) use paren::is_assignment;
pub use paren::is_name;
pub(crate) use redirect::HereDocument;

/// Maximum nesting of substitutions and quotes within expansions.
pub(crate) const MAX_DEPTH: u8 = 32;
/// Maximum number of issues; further ones add no information.
const MAX_ISSUES: usize = 16;

/// Where a list of commands ends.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) enum Until {
    #[default]
    End,
    Paren,
    /// Marks the opener only: the text between backticks is parsed separately.
    Backtick,
    /// A script block of PowerShell or nu.
    Brace,
}

/// The text, the current position and the results so far.
pub(crate) struct Parser<'a> {
    pub(crate) src: &'a str,
    /// The bytes of `src`, truncated while scanning a region.
    pub(crate) bytes: &'a [u8],
    pub(crate) pos: usize,
    pub(crate) dialect: Dialect,
    /// Current recursion depth.
    pub(crate) depth: u8,
    /// Number of these levels that are substitutions.
    pub(crate) level: u8,
    /// Whether `name=(` starts an array here.
    pub(crate) arrays: bool,
    /// Text length for which a search found no closing `]`; repeating it would make parsing quadratic.
    pub(crate) bracketless: usize,
    /// fish: number of `{` around the current word.
    pub(crate) fish_braces: u32,
    /// Whether there is an error that more text could not resolve.
    pub(crate) wrong: bool,
    /// Whether nesting was too deep, so that closers may seem unmatched.
    pub(crate) too_deep: bool,
    pub(crate) commands: Vec<Command>,
    pub(crate) regions: Vec<Block>,
    /// Operator offset and body of each here-document.
    pub(crate) bodies: Vec<(usize, Span)>,
    pub(crate) issues: Vec<Issue>,
    pub(crate) here_documents: Vec<HereDocument>,
    /// For each `(` from a given offset, the offset of its `)` (0: none); computed at the first `((`.
    pub(crate) partners: Option<(usize, Vec<u32>)>,
}

impl<'a> Parser<'a> {
    pub(crate) fn new(text: &'a str, dialect: Dialect) -> Self {
        Self {
            src: text,
            bytes: text.as_bytes(),
            pos: 0,
            dialect,
            depth: 0,
            level: 0,
            arrays: true,
            bracketless: 0,
            fish_braces: 0,
            wrong: false,
            too_deep: false,
            commands: Vec::new(),
            regions: Vec::new(),
            bodies: Vec::new(),
            issues: Vec::new(),
            here_documents: Vec::new(),
            partners: None,
        }
    }
}

impl Parser<'_> {
    pub(crate) fn peek(&self) -> Option<u8> {
        self.bytes.get(self.pos).copied()
    }

    pub(crate) fn peek_at(&self, ahead: usize) -> Option<u8> {
        self.bytes.get(self.pos + ahead).copied()
    }

    pub(crate) fn rest(&self) -> &[u8] {
        self.bytes.get(self.pos..).unwrap_or_default()
    }

    /// Returns the next 512 bytes at most, the search limit for a name in braces or the end of a pattern.
    pub(crate) fn near(&self) -> &[u8] {
        let rest = self.rest();
        rest.get(..512).unwrap_or(rest)
    }

    pub(crate) fn starts_with(&self, text: &str) -> bool {
        self.rest().starts_with(text.as_bytes())
    }

    /// Skips one character of any kind.
    pub(crate) fn skip_char(&mut self) {
        self.pos += 1;
        while self.peek().is_some_and(|byte| byte & 0xC0 == 0x80) {
            self.pos += 1;
        }
    }

    pub(crate) fn issue(&mut self, kind: IssueKind, at: usize) {
        let follows_from_depth =
            matches!(kind, IssueKind::UnexpectedClose | IssueKind::UnexpectedKeyword(_)) && self.too_deep;
        self.wrong |= self.pos < self.src.len() || !kind.is_open_end();
        if self.issues.len() < MAX_ISSUES && !follows_from_depth {
            self.issues.push(Issue { kind, at });
        }
    }

    /// Records an issue found by lookahead: only more text is missing.
    pub(crate) fn issue_open_end(&mut self, kind: IssueKind, at: usize) {
        let (wrong, whole) = (self.wrong, self.bytes.len() < self.src.len());
        self.issue(kind, at);
        self.wrong = wrong || whole;
    }

    pub(crate) fn note_too_deep(&mut self, at: usize) {
        if !self.too_deep {
            self.issue(IssueKind::TooDeep, at);
            self.too_deep = true;
        }
    }

    pub(crate) fn skip_blanks(&mut self) {
        let bourne = self.dialect.is_bourne();
        loop {
            match self.peek() {
                Some(b' ' | b'\t') => self.pos += 1,
                Some(b'\r') if !bourne || self.peek_at(1) == Some(b'\n') => self.pos += 1,
                Some(b'\\') if self.peek_at(1) == Some(b'\n') && self.dialect != Dialect::PowerShell => {
                    self.pos += 2;
                }
                _ => return,
            }
        }
    }

    /// Skips blanks, line ends and comments.
    pub(crate) fn skip_space(&mut self) {
        loop {
            self.skip_blanks();
            match self.peek() {
                Some(b'\n') => {
                    self.pos += 1;
                    self.skip_here_documents();
                }
                Some(b'#') => self.comment(),
                _ => return,
            }
        }
    }

    pub(crate) fn comment(&mut self) {
        let rest = self.rest();
        self.pos += memchr::memchr(b'\n', rest).unwrap_or(rest.len());
    }
}
