//! Parentheses and braces inside words: arrays, patterns, glob qualifiers, brace expansion.

use super::{Parser, Until};
use crate::{Dialect, IssueKind, Word};

impl Parser<'_> {
    /// Reads an unquoted `(` inside or at the start of a word; returns false if it does not belong to it.
    pub(super) fn paren_in_word(&mut self, start: usize, word: &mut Word) -> bool {
        if !self.dialect.is_bourne() {
            self.substitution(1, Until::Paren, word);
            return true;
        }
        if self.pos == start {
            return false;
        }
        let before = self.pos.checked_sub(1).and_then(|at| self.bytes.get(at)).copied().unwrap_or(b' ');
        let raw = self.src.get(start..self.pos).unwrap_or("");
        let array = before == b'=' && self.dialect != Dialect::Posix && self.arrays && is_assignment(raw);
        let extglob = b"?*+@!".contains(&before) && self.dialect != Dialect::Posix;
        let zsh_pattern = self.dialect == Dialect::Zsh && self.peek_at(1) != Some(b')');
        if array {
            self.array(word);
            return true;
        }
        if !(extglob || zsh_pattern) {
            return false;
        }
        self.pattern_group(word);
        true
    }

    /// Reads `(a|b)` in a pattern, with nested groups.
    pub(crate) fn pattern_group(&mut self, word: &mut Word) {
        let at = self.pos;
        let mut inside = Word::empty(at);
        let mut level = 0_u32;
        word.glob = true;
        while let Some(byte) = self.peek() {
            match byte {
                b'\\' => {
                    self.pos += 1;
                    if self.peek().is_some() {
                        self.skip_char();
                    }
                }
                b'\'' => self.single_quoted(&mut inside),
                b'"' => self.double_quoted(&mut inside),
                b'$' if self.is_ansi_c() => self.ansi_c_quoted(&mut inside),
                b'$' => self.dollar(&mut inside, false),
                b'`' => self.substitution(1, Until::Backtick, &mut inside),
                b')' if level <= 1 => {
                    self.pos += 1;
                    word.dynamic |= inside.dynamic;
                    self.take_raw(at, word);
                    return;
                }
                _ => {
                    level = (level + u32::from(byte == b'(')) - u32::from(byte == b')');
                    self.pos += 1;
                }
            }
        }
        word.dynamic |= inside.dynamic;
        self.take_raw(at, word);
        self.issue(IssueKind::UnclosedParen, at);
    }

    /// Reads the elements of `name=( … )`.
    fn array(&mut self, word: &mut Word) {
        let at = self.pos;
        word.dynamic = true;
        self.pos += 1;
        let arrays = std::mem::replace(&mut self.arrays, false);
        let mut wrong = false;
        loop {
            self.skip_space();
            let before = self.pos;
            match self.peek() {
                None => {
                    self.issue(IssueKind::UnclosedParen, at);
                    break;
                }
                Some(b')') => {
                    self.pos += 1;
                    break;
                }
                Some(b'(') if self.dialect == Dialect::Zsh => self.pattern_group(word),
                Some(_) => {
                    self.word();
                }
            }
            if self.pos == before {
                if !wrong {
                    self.issue(IssueKind::UnexpectedOperator, self.pos);
                    wrong = true;
                }
                self.pos += 1;
            }
        }
        self.arrays = arrays;
        self.take_raw(at, word);
    }

    /// Reads `{a,b}` where an unquoted `}` would otherwise end the word (zsh) or be an error (fish).
    pub(super) fn brace_in_word(&mut self, word: &mut Word) {
        let at = self.pos;
        word.glob |= self.peek_at(1) != Some(b'}');
        self.pos += 1;
        word.value.push('{');
        if !self.enter(at) {
            return;
        }
        let fish = self.dialect == Dialect::Fish;
        self.fish_braces += u32::from(fish);
        let mut run = self.pos;
        let mut closed = false;
        while let Some(byte) = self.peek() {
            match byte {
                b'}' => {
                    self.pos += 1;
                    closed = true;
                    break;
                }
                b' ' | b'\t' | b'\n' | b'\r' | b';' | b'|' | b'&' | b'<' | b'>' if fish => self.pos += 1,
                b',' => self.pos += 1,
                _ => {
                    self.take_raw(run, word);
                    let before = self.pos;
                    let part = self.word();
                    word.value.push_str(&part.value);
                    word.dynamic |= part.dynamic;
                    run = self.pos;
                    if self.pos == before {
                        break;
                    }
                }
            }
        }
        self.take_raw(run, word);
        self.fish_braces -= u32::from(fish);
        if fish && !closed {
            self.issue(IssueKind::UnclosedBrace, at);
        }
        self.depth -= 1;
    }

    /// Reads fish's `[…]` after a variable or text, where blanks do not end the word.
    pub(super) fn fish_index(&mut self, word: &mut Word) {
        let at = self.pos;
        word.glob = true;
        match self.bracket_end(at) {
            Some(end) => self.scan_expansions(end),
            None => self.issue_open_end(IssueKind::UnclosedBracket, at),
        }
        self.pos += 1;
        self.take_raw(at, word);
    }

    /// Returns the offset of the `]` that closes the `[` at `open`.
    pub(crate) fn bracket_end(&mut self, open: usize) -> Option<usize> {
        if self.bytes.len() <= self.bracketless {
            return None; // already searched without success
        }
        let mut level = 0_u32;
        let mut at = open;
        while let Some(step) = memchr::memchr2(b'[', b']', self.bytes.get(at..).unwrap_or_default()) {
            at += step;
            match self.bytes.get(at) {
                Some(b'[') => level += 1,
                _ if level <= 1 => return Some(at),
                _ => level -= 1,
            }
            at += 1;
        }
        self.bracketless = self.bytes.len();
        None
    }

    /// Skips from the opener at the current position to its partner, respecting quotes.
    pub(crate) fn skip_balanced(&mut self, open: u8, close: u8, unclosed: IssueKind) {
        let at = self.pos;
        let mut level = 0_u32;
        while let Some(byte) = self.peek() {
            match byte {
                b'\\' => self.pos += 1,
                b'\'' | b'"' => {
                    let rest = self.bytes.get(self.pos + 1..).unwrap_or_default();
                    let Some(end) = memchr::memchr(byte, rest) else {
                        let quote = self.pos;
                        self.pos = self.bytes.len();
                        let single = byte == b'\'';
                        self.issue(
                            if single {
                                IssueKind::UnclosedSingleQuote
                            } else {
                                IssueKind::UnclosedDoubleQuote
                            },
                            quote,
                        );
                        break;
                    };
                    self.pos += end + 1;
                }
                b if b == open => level += 1,
                b if b == close => {
                    level = level.saturating_sub(1);
                    if level == 0 {
                        self.pos += 1;
                        return;
                    }
                }
                _ => {}
            }
            self.pos += 1;
        }
        self.pos = self.bytes.len();
        self.issue(unclosed, at);
    }
}

/// Returns whether `raw` is an assignment: `NAME=…`, `NAME+=…`, `NAME[…]=…` (POSIX §2.10.2, rule 7).
pub(crate) fn is_assignment(raw: &str) -> bool {
    let Some(at) = raw.find('=') else { return false };
    let name = raw.get(..at).unwrap_or("");
    let name = name.strip_suffix('+').unwrap_or(name);
    let name = match name.find('[') {
        Some(bracket) if name.ends_with(']') => name.get(..bracket).unwrap_or(""),
        _ => name,
    };
    is_name(name)
}

/// Returns whether the text is a variable name (POSIX 3.216).
pub fn is_name(text: &str) -> bool {
    !text.is_empty()
        && !text.starts_with(|c: char| c.is_ascii_digit())
        && text.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_')
}
