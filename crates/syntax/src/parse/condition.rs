//! `[[ … ]]` (bash, zsh): a command whose operators are words.

use super::{List, Slot};
use crate::lex::Parser;
use crate::{Connector, IssueKind, Word};

impl Parser<'_> {
    /// Reads what follows `[[` through `]]`, or as far as possible.
    pub(super) fn condition(&mut self, list: &mut List, open: &Word) {
        let at = open.span.start;
        self.drop_times(list);
        self.command_in(list, at).words.push(open.clone());
        let mut level = 0_u32;
        let mut closed = false;
        loop {
            if level == 0 {
                self.skip_blanks_and_lines()
            } else {
                self.skip_space()
            }
            let start = self.pos;
            let Some(byte) = self.peek() else { break };
            match byte {
                b';' if level == 0 => break,
                b')' if level == 0 && !list.blocks.is_empty() | (self.depth > 0) => break,
                _ => {}
            }
            let mut word = self.word();
            if self.pos == start {
                match byte {
                    b'(' => level += 1,
                    b')' => level = level.saturating_sub(1),
                    _ => {}
                }
                self.pos += 1;
                while matches!(byte, b'&' | b'|') && self.peek() == Some(byte) && self.pos < start + 2 {
                    self.pos += 1;
                }
                word.span.end = self.pos;
                self.take_raw(start, &mut word);
            }
            closed = word.value == "]]";
            self.command_in(list, at).words.push(word);
            if closed {
                break;
            }
        }
        if !closed {
            self.issue(IssueKind::MissingKeyword("]]"), at);
        }
        self.finish(list);
        list.slot = Slot::Closed;
        list.connector = Connector::Sequence;
    }

    fn skip_blanks_and_lines(&mut self) {
        loop {
            self.skip_blanks();
            if self.peek() != Some(b'\n') {
                return;
            }
            self.pos += 1;
            self.skip_here_documents();
        }
    }
}
