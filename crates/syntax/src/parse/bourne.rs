//! Reserved words of sh, bash and zsh (POSIX §2.4).

use super::block::{Block, Kind, Part};
use super::{List, Slot};
use crate::lex::{Parser, Until};
use crate::{Connector, Dialect, IssueKind, Word};

impl Parser<'_> {
    /// Handles a literal word in command position; returns false if it is not a reserved word.
    pub(super) fn bourne_keyword(&mut self, list: &mut List, word: &Word) -> bool {
        let at = word.span.start;
        let extended = self.dialect != Dialect::Posix;
        let zsh = self.dialect == Dialect::Zsh;
        match word.value.as_str() {
            "if" => self.open(list, Kind::If, Part::Condition, at),
            "while" | "until" => self.open(list, Kind::While, Part::Condition, at),
            "for" => self.loop_header(list, Kind::For, at),
            "select" if extended => self.loop_header(list, Kind::For, at),
            "foreach" if zsh => self.loop_header(list, Kind::Foreach, at),
            "repeat" if zsh => self.repeat_header(list, at),
            "case" => self.case_header(list, at),
            "function" if extended => self.function_header(list, at),
            "coproc" if extended => self.coproc(list, at),
            "{" => self.open_brace(list, at),
            "[[" if extended => self.condition(list, word),
            "!" => {
                if list.slot == Slot::Closed {
                    self.begin(list, at);
                    list.slot = Slot::Next;
                }
                if list.slot == Slot::Needed && list.connector == Connector::Pipe {
                    self.issue(IssueKind::UnexpectedKeyword("!"), at);
                }
                self.drop_times(list);
                list.negated = !list.negated;
            }
            "always" if zsh && list.slot == Slot::Closed => list.slot = Slot::Start,
            "elif" if list.after_if => self.push_block(list, Kind::If, Part::Condition, at),
            "else" if list.after_if => list.slot = Slot::Start,
            "then" => self.next_part(list, at, "then", is_if_condition, Part::Body),
            "elif" => self.next_part(list, at, "elif", is_if_body, Part::Condition),
            "else" => self.next_part(list, at, "else", is_if_body, Part::Else),
            "do" => self.next_part(list, at, "do", is_loop_head, Part::Body),
            "fi" => self.close(list, at, "fi", |block| block.kind == Kind::If),
            "done" => self.close(list, at, "done", |block| {
                matches!(block.kind, Kind::While | Kind::For | Kind::Repeat)
            }),
            "esac" => self.close(list, at, "esac", |block| block.kind == Kind::Case),
            "end" if zsh => self.close(list, at, "end", |block| block.kind == Kind::Foreach),
            "}" => self.close_brace(list, at),
            "]]" if extended => self.issue(IssueKind::UnexpectedKeyword("]]"), at),
            _ => return false,
        }
        true
    }

    /// Begins the next part of the innermost block that `fits`, at `then`, `else`, `elif` or `do`.
    fn next_part(
        &mut self,
        list: &mut List,
        at: usize,
        word: &'static str,
        fits: fn(&Block) -> bool,
        part: Part,
    ) {
        let ended = self.finish(list);
        let incomplete = !ended && matches!(list.slot, Slot::Needed | Slot::Body);
        if !self.unwind(list, fits) {
            self.issue(IssueKind::UnexpectedKeyword(word), at);
            list.slot = Slot::Next;
            list.connector = Connector::Sequence;
            return;
        }
        let head = list.blocks.last().is_some_and(|block| block.part == Part::Head);
        let empty = list.slot == Slot::Start && !head && self.dialect != Dialect::Zsh;
        if incomplete || empty {
            self.issue(IssueKind::UnexpectedKeyword(word), at);
        }
        if let Some(block) = list.blocks.last().copied() {
            // `else` where `then` is missing
            if matches!(block.part, Part::Condition) && matches!(part, Part::Condition | Part::Else) {
                self.report_missing_middle(&block, at);
            }
        }
        if let Some(block) = list.blocks.last_mut() {
            if let Some(region) = self.regions.get_mut(block.region)
                && part == Part::Body
            {
                region.body = region.body.or(Some(self.pos));
            }
            (block.part, block.second, block.swallowed) = (part, None, None);
        }
        list.slot = Slot::Start;
        list.connector = Connector::Sequence;
        list.negated = false;
    }

    /// Ends the innermost block that `fits`, at its closing keyword.
    fn close(&mut self, list: &mut List, at: usize, word: &'static str, fits: fn(&Block) -> bool) {
        self.finish(list);
        let incomplete = matches!(list.slot, Slot::Needed | Slot::Body);
        if !self.unwind(list, fits) {
            self.issue(IssueKind::UnexpectedKeyword(word), at);
            list.slot = Slot::Closed;
            list.connector = Connector::Sequence;
            return;
        }
        if let Some(block) = list.blocks.last().copied() {
            let may_be_empty = self.dialect == Dialect::Zsh || block.kind == Kind::Case;
            if matches!(block.part, Part::Condition | Part::Head) {
                self.report_missing_middle(&block, at);
            } else if incomplete || list.slot == Slot::Start && !may_be_empty {
                self.issue(IssueKind::UnexpectedKeyword(word), at);
            }
        }
        self.pop(list);
    }

    /// Opens a group, or the body that zsh and bash accept in place of `do` and zsh in place of `then`.
    fn open_brace(&mut self, list: &mut List, at: usize) {
        let zsh = self.dialect == Dialect::Zsh;
        let closed = list.slot == Slot::Closed;
        match list.blocks.last_mut() {
            Some(block) if block.part == Part::Head && self.dialect != Dialect::Posix => {
                (block.kind, block.at, block.part) = (Kind::Brace, at, Part::Body);
            }
            Some(block) if zsh && closed && block.part == Part::Condition => {
                block.kind = if block.kind == Kind::If { Kind::IfBrace } else { Kind::Brace };
                (block.at, block.part) = (at, Part::Body);
            }
            _ => {
                self.open(list, Kind::Brace, Part::Body, at);
                return;
            }
        }
        list.slot = Slot::Start;
        list.connector = Connector::Start;
    }

    fn close_brace(&mut self, list: &mut List, at: usize) {
        let ended = self.finish(list);
        let incomplete = !ended && matches!(list.slot, Slot::Needed | Slot::Body);
        let braces = |block: &Block| matches!(block.kind, Kind::Brace | Kind::IfBrace);
        if !self.unwind(list, braces) {
            if list.until == Until::Brace && list.parens == 0 {
                list.ended = true; // `${ commands; }`
                return;
            }
            self.issue(IssueKind::UnexpectedClose, at);
            list.slot = Slot::Closed;
            list.connector = Connector::Sequence;
            return;
        }
        if incomplete || list.slot == Slot::Start && self.dialect != Dialect::Zsh {
            self.issue(IssueKind::UnexpectedClose, at);
        }
        let after_if = list.blocks.last().is_some_and(|block| block.kind == Kind::IfBrace);
        self.pop(list);
        list.after_if = after_if;
        if list.anonymous == Some(list.blocks.len()) {
            list.anonymous = None;
            loop {
                self.skip_blanks();
                let word = self.word();
                if word.span.is_empty() {
                    break;
                }
                if let Some(block) = list.closed.and_then(|at| self.regions.get_mut(at)) {
                    block.words.push(word);
                    block.span.end = self.pos;
                }
            }
        }
    }

    /// Handles zsh's braces: `{` where a command may start and `}` anywhere are tokens even without blanks.
    pub(super) fn zsh_brace(&mut self, list: &mut List) -> bool {
        let at = self.pos;
        match self.peek() {
            Some(b'{') if list.command.as_ref().is_none_or(super::only_times) => {
                self.pos += 1;
                self.drop_times(list);
                self.open_brace(list, at);
            }
            Some(b'}') if self.at_lone_brace() => {
                self.pos += 1;
                self.close_brace(list, at);
            }
            _ => return false,
        }
        true
    }
}

fn is_if_condition(block: &Block) -> bool {
    block.kind == Kind::If && block.part == Part::Condition
}

fn is_if_body(block: &Block) -> bool {
    block.kind == Kind::If && block.part != Part::Else
}

fn is_loop_head(block: &Block) -> bool {
    matches!(block.part, Part::Condition | Part::Head)
        && matches!(block.kind, Kind::While | Kind::For | Kind::Repeat)
}
