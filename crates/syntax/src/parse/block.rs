//! The stack of open compound commands.

use super::{List, Slot};
use crate::lex::Parser;
use crate::{BlockKind, Connector, Dialect, IssueKind, Span};

/// Maximum number of open blocks in a list.
const MAX_BLOCKS: usize = 128;

/// A compound command (POSIX §2.9.4) that has been opened.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    If,
    /// `while`, `until`
    While,
    /// `for`, `select`
    For,
    /// zsh `repeat`
    Repeat,
    /// zsh `foreach … end`
    Foreach,
    Case,
    Brace,
    /// zsh `if (…) { … }`
    IfBrace,
    Paren,
    /// fish `begin`, `function`
    Begin,
    /// fish `switch`
    Switch,
}

/// Which part of a block is being read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Part {
    /// The list after `if`, `elif`, `while`.
    Condition,
    /// After a loop header, where `do` is required.
    Head,
    /// Before the `)` of a `case` pattern; fish: before the first `case`.
    Pattern,
    Body,
    Else,
}

#[derive(Debug, Clone, Copy)]
pub(crate) struct Block {
    pub(crate) kind: Kind,
    pub(crate) part: Part,
    /// Offset of the opener.
    pub(crate) at: usize,
    /// Start of the second command of a condition: the likely place of a missing `then` or `do`.
    pub(crate) second: Option<usize>,
    /// Offset where the expected keyword was read as an ordinary word: `if true then …`.
    pub(crate) swallowed: Option<usize>,
    /// Index in [`Parser::regions`].
    pub(crate) region: usize,
}

impl Kind {
    const fn shown(self) -> BlockKind {
        match self {
            Self::If | Self::IfBrace => BlockKind::If,
            Self::While => BlockKind::While,
            Self::For | Self::Foreach => BlockKind::For,
            Self::Repeat => BlockKind::Repeat,
            Self::Case | Self::Switch => BlockKind::Case,
            Self::Brace | Self::Begin => BlockKind::Group,
            Self::Paren => BlockKind::Subshell,
        }
    }
}

impl Block {
    /// Returns the keyword that ends the part being read.
    pub(crate) const fn wanted(&self) -> &'static str {
        match (self.part, self.kind) {
            (Part::Condition, Kind::If) => "then",
            (Part::Condition | Part::Head, _) => "do",
            (_, Kind::If) => "fi",
            (_, Kind::Case) => "esac",
            (_, Kind::While | Kind::For | Kind::Repeat) => "done",
            (_, Kind::Foreach | Kind::Begin | Kind::Switch) => "end",
            (_, Kind::Brace | Kind::IfBrace) => "}",
            (_, Kind::Paren) => ")",
        }
    }

    /// Returns the keyword that ends the whole block.
    const fn closer(&self) -> &'static str {
        Self { part: Part::Body, ..*self }.wanted()
    }
}

impl Parser<'_> {
    /// Checks that a simple or compound command may start at `at`.
    pub(crate) fn begin(&mut self, list: &mut List, at: usize) {
        let compound = self.opens_compound(at);
        if list.slot == Slot::Closed && !self.zsh_short_form(list) {
            self.issue(IssueKind::UnexpectedWord, at);
            list.connector = Connector::Sequence;
        }
        if list.slot == Slot::Body && self.dialect == Dialect::Bash && !compound {
            self.issue(IssueKind::UnexpectedWord, at);
        }
        let first = list.slot != Slot::Next;
        let zsh = self.dialect == Dialect::Zsh;
        let Some(block) = list.blocks.last_mut() else { return };
        match block.part {
            Part::Head if zsh => {
                list.short = list.blocks.pop().map(|block| block.region); // zsh: `for x (a b) echo $x`
                list.connector = Connector::Start;
            }
            Part::Head => {
                block.part = Part::Body;
                list.connector = Connector::Start;
                self.issue(IssueKind::MissingKeyword("do"), at);
            }
            Part::Condition if !first && block.second.is_none() => block.second = Some(at),
            Part::Pattern => {
                block.part = Part::Body; // fish: a command before the first `case`
                self.issue(IssueKind::UnexpectedWord, at);
            }
            _ => {}
        }
    }

    /// Returns whether a compound command starts at `at`; bash allows no other function body.
    fn opens_compound(&self, at: usize) -> bool {
        let rest = self.bytes.get(at..).unwrap_or_default();
        let length = rest.iter().take(8).take_while(|byte| byte.is_ascii_lowercase()).count();
        let ends = rest.get(length).is_none_or(|byte| b" \t\n;&|()<>".contains(byte));
        match rest.get(..length).unwrap_or_default() {
            _ if !ends && length > 0 => false,
            b"if" | b"while" | b"until" | b"for" | b"select" | b"case" => true,
            _ => {
                let blank = |at: usize| rest.get(at).is_none_or(|byte| b" \t\n".contains(byte));
                rest.starts_with(b"(")
                    || rest.starts_with(b"{") && blank(1)
                    || rest.starts_with(b"[[") && blank(2)
            }
        }
    }

    /// Handles zsh's `if [[ … ]] command` and `while (…) command`, which have no closer.
    fn zsh_short_form(&self, list: &mut List) -> bool {
        let short = self.dialect == Dialect::Zsh
            && list.blocks.last().is_some_and(|block| block.part == Part::Condition);
        if short {
            list.short = list.blocks.pop().map(|block| block.region);
            list.connector = Connector::Sequence;
            list.slot = Slot::Start;
        }
        short
    }

    /// Opens a block whose opener is at `at`.
    pub(crate) fn open(&mut self, list: &mut List, kind: Kind, part: Part, at: usize) {
        self.drop_times(list);
        self.begin(list, at);
        self.push_block(list, kind, part, at);
    }

    pub(crate) fn push_block(&mut self, list: &mut List, kind: Kind, part: Part, at: usize) {
        let connector = std::mem::replace(&mut list.connector, Connector::Start);
        let function = list.function.take();
        list.negated = false;
        list.slot = Slot::Start;
        list.after_if = false;
        if list.blocks.len() >= MAX_BLOCKS {
            self.note_too_deep(at);
            return;
        }
        list.parens += usize::from(kind == Kind::Paren);
        let region = self.regions.len();
        self.regions.push(crate::Block {
            kind: kind.shown(),
            span: Span::new(at, self.bytes.len()),
            connector,
            body: None,
            function,
            words: Vec::new(),
            redirects: Vec::new(),
            substituted: self.level > 0,
        });
        list.blocks.push(Block { kind, part, at, second: None, swallowed: None, region });
    }

    /// Drops a pending `time`: before a compound command it is a keyword.
    pub(crate) fn drop_times(&self, list: &mut List) {
        if list.command.as_ref().is_some_and(super::only_times) {
            list.command = None;
            list.slot = Slot::Start;
        }
    }

    /// Closes all blocks inside the innermost one that `fits`, reporting their missing closers. Searches no
    /// further than the nearest `(` and returns false if there is no such block.
    pub(crate) fn unwind(&mut self, list: &mut List, fits: impl Fn(&Block) -> bool) -> bool {
        for (index, block) in list.blocks.iter().enumerate().rev() {
            if fits(block) {
                self.close_all(list, index + 1);
                return true;
            }
            if block.kind == Kind::Paren {
                break;
            }
        }
        false
    }

    /// Ends the innermost block.
    pub(crate) fn pop(&mut self, list: &mut List) {
        if let Some(block) = list.blocks.pop() {
            self.end_region(block.region);
            list.closed = Some(block.region);
            list.parens -= usize::from(block.kind == Kind::Paren);
        }
        list.slot = Slot::Closed;
        list.connector = Connector::Sequence;
        list.negated = false;
    }

    /// Ends all blocks above the first `keep` and reports their missing closers.
    pub(crate) fn close_all(&mut self, list: &mut List, keep: usize) {
        while list.blocks.len() > keep {
            let Some(mut block) = list.blocks.pop() else { return };
            self.end_region(block.region);
            if matches!(block.part, Part::Condition | Part::Head) {
                self.report_missing_middle(&block, self.pos);
                block.swallowed = None;
            }
            if let Some(at) = block.swallowed {
                self.issue(IssueKind::MissingSeparator, at);
                continue;
            }
            let kind = match block.kind {
                Kind::Paren => IssueKind::UnclosedParen,
                Kind::Brace | Kind::IfBrace => IssueKind::UnclosedBrace,
                _ if self.dialect == Dialect::Fish => IssueKind::MissingKeyword("end"),
                _ => IssueKind::MissingKeyword(block.closer()),
            };
            list.parens -= usize::from(block.kind == Kind::Paren);
            self.issue(kind, block.at);
        }
    }

    /// Ends the block at the current position.
    fn end_region(&mut self, region: usize) {
        let end = self.pos;
        if let Some(block) = self.regions.get_mut(region) {
            block.span.end = end;
        }
    }

    /// Ends a zsh loop or a function whose body is the single command at `span`.
    pub(super) fn end_short_forms(&mut self, list: &mut List, span: Span) {
        if let Some(block) = list.short.take().and_then(|region| self.regions.get_mut(region)) {
            block.span.end = span.end;
        }
        if let Some(name) = list.function.take() {
            self.regions.push(crate::Block {
                kind: BlockKind::Group,
                span,
                connector: list.connector,
                body: None,
                function: Some(name),
                words: Vec::new(),
                redirects: Vec::new(),
                substituted: self.level > 0,
            });
        }
    }

    /// Adds a word to the header of the innermost block.
    pub(super) fn header_word(&mut self, list: &List, word: crate::Word) {
        if let Some(block) = list.blocks.last().and_then(|block| self.regions.get_mut(block.region)) {
            block.words.push(word);
        }
    }

    /// Reports a missing `then` or `do`, noticed at `here`.
    pub(crate) fn report_missing_middle(&mut self, block: &Block, here: usize) {
        match (block.swallowed, block.second) {
            (Some(at), _) => self.issue(IssueKind::MissingSeparator, at),
            (None, second) => self.issue(IssueKind::MissingKeyword(block.wanted()), second.unwrap_or(here)),
        }
    }
}
