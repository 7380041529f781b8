//! Keywords of fish, where every block ends with `end`.

use super::block::{Kind, Part};
use super::{List, Slot};
use crate::lex::Parser;
use crate::{Connector, IssueKind, Word};

impl Parser<'_> {
    /// Handles a literal word in command position; returns false if it is not a keyword.
    pub(super) fn fish_keyword(&mut self, list: &mut List, word: &Word) -> bool {
        let at = word.span.start;
        match word.value.as_str() {
            "if" => self.fish_condition(list, Kind::If, at),
            "while" => self.fish_condition(list, Kind::While, at),
            "begin" => self.open(list, Kind::Begin, Part::Body, at),
            "for" => self.fish_for(list, at),
            "function" => {
                self.open(list, Kind::Begin, Part::Body, at);
                if self.header_words(list) == 0 {
                    self.issue(IssueKind::UnexpectedOperator, self.pos);
                }
                self.name_function(list);
            }
            "switch" => {
                self.open(list, Kind::Switch, Part::Pattern, at);
                match self.header_words(list) {
                    0 => self.issue(IssueKind::UnexpectedOperator, self.pos),
                    1 => {}
                    _ => self.issue(IssueKind::UnexpectedWord, at),
                }
            }
            "case" => self.fish_case(list, at),
            "else" => self.fish_else(list, at),
            "end" => {
                self.finish(list);
                if list.blocks.is_empty() || list.slot == Slot::Needed {
                    self.issue(IssueKind::UnexpectedKeyword("end"), at);
                }
                self.pop(list);
            }
            "and" | "or" => {
                if list.slot == Slot::Closed {
                    self.begin(list, at);
                } else if list.slot == Slot::Needed && list.connector == Connector::Pipe {
                    self.issue(IssueKind::UnexpectedOperator, at);
                }
                list.connector = if word.value == "and" { Connector::And } else { Connector::Or };
                list.slot = Slot::Needed;
                list.needs_at = at;
            }
            "not" | "!" => {
                if list.slot == Slot::Closed {
                    self.begin(list, at);
                    list.slot = Slot::Next;
                }
                self.drop_times(list);
                list.negated = !list.negated;
            }
            _ => return false,
        }
        true
    }

    fn fish_condition(&mut self, list: &mut List, kind: Kind, at: usize) {
        self.open(list, kind, Part::Body, at);
        list.slot = Slot::Needed;
        list.needs_at = at;
    }

    fn fish_for(&mut self, list: &mut List, at: usize) {
        self.open(list, Kind::For, Part::Body, at);
        self.skip_blanks();
        let variable = self.word();
        self.header_word(list, variable);
        self.skip_blanks();
        let before = self.pos;
        let word = self.word();
        if word.value != "in" {
            self.issue(IssueKind::MissingKeyword("in"), before);
        }
        self.header_words(list);
    }

    /// Names the function after the first word of its header.
    fn name_function(&mut self, list: &List) {
        if let Some(block) = list.blocks.last().and_then(|block| self.regions.get_mut(block.region)) {
            block.function = block.words.first().map(|word| word.value.clone());
        }
    }

    fn fish_case(&mut self, list: &mut List, at: usize) {
        self.finish(list);
        if self.unwind(list, |block| block.kind == Kind::Switch) {
            if let Some(block) = list.blocks.last_mut() {
                block.part = Part::Body;
            }
        } else {
            self.issue(IssueKind::UnexpectedKeyword("case"), at);
        }
        self.header_words(list);
        list.slot = Slot::Start;
        list.connector = Connector::Sequence;
    }

    fn fish_else(&mut self, list: &mut List, at: usize) {
        self.finish(list);
        if !self.unwind(list, |block| block.kind == Kind::If && block.part == Part::Body) {
            self.issue(IssueKind::UnexpectedKeyword("else"), at);
        }
        self.skip_blanks();
        let blank = self.rest().get(2).is_none_or(|byte| b" \t\n;".contains(byte));
        let chained = self.starts_with("if") && blank;
        if chained {
            self.pos += 2;
        } else if let Some(block) = list.blocks.last_mut() {
            block.part = Part::Else;
        }
        list.slot = if chained { Slot::Needed } else { Slot::Start };
        list.needs_at = at;
        list.connector = Connector::Sequence;
        list.negated = false;
    }

    /// Reads the words up to the end of the statement and returns their number.
    fn header_words(&mut self, list: &mut List) -> usize {
        let mut count = 0;
        loop {
            self.skip_blanks();
            let word = self.word();
            if word.span.is_empty() {
                return count;
            }
            self.note_swallowed(list, &word);
            self.header_word(list, word);
            count += 1;
        }
    }
}
