//! List operators, separators and parentheses (POSIX §2.9.3).

use super::block::{Kind, Part};
use super::{List, Slot};
use crate::lex::{Parser, Until};
use crate::{Connector, Dialect, IssueKind, Word};

impl Parser<'_> {
    pub(super) fn operator(&mut self, list: &mut List) {
        let at = self.pos;
        self.finish_for_operator(list);
        let (connector, length) = self.read_operator();
        self.pos += length;
        if self.ends_clause(at, length) {
            if self.unwind(list, |block| block.kind == Kind::Case && block.part == Part::Body) {
                if list.slot == Slot::Needed {
                    self.issue(IssueKind::UnexpectedOperator, at);
                }
                if let Some(block) = list.blocks.last_mut() {
                    block.part = Part::Pattern;
                }
                list.slot = Slot::Start;
                list.connector = Connector::Sequence;
                return;
            }
            if self.dialect != Dialect::Fish {
                self.issue(IssueKind::UnexpectedOperator, at);
            }
        } else if !self.may_stand(list, connector) || !self.has_operator(connector) {
            self.issue(IssueKind::UnexpectedOperator, at);
        }
        if list.slot == Slot::Start && connector == Connector::Sequence {
            return; // an empty statement
        }
        list.connector = connector;
        list.negated = false;
        list.after_if = false;
        list.slot = match connector {
            Connector::And | Connector::Or | Connector::Pipe => Slot::Needed,
            _ => Slot::Next,
        };
        list.needs_at = at;
    }

    /// fish: `2>|`
    pub(super) fn starts_with_pipe_of_descriptor(&self) -> bool {
        self.peek_at(1) == Some(b'>') && self.peek_at(2) == Some(b'|')
    }

    fn finish_for_operator(&mut self, list: &mut List) {
        if self.finish(list) {
            list.slot = Slot::Closed; // a complete command precedes the operator
        }
    }

    /// Returns whether the operator may follow what has been read.
    fn may_stand(&self, list: &List, connector: Connector) -> bool {
        match list.slot {
            Slot::Closed | Slot::Command => true,
            Slot::Body => false,
            Slot::Needed => connector == Connector::Sequence && self.dialect == Dialect::Zsh,
            Slot::Start | Slot::Next => {
                let empty_statements = !matches!(self.dialect, Dialect::Posix | Dialect::Bash);
                connector == Connector::Sequence && empty_statements || list.negated
            }
        }
    }

    /// Returns whether the dialect has the operator; nu has no `&&`.
    fn has_operator(&self, connector: Connector) -> bool {
        self.dialect != Dialect::Nu || connector != Connector::And
    }

    /// Returns whether the operator ends a `case` clause: `;;`, `;&`, `;;&` (bash), `;|` (zsh).
    fn ends_clause(&self, at: usize, length: usize) -> bool {
        length > 1 && self.bytes.get(at) == Some(&b';')
    }

    fn read_operator(&self) -> (Connector, usize) {
        let zsh = self.dialect == Dialect::Zsh;
        let bourne = self.dialect.is_bourne();
        let extended = bourne && self.dialect != Dialect::Posix;
        match (self.peek(), self.peek_at(1), self.peek_at(2)) {
            (Some(b';'), Some(b';'), Some(b'&')) if extended => (Connector::Sequence, 3),
            (Some(b';'), Some(b'&'), _) if extended => (Connector::Sequence, 2),
            (Some(b';'), Some(b';'), _) if bourne => (Connector::Sequence, 2),
            (Some(b';'), Some(b'|'), _) if zsh => (Connector::Sequence, 2),
            (Some(b'&'), Some(b'&'), _) => (Connector::And, 2),
            (Some(b'&'), Some(b'|' | b'!'), _) if zsh => (Connector::Background, 2),
            (Some(b'&' | b'<' | b'>'), Some(b'|'), _) if self.dialect == Dialect::Fish => {
                (Connector::Pipe, 2)
            }
            (Some(b'|'), Some(b'|'), _) => (Connector::Or, 2),
            (Some(b'|'), Some(b'&'), _) if !matches!(self.dialect, Dialect::Posix | Dialect::Fish) => {
                (Connector::Pipe, 2)
            }
            (Some(b'|'), ..) => (Connector::Pipe, 1),
            (Some(b'&'), ..) => (Connector::Background, 1),
            (Some(byte), second, _) if byte.is_ascii_digit() && second == Some(b'>') => (Connector::Pipe, 3),
            _ => (Connector::Sequence, 1),
        }
    }

    /// Handles `)`; returns false if it ends the list.
    pub(super) fn close_paren(&mut self, list: &mut List) -> bool {
        let at = self.pos;
        let ended = self.finish(list);
        let incomplete = !ended && matches!(list.slot, Slot::Needed | Slot::Body);
        if list.parens > 0 {
            let keep = list.blocks.iter().rposition(|block| block.kind == Kind::Paren).unwrap_or(0);
            self.close_all(list, keep + 1);
            let empty = !ended && list.slot == Slot::Start && self.dialect != Dialect::Zsh;
            if incomplete || empty {
                self.issue(IssueKind::UnexpectedClose, at);
            }
            self.pos += 1;
            self.pop(list);
            return true;
        }
        if incomplete {
            self.issue(IssueKind::UnexpectedClose, at);
            list.slot = Slot::Next;
        }
        if list.until == Until::Paren {
            self.close_all(list, 0);
            self.pos += 1;
            return false;
        }
        if !incomplete {
            self.issue(IssueKind::UnexpectedClose, at);
        }
        self.pos += 1;
        list.slot = Slot::Next;
        list.connector = Connector::Sequence;
        true
    }

    pub(super) fn close_script_block(&mut self, list: &mut List) -> bool {
        let at = self.pos;
        self.finish(list);
        self.pos += 1;
        if list.until == Until::Brace {
            return false;
        }
        self.issue(IssueKind::UnexpectedClose, at);
        true
    }

    /// Handles a `(` that is not part of a word: a subshell, `((`, or a function definition.
    pub(super) fn open_paren(&mut self, list: &mut List) {
        let at = self.pos;
        let zsh = self.dialect == Dialect::Zsh;
        if let Some(end) = self.empty_parens() {
            let names = list.command.as_ref().map_or(0, |command| {
                let plain = command.assignments.is_empty() && command.redirects.is_empty();
                if plain { command.words.len() } else { usize::MAX }
            });
            if names == 1 || zsh && names < usize::MAX {
                let command = list.command.take();
                list.needs_at = command.as_ref().map_or(at, |command| command.span.start);
                list.function = command.and_then(|command| Some(command.words.into_iter().next()?.value));
                if names == 0 {
                    self.begin(list, at); // zsh: an anonymous function
                    list.anonymous = Some(list.blocks.len());
                }
                self.arrays = true;
                self.pos = end;
                list.slot = Slot::Body;
                return;
            }
        }
        self.drop_times(list);
        if list.command.is_some() {
            if zsh && self.peek_at(1) != Some(b')') {
                self.pattern_word(list);
                return;
            }
            self.issue(IssueKind::UnexpectedOperator, at);
            self.finish(list);
            list.connector = Connector::Sequence;
        }
        if self.arithmetic_command() {
            self.begin(list, at);
            list.slot = Slot::Closed;
            list.negated = false;
            return;
        }
        self.pos += 1;
        self.open(list, Kind::Paren, Part::Body, at);
    }

    /// Returns the offset after `()`, which may contain blanks.
    fn empty_parens(&self) -> Option<usize> {
        let rest = self.bytes.get(self.pos + 1..)?;
        let blanks = rest.iter().take_while(|byte| matches!(byte, b' ' | b'\t')).count();
        (rest.get(blanks) == Some(&b')')).then_some(self.pos + blanks + 2)
    }

    /// Reads a zsh argument that begins with a group, `(a|b)*`.
    fn pattern_word(&mut self, list: &mut List) {
        let start = self.pos;
        let mut word = Word::empty(start);
        self.pattern_group(&mut word);
        let rest = self.word();
        word.value.push_str(&rest.value);
        word.dynamic |= rest.dynamic;
        word.glob = true;
        word.span.end = self.pos;
        self.add_word(list, word);
    }
}
