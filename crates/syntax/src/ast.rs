//! The model of a command line: a flat list of simple commands with byte spans.
//!
//! Fixing a command needs no tree, only the words of each command, their positions and how the commands
//! are joined. Nested commands (substitutions, subshells, loops) are in the same list, distinguished by
//! [`Command::depth`].

use crate::Dialect;

/// A half-open range of byte offsets into [`Script::text`].
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Span {
    pub start: usize,
    pub end: usize,
}

impl Span {
    pub const fn new(start: usize, end: usize) -> Self {
        Self { start, end }
    }

    /// Returns the span from the start of this one to the end of `last`.
    pub const fn to(self, last: Self) -> Self {
        Self::new(self.start, last.end)
    }

    pub const fn len(self) -> usize {
        self.end.saturating_sub(self.start)
    }

    pub const fn is_empty(self) -> bool {
        self.end <= self.start
    }
}

/// A parsed command line.
#[derive(Debug, Clone)]
pub struct Script {
    pub text: String,
    pub dialect: Dialect,
    /// All simple commands in source order, nested ones included.
    pub commands: Vec<Command>,
    /// All compound commands in source order, nested ones included.
    pub blocks: Vec<Block>,
    /// Errors and incomplete parts of the text.
    pub issues: Vec<Issue>,
    pub(crate) unfinished: bool,
}

impl Script {
    /// Returns whether the text is correct so far but ends too early: an interactive shell would show its
    /// continuation prompt.
    pub const fn is_unfinished(&self) -> bool {
        self.unfinished
    }

    /// Returns the text a span covers; empty if the span does not fit.
    pub fn raw(&self, span: Span) -> &str {
        self.text.get(span.start..span.end).unwrap_or("")
    }
}

/// How a command is joined to the one before it.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Connector {
    /// First of its list; the lists of `if`, `while`, `{`, `(`, `$(` … are lists of their own.
    #[default]
    Start,
    /// `;`, newline, `;;`, a keyword such as `then`.
    Sequence,
    /// `&`
    Background,
    /// `&&`, fish `; and`
    And,
    /// `||`, fish `; or`
    Or,
    /// `|`, `|&`
    Pipe,
}

/// One simple command (POSIX §2.9.1): assignments, words, redirections.
#[derive(Debug, Clone)]
pub struct Command {
    pub span: Span,
    pub assignments: Vec<Word>,
    /// Program first, then its arguments; prefixes such as `sudo` are words like any other.
    pub words: Vec<Word>,
    pub redirects: Vec<Redirect>,
    pub connector: Connector,
    /// Whether the exit status is inverted: an odd number of `!` (fish: also `not`) precedes the command.
    pub negated: bool,
    /// 0 at top level; one more in each substitution, subshell or compound command.
    pub depth: u8,
    /// Whether the command is inside a substitution and thus part of another command's word.
    pub substituted: bool,
}

/// A compound command (POSIX §2.9.4), or the body of a function.
#[derive(Debug, Clone)]
pub struct Block {
    pub kind: BlockKind,
    /// From the opener to the end of the closer, or to the end of the text if the closer is missing.
    pub span: Span,
    pub connector: Connector,
    /// Start of the part after `then` or `do`, for blocks with a condition.
    pub body: Option<usize>,
    /// Name of the function if the block is a function body, which runs only when the function is called.
    pub function: Option<String>,
    /// Words of the header: the variable and values of a loop, the subject of `case`, or the arguments of a
    /// zsh anonymous function.
    pub words: Vec<Word>,
    pub redirects: Vec<Redirect>,
    pub substituted: bool,
}

/// Kind of a compound command.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BlockKind {
    /// `{ … }`, fish `begin … end`
    Group,
    /// `( … )`
    Subshell,
    If,
    /// `while`, `until`
    While,
    /// `for`, `select`, `foreach`: over [`Block::words`]
    For,
    /// zsh `repeat n`
    Repeat,
    /// `case`, fish `switch`
    Case,
}

/// One word, with its text after quote removal.
#[derive(Debug, Clone)]
pub struct Word {
    pub span: Span,
    /// Text after quote removal; expansions stay as typed.
    pub value: String,
    pub quote: QuoteStyle,
    /// Whether the word contains an expansion or substitution, so that the program gets something other than
    /// `value`.
    pub dynamic: bool,
    /// Whether the word contains an unquoted `*`, `?`, `[` or brace, which may expand to several words.
    pub glob: bool,
}

/// How a word is quoted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum QuoteStyle {
    /// No quotes; backslashes may occur.
    Bare,
    /// The whole word is in `'…'`.
    Single,
    /// The whole word is in `"…"`.
    Double,
    /// Anything else.
    Mixed,
}

/// A redirection: operator and target.
#[derive(Debug, Clone)]
pub struct Redirect {
    /// Operator with its file descriptor number, as typed (`2>`).
    pub operator: Span,
    /// Target word; `None` if it is missing.
    pub target: Option<Word>,
    /// Lines of a here-document, without the delimiter line.
    pub body: Option<Span>,
}

/// An error or incomplete part of the text. Issues are sorted by [`Issue::at`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Issue {
    pub kind: IssueKind,
    /// Byte offset of the part named in the [`IssueKind`]; may be the length of the text.
    pub at: usize,
}

/// Kind of an issue, with the target of [`Issue::at`] in brackets.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum IssueKind {
    /// `'…`, `$'…` [the quote or its `$`]
    UnclosedSingleQuote,
    /// `"…` [the quote]
    UnclosedDoubleQuote,
    /// `` `… `` [the backtick]
    UnclosedBacktick,
    /// `$(`, `(`, `<(`, `((`, `a=(` [the opener]
    UnclosedParen,
    /// `${`, `{`; in fish also a brace expansion [the opener]
    UnclosedBrace,
    /// A `)` or `}` that closes nothing, or an empty list where the shell requires a command \[it\]
    UnexpectedClose,
    /// An operator with no command before it, two in a row, `;;` outside `case`, `(` after a word \[it\]
    UnexpectedOperator,
    /// A word after `fi`, `done`, `)` …, or in place of a function's body [the word]
    UnexpectedWord,
    /// A `then`, `do`, `done`, `fi`, `esac`, `else`, `end` … that closes or continues nothing, or ends an
    /// empty list [the word]
    UnexpectedKeyword(&'static str),
    /// A missing keyword. A closer (`fi`, `done`, `esac`, `end`, `]]`) is required by the opener at `at`;
    /// `then`, `do` and `in` are required before the text at `at`.
    MissingKeyword(&'static str),
    /// A `then`, `do`, `done`, `}` … read as an argument because the `;` before it is missing [the word]
    MissingSeparator,
    /// An operator without the command it needs, or a function name without a body [the operator, the name]
    MissingCommand,
    /// A redirection without a target [the operator]
    MissingTarget,
    /// A here-document without its delimiter line [its operator]
    UnclosedHereDocument,
    /// A backslash at the end of the text \[it\]
    TrailingBackslash,
    /// fish: `${x}`, `$?`, `$#`, `$@`, `$*`, `$$` or a lone `$` [the dollar]
    BadExpansion,
    /// `$[`, in fish any `[` inside a word [the `$`, the bracket]
    UnclosedBracket,
    /// fish: `x=1` without a command, where `set x 1` was intended [the word]
    LoneAssignment,
    /// The text was not parsed completely: nesting was too deep, so the inside was read as plain text, or
    /// there were more commands than the parser keeps [the opener, the first dropped command]
    TooDeep,
}

impl IssueKind {
    /// Returns whether appending text could resolve the issue.
    pub(crate) const fn is_open_end(self) -> bool {
        matches!(
            self,
            Self::UnclosedSingleQuote
                | Self::UnclosedDoubleQuote
                | Self::UnclosedBacktick
                | Self::UnclosedParen
                | Self::UnclosedBrace
                | Self::UnclosedBracket
                | Self::MissingCommand
                | Self::MissingSeparator
                | Self::MissingKeyword(_)
                | Self::UnclosedHereDocument
                | Self::TrailingBackslash
        )
    }
}
