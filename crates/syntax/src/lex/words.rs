//! Words: quotes, expansions, substitutions.

use super::{Dialect, IssueKind, Parser, QuoteStyle, Span, Until, Word};

impl Parser<'_> {
    /// Reads one word from the current position; may be empty when no word starts here.
    pub(super) fn word(&mut self) -> Word {
        let start = self.pos;
        let mut word = Word {
            span: Span::new(start, start),
            value: String::new(),
            quote: QuoteStyle::Bare,
            dynamic: false,
            glob: false,
        };
        let mut parts = 0_u32;
        let mut bare = false;
        let mut style = QuoteStyle::Bare;
        while let Some(byte) = self.peek() {
            match byte {
                b' ' | b'\t' | b'\r' | b'\n' | b';' | b'&' | b'|' | b')' => break,
                b'`' if self.backtick => break,
                b'<' | b'>' => {
                    if self.peek_at(1) == Some(b'(') && self.dialect.is_bourne() && self.dialect != Dialect::Posix {
                        self.substitution(2, &mut word);
                        bare = true;
                    } else {
                        break;
                    }
                }
                b'(' => {
                    if !self.paren_in_word(start, &mut word) {
                        break;
                    }
                    bare = true;
                }
                b'\'' => {
                    parts += 1;
                    style = QuoteStyle::Single;
                    self.single_quoted(&mut word);
                }
                b'"' => {
                    parts += 1;
                    style = QuoteStyle::Double;
                    self.double_quoted(&mut word);
                }
                b'\\' => {
                    bare = true;
                    self.backslash(&mut word);
                }
                b'$' => {
                    bare = true;
                    self.dollar(&mut word);
                }
                b'`' if self.dialect.is_bourne() => {
                    bare = true;
                    let at = self.pos;
                    self.pos += 1;
                    self.nested(Until::Backtick, at);
                    self.take_raw(at, &mut word);
                    word.dynamic = true;
                }
                _ => {
                    bare = true;
                    word.glob |= matches!(byte, b'*' | b'?' | b'[')
                        || byte == b'{' && self.peek_at(1) != Some(b'}') && self.dialect != Dialect::Posix;
                    self.plain(&mut word);
                }
            }
        }
        word.span.end = self.pos;
        word.quote = match (parts, bare) {
            (0, _) => QuoteStyle::Bare,
            (1, false) => style,
            _ => QuoteStyle::Mixed,
        };
        word
    }

    /// A run of characters without meaning.
    fn plain(&mut self, word: &mut Word) {
        let start = self.pos;
        self.pos += 1;
        while self.peek().is_some_and(|b| {
            b >= 0x80 || b.is_ascii_alphanumeric() || matches!(b, b'_' | b'-' | b'.' | b'/' | b'=' | b':' | b',' | b'+' | b'@' | b'%')
        }) && !(self.bytes.get(self.pos - 1) == Some(&b'=') && self.peek() == Some(b'('))
        {
            self.pos += 1;
        }
        self.take_raw(start, word);
    }

    /// Adds the text since `start` to the value as typed.
    fn take_raw(&self, start: usize, word: &mut Word) {
        word.value.push_str(self.src.get(start..self.pos).unwrap_or(""));
    }

    fn backslash(&mut self, word: &mut Word) {
        let at = self.pos;
        self.pos += 1;
        match self.src.get(self.pos..).and_then(|rest| rest.chars().next()) {
            None => self.issue(IssueKind::TrailingBackslash, at),
            Some('\n') => self.pos += 1,
            Some(c) => {
                self.pos += c.len_utf8();
                word.value.push(c);
            }
        }
    }

    fn single_quoted(&mut self, word: &mut Word) {
        let at = self.pos;
        self.pos += 1;
        let fish = self.dialect == Dialect::Fish;
        let mut run = self.pos;
        loop {
            match self.peek() {
                None => {
                    self.take_raw(run, word);
                    self.issue(IssueKind::UnclosedSingleQuote, at);
                    return;
                }
                Some(b'\'') => {
                    self.take_raw(run, word);
                    self.pos += 1;
                    return;
                }
                Some(b'\\') if fish && matches!(self.peek_at(1), Some(b'\'' | b'\\')) => {
                    self.take_raw(run, word);
                    self.pos += 1;
                    run = self.pos;
                    self.pos += 1;
                }
                Some(_) => self.pos += 1,
            }
        }
    }

    fn double_quoted(&mut self, word: &mut Word) {
        let at = self.pos;
        self.pos += 1;
        let mut run = self.pos;
        loop {
            match self.peek() {
                None => {
                    self.take_raw(run, word);
                    self.issue(IssueKind::UnclosedDoubleQuote, at);
                    return;
                }
                Some(b'"') => {
                    self.take_raw(run, word);
                    self.pos += 1;
                    return;
                }
                Some(b'\\') => {
                    let escapes = matches!(self.peek_at(1), Some(b'"' | b'\\' | b'$' | b'`' | b'\n'));
                    if escapes {
                        self.take_raw(run, word);
                        self.pos += 1;
                        run = self.pos + usize::from(self.peek() == Some(b'\n'));
                    }
                    self.pos += 1;
                }
                Some(b'$') if matches!(self.peek_at(1), Some(b'(' | b'{')) => {
                    self.take_raw(run, word);
                    self.dollar(word);
                    run = self.pos;
                }
                Some(b'$') => {
                    word.dynamic |= self.names_variable();
                    self.pos += 1;
                }
                Some(b'`') if self.dialect.is_bourne() => {
                    if self.backtick {
                        // the enclosing substitution ends here: the quote was left open
                        self.take_raw(run, word);
                        self.issue(IssueKind::UnclosedDoubleQuote, at);
                        return;
                    }
                    let open = self.pos;
                    self.pos += 1;
                    self.nested(Until::Backtick, open);
                    word.dynamic = true;
                }
                Some(_) => self.pos += 1,
            }
        }
    }

    fn names_variable(&self) -> bool {
        self.peek_at(1).is_some_and(|b| {
            b.is_ascii_alphanumeric() || matches!(b, b'_' | b'?' | b'$' | b'#' | b'@' | b'*' | b'!' | b'-')
        })
    }

    fn dollar(&mut self, word: &mut Word) {
        let at = self.pos;
        match self.peek_at(1) {
            Some(b'(') if self.peek_at(2) == Some(b'(') && self.dialect.is_bourne() => {
                self.pos += 1;
                self.skip_balanced(b'(', b')', IssueKind::UnclosedParen);
                self.take_raw(at, word);
                word.dynamic = true;
            }
            Some(b'(') => self.substitution(2, word),
            Some(b'{') => {
                self.pos += 1;
                self.skip_balanced(b'{', b'}', IssueKind::UnclosedBrace);
                self.take_raw(at, word);
                word.dynamic = true;
            }
            Some(b'\'') if matches!(self.dialect, Dialect::Bash | Dialect::Zsh) => {
                self.pos += 2;
                while let Some(byte) = self.peek() {
                    self.pos += 1;
                    if byte == b'\\' && self.peek().is_some() {
                        self.pos += 1;
                    } else if byte == b'\'' {
                        self.take_raw(at, word);
                        word.dynamic = true;
                        return;
                    }
                }
                self.pos = self.pos.min(self.bytes.len());
                self.take_raw(at, word);
                self.issue(IssueKind::UnclosedSingleQuote, at);
            }
            _ => {
                word.dynamic |= self.names_variable();
                word.value.push('$');
                self.pos += 1;
            }
        }
    }

    /// A command substitution whose opener is `opener` bytes long.
    fn substitution(&mut self, opener: usize, word: &mut Word) {
        let at = self.pos;
        self.pos += opener;
        self.nested(Until::Paren, at);
        self.take_raw(at, word);
        word.dynamic = true;
    }

    /// An unquoted `(` inside or at the start of a word; false when it does not belong to it.
    fn paren_in_word(&mut self, start: usize, word: &mut Word) -> bool {
        if self.dialect == Dialect::Fish {
            self.substitution(1, word);
            return true;
        }
        if self.pos == start {
            return false;
        }
        let before = self.bytes.get(self.pos - 1).copied().unwrap_or(b' ');
        let array = before == b'=' && self.dialect.is_bourne();
        let extglob = matches!(before, b'?' | b'*' | b'+' | b'@' | b'!') && self.dialect != Dialect::Posix;
        let zsh_pattern = self.dialect == Dialect::Zsh && self.peek_at(1) != Some(b')');
        if !(array || extglob || zsh_pattern) {
            return false;
        }
        let at = self.pos;
        self.skip_balanced(b'(', b')', IssueKind::UnclosedParen);
        self.take_raw(at, word);
        word.glob |= !array;
        word.dynamic |= array;
        true
    }

    /// Skips from the opener at the current position to its partner; quotes are honoured.
    pub(super) fn skip_balanced(&mut self, open: u8, close: u8, unclosed: IssueKind) {
        let at = self.pos;
        let mut level = 0_u32;
        while let Some(byte) = self.peek() {
            match byte {
                b'\\' => self.pos += 1,
                b'\'' | b'"' => {
                    let rest = self.bytes.get(self.pos + 1..).unwrap_or_default();
                    // an apostrophe without partner is text (`${x:-don't}`)
                    if let Some(end) = memchr::memchr(byte, rest.get(..rest.len().min(4096)).unwrap_or(rest)) {
                        self.pos += end + 1;
                    }
                }
                b if b == open => level += 1,
                b if b == close => {
                    level -= 1;
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
