//! Quotes (POSIX §2.2; bash `$'…'`; fish, PowerShell and nu have their own escapes inside).

use super::Parser;
use crate::{Dialect, IssueKind, Word};

impl Parser<'_> {
    pub(crate) fn single_quoted(&mut self, word: &mut Word) {
        match self.dialect {
            Dialect::Fish => self.fish_single_quoted(word),
            Dialect::PowerShell => self.doubled_single_quoted(word),
            _ => self.raw_quoted(b'\'', word),
        }
    }

    /// Reads literal text up to the next `quote`.
    pub(crate) fn raw_quoted(&mut self, quote: u8, word: &mut Word) {
        let at = self.pos;
        self.pos += 1;
        let run = self.pos;
        match memchr::memchr(quote, self.rest()) {
            Some(length) => {
                self.pos += length;
                self.take_raw(run, word);
                self.pos += 1;
            }
            None => {
                self.pos = self.bytes.len();
                self.take_raw(run, word);
                let kind =
                    if quote == b'`' { IssueKind::UnclosedBacktick } else { IssueKind::UnclosedSingleQuote };
                self.issue(kind, at);
            }
        }
    }

    fn fish_single_quoted(&mut self, word: &mut Word) {
        let at = self.pos;
        self.pos += 1;
        let mut run = self.pos;
        while let Some(byte) = self.peek() {
            match byte {
                b'\'' => {
                    self.take_raw(run, word);
                    self.pos += 1;
                    return;
                }
                b'\\' if matches!(self.peek_at(1), Some(b'\'' | b'\\')) => {
                    self.take_raw(run, word);
                    run = self.pos + 1;
                    self.pos += 2;
                }
                _ => self.pos += 1,
            }
        }
        self.take_raw(run, word);
        self.issue(IssueKind::UnclosedSingleQuote, at);
    }

    /// Reads PowerShell's `'…'`, where `''` is one quote.
    fn doubled_single_quoted(&mut self, word: &mut Word) {
        let at = self.pos;
        loop {
            self.pos += 1;
            let run = self.pos;
            let Some(length) = memchr::memchr(b'\'', self.rest()) else {
                self.pos = self.bytes.len();
                self.take_raw(run, word);
                self.issue(IssueKind::UnclosedSingleQuote, at);
                return;
            };
            self.pos += length;
            self.take_raw(run, word);
            self.pos += 1;
            if self.peek() != Some(b'\'') {
                return;
            }
            word.value.push('\'');
        }
    }

    pub(crate) fn double_quoted(&mut self, word: &mut Word) {
        let at = self.pos;
        self.pos += 1;
        let mut run = self.pos;
        let (bourne, powershell) = (self.dialect.is_bourne(), self.dialect == Dialect::PowerShell);
        while let Some(byte) = self.peek() {
            match byte {
                b'"' if powershell && self.peek_at(1) == Some(b'"') => {
                    self.pos += 1;
                    self.take_raw(run, word);
                    self.pos += 1;
                    run = self.pos;
                }
                b'"' => {
                    self.take_raw(run, word);
                    self.pos += 1;
                    return;
                }
                b'\\' if !powershell => {
                    self.take_raw(run, word);
                    self.escape_in_double_quotes(word);
                    run = self.pos;
                }
                b'`' if powershell => {
                    self.take_raw(run, word);
                    self.backslash(word);
                    run = self.pos;
                }
                b'$' if self.dialect != Dialect::Nu => {
                    self.take_raw(run, word);
                    self.dollar(word, true);
                    run = self.pos;
                }
                b'`' if bourne => {
                    self.take_raw(run, word);
                    self.substitution(1, super::Until::Backtick, word);
                    run = self.pos;
                }
                _ => self.pos += 1,
            }
        }
        self.take_raw(run, word);
        self.issue(IssueKind::UnclosedDoubleQuote, at);
    }

    /// Reads a backslash in double quotes, which is an escape only before a few characters.
    pub(crate) fn escape_in_double_quotes(&mut self, word: &mut Word) {
        let at = self.pos;
        let next = self.peek_at(1);
        let special = match self.dialect {
            Dialect::Fish => matches!(next, Some(b'"' | b'\\' | b'$' | b'\n')),
            Dialect::Nu => return self.backslash(word),
            _ => matches!(next, Some(b'"' | b'\\' | b'$' | b'`' | b'\n')),
        };
        self.pos += 1;
        if !special {
            self.take_raw(at, word);
            return;
        }
        if next != Some(b'\n') {
            word.value.push(char::from(next.unwrap_or(b'\\')));
        }
        self.pos += 1;
    }

    pub(crate) fn is_ansi_c(&self) -> bool {
        self.peek_at(1) == Some(b'\'') && matches!(self.dialect, Dialect::Bash | Dialect::Zsh)
    }
}
