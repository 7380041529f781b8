//! The stack of open compound commands.

use super::{List, Slot};
use crate::lex::Parser;
use crate::{Connector, Dialect, IssueKind};

/// More open blocks than this are not told apart.
const MAX_BLOCKS: usize = 128;

/// A compound command (POSIX §2.9.4) that has been opened.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    If,
    /// `while`, `until`
    While,
    /// `for`, `select`, zsh `repeat`
    For,
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
    /// After a loop's header: `do` must come.
    Head,
    /// Before the `)` of a pattern of `case`; fish: before the first `case`.
    Pattern,
    Body,
    Else,
}

#[derive(Debug, Clone, Copy)]
pub(crate) struct Block {
    pub(crate) kind: Kind,
    pub(crate) part: Part,
    /// Where its opener stands.
    pub(crate) at: usize,
    /// Start of the second command of a condition: the likely place of a missing `then` or `do`.
    pub(crate) second: Option<usize>,
    /// Where the keyword that is waited for was read as an ordinary word: `if true then …`.
    pub(crate) swallowed: Option<usize>,
}

impl Block {
    /// The keyword that ends the part being read.
    pub(crate) const fn wanted(&self) -> &'static str {
        match (self.part, self.kind) {
            (Part::Condition, Kind::If) => "then",
            (Part::Condition | Part::Head, _) => "do",
            (_, Kind::If) => "fi",
            (_, Kind::Case) => "esac",
            (_, Kind::While | Kind::For) => "done",
            (_, Kind::Foreach | Kind::Begin | Kind::Switch) => "end",
            (_, Kind::Brace | Kind::IfBrace) => "}",
            (_, Kind::Paren) => ")",
        }
    }

    /// The keyword that ends the whole block.
    const fn closer(&self) -> &'static str {
        Self { part: Part::Body, ..*self }.wanted()
    }
}

impl Parser<'_> {
    /// A command or compound command starts at `at`: checks that one may stand here.
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
                list.blocks.pop(); // zsh: `for x (a b) echo $x`
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

    /// Does a compound command start here? Functions of bash have no other bodies.
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

    /// zsh: `if [[ … ]] command` and `while (…) command` have no closer.
    fn zsh_short_form(&self, list: &mut List) -> bool {
        let short = self.dialect == Dialect::Zsh
            && list.blocks.last().is_some_and(|block| block.part == Part::Condition);
        if short {
            list.blocks.pop();
            list.connector = Connector::Sequence;
            list.slot = Slot::Start;
        }
        short
    }

    /// Opens a block whose opener stands at `at`.
    pub(crate) fn open(&mut self, list: &mut List, kind: Kind, part: Part, at: usize) {
        self.drop_times(list);
        self.begin(list, at);
        self.push_block(list, kind, part, at);
    }

    pub(crate) fn push_block(&mut self, list: &mut List, kind: Kind, part: Part, at: usize) {
        list.connector = Connector::Start;
        list.negated = false;
        list.slot = Slot::Start;
        list.after_if = false;
        if list.blocks.len() >= MAX_BLOCKS {
            self.note_too_deep(at);
            return;
        }
        list.parens += usize::from(kind == Kind::Paren);
        list.blocks.push(Block { kind, part, at, second: None, swallowed: None });
    }

    /// `time` before a compound command is a keyword, not a command.
    pub(crate) fn drop_times(&self, list: &mut List) {
        if list.command.as_ref().is_some_and(super::only_times) {
            list.command = None;
            list.slot = Slot::Start;
        }
    }

    /// Makes the topmost block that `fits` the innermost one; those above it lack their closers.
    /// Looks no further than the nearest `(`. False when there is none.
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
            list.parens -= usize::from(block.kind == Kind::Paren);
        }
        list.slot = Slot::Closed;
        list.connector = Connector::Sequence;
        list.negated = false;
    }

    /// Ends all blocks above the first `keep` and tells what each of them lacks.
    pub(crate) fn close_all(&mut self, list: &mut List, keep: usize) {
        while list.blocks.len() > keep {
            let Some(mut block) = list.blocks.pop() else { return };
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

    /// `then` or `do` has not come; `here` is where that shows.
    pub(crate) fn report_missing_middle(&mut self, block: &Block, here: usize) {
        match (block.swallowed, block.second) {
            (Some(at), _) => self.issue(IssueKind::MissingSeparator, at),
            (None, second) => self.issue(IssueKind::MissingKeyword(block.wanted()), second.unwrap_or(here)),
        }
    }
}
