//! Expansions that begin with `$`, and substitutions (POSIX §2.6).

use super::{MAX_DEPTH, Parser, Until};
use crate::{Dialect, IssueKind, Word};

impl Parser<'_> {
    /// Reads the expansion at a `$`.
    pub(crate) fn dollar(&mut self, word: &mut Word, quoted: bool) {
        let at = self.pos;
        let bourne = self.dialect.is_bourne();
        match self.peek_at(1) {
            Some(b'(')
                if bourne && self.peek_at(2) == Some(b'(') && self.arithmetic_end(at + 1).is_some() =>
            {
                let end = self.arithmetic_end(at + 1).unwrap_or(at + 1);
                if self.enter(at) {
                    self.pos = at + 3;
                    self.scan_expansions(end);
                    self.depth -= 1;
                }
                self.pos = end + 2;
                self.take_raw(at, word);
                word.dynamic = true;
            }
            Some(b'(') => self.substitution(2, Until::Paren, word),
            // bash 5.3, ksh: `${ commands; }` and `${| commands; }`
            Some(b'{') if bourne && matches!(self.peek_at(2), Some(b' ' | b'\t' | b'\n')) => {
                self.substitution(2, Until::Brace, word);
            }
            Some(b'{') if bourne && self.peek_at(2) == Some(b'|') => self.substitution(3, Until::Brace, word),
            Some(b'{') if bourne => self.braces(word, quoted),
            Some(b'{') if self.dialect == Dialect::PowerShell => {
                self.pos += memchr::memchr(b'}', self.near()).map_or(2, |end| end + 1);
                self.take_raw(at, word);
                word.dynamic = true;
            }
            Some(b'[')
                if matches!(self.dialect, Dialect::Bash | Dialect::Zsh) && self.old_arithmetic(word) => {}
            Some(b'"') if self.dialect == Dialect::Bash && !quoted => self.pos += 1, // $"…": translated text
            Some(b'"' | b'\'') if self.dialect == Dialect::Nu => self.pos += 1,      // $"…": interpolation
            next => {
                word.dynamic |= names_variable(next);
                // `$~x`, `$=x`
                word.dynamic |= self.dialect == Dialect::Zsh
                    && matches!(next, Some(b'~' | b'='))
                    && self.peek_at(2).is_some_and(|byte| byte.is_ascii_alphabetic() || byte == b'_');
                if self.dialect == Dialect::Fish && !is_fish_name(next) && next != Some(b'$') {
                    self.issue(IssueKind::BadExpansion, at);
                }
                word.value.push('$');
                self.pos += 1;
                if bourne && names_variable(next) {
                    self.pos += 1; // `$#` is not a comment, `$$` is one expansion
                    self.take_raw(at + 1, word);
                }
            }
        }
    }

    /// Reads `$[ … ]`, bash's old arithmetic expansion; returns false if it is not closed.
    fn old_arithmetic(&mut self, word: &mut Word) -> bool {
        let at = self.pos;
        let Some(end) = self.bracket_end(at + 1) else {
            self.issue_open_end(IssueKind::UnclosedBracket, at);
            return false;
        };
        self.pos += 2;
        self.scan_expansions(end);
        self.pos = end + 1;
        self.take_raw(at, word);
        word.dynamic = true;
        true
    }

    /// Descends one level unless that is too deep; the caller must decrement the depth again.
    pub(crate) fn enter(&mut self, at: usize) -> bool {
        if self.depth >= MAX_DEPTH {
            self.note_too_deep(at);
            return false;
        }
        self.depth += 1;
        true
    }

    /// Reads a command substitution whose opener is `opener` bytes long.
    pub(crate) fn substitution(&mut self, opener: usize, until: Until, word: &mut Word) {
        let at = self.pos;
        self.pos += opener;
        word.dynamic = true;
        if !self.enter(at) {
            self.pos = at + if opener > 1 { 1 } else { 0 };
            match until {
                Until::Paren => self.skip_balanced(b'(', b')', IssueKind::UnclosedParen),
                Until::Brace => self.skip_balanced(b'{', b'}', IssueKind::UnclosedBrace),
                Until::Backtick | Until::End => self.pos = at + 1,
            }
            self.take_raw(at, word);
            return;
        }
        let arrays = std::mem::replace(&mut self.arrays, true);
        let fish_braces = std::mem::take(&mut self.fish_braces);
        self.level += 1;
        if until == Until::Backtick {
            self.backtick_region(at);
        } else {
            self.list(until, at);
        }
        self.arrays = arrays;
        self.fish_braces = fish_braces;
        self.level -= 1;
        self.depth -= 1;
        self.take_raw(at, word);
    }

    /// Reads the region after a backtick: the shell looks for the next unescaped one, quoted or not, before
    /// it parses the inside.
    fn backtick_region(&mut self, at: usize) {
        let mut end = self.pos;
        loop {
            let rest = self.bytes.get(end..).unwrap_or_default();
            match memchr::memchr2(b'`', b'\\', rest) {
                Some(step) if rest.get(step) == Some(&b'\\') => end += step + 2,
                Some(step) => {
                    end += step;
                    break;
                }
                None => {
                    self.issue_open_end(IssueKind::UnclosedBacktick, at);
                    end = self.bytes.len();
                    break;
                }
            }
        }
        let whole = self.bytes;
        self.bytes = whole.get(..end).unwrap_or(whole);
        self.list(Until::End, at);
        self.bytes = whole;
        self.pos = (end + 1).min(whole.len());
    }

    /// Reads `${ … }` and searches the inside for further expansions.
    fn braces(&mut self, word: &mut Word, quoted: bool) {
        let at = self.pos;
        word.dynamic = true;
        self.pos += 1;
        if !self.enter(at) {
            self.skip_balanced(b'{', b'}', IssueKind::UnclosedBrace);
            self.take_raw(at, word);
            return;
        }
        self.pos += 1;
        let name = self.rest().iter().take_while(|b| b.is_ascii_alphanumeric() || **b == b'_').count();
        self.pos += name;
        let mut inside = Word::empty(self.pos);
        if name > 0 && quoted && self.peek() == Some(b'"') {
            self.issue(IssueKind::UnclosedBrace, at); // "${name": the quote probably closes the string
        } else {
            self.brace_body(&mut inside, quoted, at);
        }
        self.depth -= 1;
        self.take_raw(at, word);
    }

    fn brace_body(&mut self, inside: &mut Word, quoted: bool, at: usize) {
        if self.starts_with("#}") || self.starts_with("#'") || self.starts_with("'") {
            self.pos += 1;
        }
        while let Some(byte) = self.peek() {
            match byte {
                b'}' => {
                    self.pos += 1;
                    return;
                }
                b'\\' => {
                    self.pos += 1;
                    if self.peek().is_some() {
                        self.skip_char();
                    }
                }
                // bash pairs single quotes here even inside double quotes
                b'\'' if !quoted || self.dialect == Dialect::Bash => self.single_quoted(inside),
                b'"' => self.double_quoted(inside),
                b'$' if self.is_ansi_c() && !quoted => self.ansi_c_quoted(inside),
                b'$' if !matches!(self.peek_at(1), Some(b'}' | b'"' | b'\'')) => self.dollar(inside, quoted),
                b'`' => self.substitution(1, Until::Backtick, inside),
                _ => self.pos += 1,
            }
        }
        self.issue(IssueKind::UnclosedBrace, at);
    }

    /// Scans for expansions up to `end`, as the shell does in arithmetic, here-documents and fish's indices,
    /// and moves there.
    pub(crate) fn scan_expansions(&mut self, end: usize) {
        let whole = self.bytes;
        self.bytes = whole.get(..end).unwrap_or(whole);
        let mut inside = Word::empty(self.pos);
        let opener = if self.dialect == Dialect::Fish { b'(' } else { b'`' };
        while let Some(step) = memchr::memchr3(b'$', opener, b'\\', self.rest()) {
            self.pos += step;
            match self.peek() {
                Some(b'(') => self.substitution(1, Until::Paren, &mut inside),
                Some(b'$') => self.dollar(&mut inside, true),
                Some(b'`') => self.substitution(1, Until::Backtick, &mut inside),
                _ => {
                    self.pos += 1;
                    if self.peek().is_some() {
                        self.skip_char();
                    }
                }
            }
        }
        self.bytes = whole;
        self.pos = end.min(whole.len());
    }
}

fn names_variable(next: Option<u8>) -> bool {
    next.is_some_and(|byte| byte.is_ascii_alphanumeric() || b"_?$#@*!-".contains(&byte))
}

fn is_fish_name(next: Option<u8>) -> bool {
    next.is_some_and(|byte| byte.is_ascii_alphanumeric() || byte == b'_' || byte >= 0x80)
}
