//! Headers of compound commands: the part between the first word and the body.

use super::block::{Kind, Part};
use super::{List, Slot};
use crate::lex::Parser;
use crate::{Connector, Dialect, IssueKind, QuoteStyle, Word};

impl Parser<'_> {
    /// Reads the header of `for x in …;`, `for ((…))`, `select`, zsh `for x y (…)` and `foreach`.
    pub(super) fn loop_header(&mut self, list: &mut List, kind: Kind, at: usize) {
        let part = if kind == Kind::Foreach { Part::Body } else { Part::Head };
        self.open(list, kind, part, at);
        self.skip_blanks();
        if self.starts_with("((") && self.dialect != Dialect::Posix {
            self.loop_arithmetic();
        } else {
            self.loop_names(list);
        }
        self.skip_blanks();
        if self.peek() == Some(b';') && self.peek_at(1) != Some(b';') {
            self.pos += 1;
        }
    }

    fn loop_arithmetic(&mut self) {
        let at = self.pos;
        if self.arithmetic_command() {
            return;
        }
        self.issue(IssueKind::UnclosedParen, at);
        let line = memchr::memchr(b'\n', self.rest()).unwrap_or(self.rest().len());
        let close = memchr::memrchr(b')', self.rest().get(..line).unwrap_or_default());
        self.pos += close.map_or(line, |close| close + 1);
    }

    fn loop_names(&mut self, list: &mut List) {
        let zsh = self.dialect == Dialect::Zsh;
        let variable = self.word();
        if variable.span.is_empty() {
            self.issue(IssueKind::UnexpectedOperator, self.pos);
            return;
        }
        self.header_word(list, variable);
        loop {
            if self.take_word_after_lines(b"in") {
                self.loop_words(list);
                return;
            }
            self.skip_blanks();
            match self.peek() {
                Some(b'(') if zsh => {
                    self.pos += 1;
                    self.zsh_loop_list(list);
                    return;
                }
                Some(b';' | b'\n' | b'{') | None => return,
                _ if zsh && !self.word_ahead(b"do") => {
                    if self.word().span.is_empty() {
                        return;
                    }
                }
                _ => return,
            }
        }
    }

    fn loop_words(&mut self, list: &mut List) {
        let arrays = std::mem::replace(&mut self.arrays, false);
        loop {
            self.skip_blanks();
            let word = self.word();
            if word.span.is_empty() {
                break;
            }
            self.note_swallowed(list, &word);
            self.header_word(list, word);
        }
        self.arrays = arrays;
    }

    fn zsh_loop_list(&mut self, list: &List) {
        let at = self.pos - 1;
        loop {
            self.skip_space();
            match self.peek() {
                None => return self.issue(IssueKind::UnclosedParen, at),
                Some(b')') => {
                    self.pos += 1;
                    return;
                }
                _ => {
                    let word = self.word();
                    if word.span.is_empty() {
                        self.pos += 1;
                    } else {
                        self.header_word(list, word);
                    }
                }
            }
        }
    }

    pub(super) fn repeat_header(&mut self, list: &mut List, at: usize) {
        self.open(list, Kind::Repeat, Part::Head, at);
        self.skip_blanks();
        let count = self.word();
        self.header_word(list, count);
        self.skip_blanks();
        if self.peek() == Some(b';') && self.peek_at(1) != Some(b';') {
            self.pos += 1;
        }
    }

    pub(super) fn case_header(&mut self, list: &mut List, at: usize) {
        self.open(list, Kind::Case, Part::Pattern, at);
        self.skip_blanks();
        let subject = self.word();
        if subject.span.is_empty() {
            self.issue(IssueKind::UnexpectedOperator, self.pos);
        } else {
            self.header_word(list, subject);
        }
        let brace = self.dialect == Dialect::Zsh && self.take_word_after_lines(b"{");
        if !brace && !self.take_word_after_lines(b"in") {
            self.skip_blanks();
            self.issue(IssueKind::MissingKeyword("in"), self.pos);
        }
    }

    pub(super) fn at_case_pattern(&self, list: &List) -> bool {
        list.blocks.last().is_some_and(|block| block.kind == Kind::Case && block.part == Part::Pattern)
    }

    /// Reads `(a|b)` through the `)`, or `esac`.
    pub(super) fn case_pattern(&mut self, list: &mut List) {
        self.skip_space();
        let parenthesised = self.peek() == Some(b'(');
        if parenthesised && self.dialect == Dialect::Zsh {
            self.pattern_group(&mut Word::empty(self.pos));
            if !self.pattern_goes_on() {
                self.start_clause(list);
                return;
            }
        } else if parenthesised {
            self.pos += 1;
        } else if self.dialect == Dialect::Zsh && self.peek() == Some(b'}') {
            self.pos += 1;
            self.pop(list);
            return;
        }
        let mut first = true;
        loop {
            self.skip_blanks();
            let word = self.word();
            if first && !parenthesised && word.value == "esac" && word.quote == QuoteStyle::Bare {
                self.pop(list);
                return;
            }
            self.skip_blanks();
            match self.peek() {
                None => return,
                Some(b'|') if !word.span.is_empty() => self.pos += 1,
                Some(b'(') if self.dialect == Dialect::Zsh => self.pattern_group(&mut Word::empty(self.pos)),
                next => {
                    if next == Some(b')') && !word.span.is_empty() {
                        self.pos += 1;
                    } else if next != Some(b')') {
                        self.issue(IssueKind::UnexpectedWord, self.pos);
                    }
                    break;
                }
            }
            first = false;
        }
        self.start_clause(list);
    }

    /// Begins the commands of a `case` clause.
    fn start_clause(&self, list: &mut List) {
        if let Some(block) = list.blocks.last_mut() {
            block.part = Part::Body;
        }
        list.slot = Slot::Start;
        list.connector = Connector::Sequence;
    }

    /// Returns whether a zsh pattern continues after `(a|b)`, as in `(a|b)c)`.
    fn pattern_goes_on(&self) -> bool {
        let end = self.near().iter().find(|byte| b" \t\n;&)|".contains(byte));
        matches!(end, Some(b')' | b'|'))
    }

    /// Reads `function name` with an optional `()` (bash, zsh); the body must follow.
    pub(super) fn function_header(&mut self, list: &mut List, at: usize) {
        self.drop_times(list);
        self.begin(list, at);
        let mut named = false;
        loop {
            self.skip_blanks();
            if matches!(self.peek(), Some(b'{' | b'(')) && (named || self.dialect == Dialect::Zsh) {
                break;
            }
            let word = self.word();
            if word.span.is_empty() {
                break;
            }
            list.function.get_or_insert(word.value);
            named = true;
            if self.dialect != Dialect::Zsh {
                break;
            }
        }
        self.skip_blanks();
        if self.starts_with("()") {
            self.pos += 2;
        }
        list.slot = Slot::Body;
        list.needs_at = at;
        if !named && self.dialect == Dialect::Zsh {
            list.anonymous = Some(list.blocks.len());
        }
    }

    /// Reads `coproc [NAME] command`; the name is allowed only in bash, before a compound command.
    pub(super) fn coproc(&mut self, list: &mut List, at: usize) {
        self.begin(list, at);
        self.skip_blanks();
        if self.dialect == Dialect::Bash && !self.compound_ahead() {
            let before = self.pos;
            let name = self.rest().iter().take_while(|byte| !b" \t\n;&|()<>'\"\\$`=".contains(byte)).count();
            self.pos += name;
            self.skip_blanks();
            let apart = self.pos > before + name;
            if !(name > 0 && apart && self.compound_ahead()) {
                self.pos = before;
            }
        }
        list.slot = Slot::Needed;
        list.needs_at = at;
    }

    /// Returns whether the next word opens a compound command (bash).
    fn compound_ahead(&self) -> bool {
        const OPENERS: [&[u8]; 8] = [b"{", b"[[", b"if", b"while", b"until", b"for", b"case", b"select"];
        self.peek() == Some(b'(') || OPENERS.iter().any(|opener| self.word_ahead(opener))
    }

    /// Skips blanks and newlines and consumes `wanted` if it is the next word.
    fn take_word_after_lines(&mut self, wanted: &[u8]) -> bool {
        let rest = self.rest();
        let space = rest.iter().take_while(|byte| matches!(byte, b' ' | b'\t' | b'\n')).count();
        let before = self.pos;
        self.pos += space;
        if !self.word_ahead(wanted) {
            self.pos = before;
            return false;
        }
        self.pos += wanted.len();
        true
    }

    /// Returns whether the next word is `wanted`, unquoted.
    fn word_ahead(&self, wanted: &[u8]) -> bool {
        let ends = self.peek_at(wanted.len()).is_none_or(|byte| b" \t\n;&|()<>".contains(&byte));
        self.rest().starts_with(wanted) && ends
    }

    /// Records `word` if it is the keyword that the innermost block expects, read as an ordinary word.
    pub(super) fn note_swallowed(&self, list: &mut List, word: &Word) {
        let fish = self.dialect == Dialect::Fish;
        if let Some(block) = list.blocks.last_mut() {
            let wanted = if fish { "end" } else { block.wanted() };
            if word.quote == QuoteStyle::Bare && word.value == wanted {
                block.swallowed = Some(word.span.start);
            }
        }
    }
}
