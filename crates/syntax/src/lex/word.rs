//! One word: a run of plain text, quotes, expansions and substitutions.

use super::{Parser, Until};
use crate::{Dialect, IssueKind, QuoteStyle, Span, Word};

impl Word {
    pub(crate) const fn empty(at: usize) -> Self {
        Self {
            span: Span::new(at, at),
            value: String::new(),
            quote: QuoteStyle::Bare,
            dynamic: false,
            glob: false,
        }
    }
}

impl Parser<'_> {
    /// Reads one word from the current position; the result is empty if no word starts there.
    pub(crate) fn word(&mut self) -> Word {
        let start = self.pos;
        let mut word = Word::empty(start);
        let mut quoted_parts = 0_u32;
        let mut bare = false;
        let mut style = QuoteStyle::Bare;
        while let Some(byte) = self.peek() {
            if self.ends_word(byte) {
                break;
            }
            match byte {
                b'\'' => {
                    quoted_parts += 1;
                    style = QuoteStyle::Single;
                    self.single_quoted(&mut word);
                }
                b'"' => {
                    quoted_parts += 1;
                    style = QuoteStyle::Double;
                    self.double_quoted(&mut word);
                }
                b'$' if self.is_ansi_c() => {
                    quoted_parts += 2;
                    self.ansi_c_quoted(&mut word);
                }
                _ => {
                    if !self.bare_part(byte, start, &mut word) {
                        break;
                    }
                    bare = true;
                }
            }
        }
        word.span.end = self.pos;
        word.quote = match (quoted_parts, bare) {
            (0, _) => QuoteStyle::Bare,
            (1, false) => style,
            _ => QuoteStyle::Mixed,
        };
        word
    }

    fn ends_word(&self, byte: u8) -> bool {
        match byte {
            b' ' | b'\t' | b'\n' | b';' | b'|' | b')' => true,
            // fish: `a&b` is one word, `a&` is not
            b'&' if self.dialect == Dialect::Fish => {
                self.peek_at(1).is_none_or(|next| b" \t\r\n;|&)<>".contains(&next)) || self.starts_with("&>")
            }
            b'&' => true,
            b'\r' => !self.dialect.is_bourne() || self.peek_at(1) == Some(b'\n'),
            b'<' | b'>' => !(self.peek_at(1) == Some(b'(') && self.has_process_substitution()),
            b'}' if self.dialect == Dialect::Zsh => self.at_lone_brace(),
            b'}' if self.dialect == Dialect::Fish => self.fish_braces > 0,
            b',' => self.fish_braces > 0,
            b'}' => self.block_languages(),
            _ => false,
        }
    }

    /// Returns whether the `}` at the current position ends a word; in zsh it is then a separate token.
    pub(crate) fn at_lone_brace(&self) -> bool {
        self.peek_at(1).is_none_or(|next| b" \t\n;&|()<>".contains(&next))
    }

    pub(crate) const fn has_process_substitution(&self) -> bool {
        matches!(self.dialect, Dialect::Bash | Dialect::Zsh)
    }

    /// Returns whether `{ … }` contains commands in any position.
    pub(crate) const fn block_languages(&self) -> bool {
        matches!(self.dialect, Dialect::PowerShell | Dialect::Nu)
    }

    /// Reads an unquoted part of a word; returns false if it does not belong to the word.
    fn bare_part(&mut self, byte: u8, start: usize, word: &mut Word) -> bool {
        match byte {
            b'<' | b'>' => self.substitution(2, Until::Paren, word),
            b'(' => return self.paren_in_word(start, word),
            b'\\' if self.dialect != Dialect::PowerShell => self.backslash(word),
            b'`' if self.dialect == Dialect::PowerShell => self.backslash(word),
            b'`' if self.dialect == Dialect::Nu => self.raw_quoted(b'`', word),
            b'$' => self.dollar(word, false),
            b'`' if self.dialect.is_bourne() => self.substitution(1, Until::Backtick, word),
            b'=' if self.pos == start && self.dialect == Dialect::Zsh && self.peek_at(1) == Some(b'(') => {
                self.substitution(2, Until::Paren, word);
            }
            b'{' if self.block_languages() => self.substitution(1, Until::Brace, word),
            b'{' if matches!(self.dialect, Dialect::Zsh | Dialect::Fish) => self.brace_in_word(word),
            b'[' if self.dialect == Dialect::Fish && self.pos > start => self.fish_index(word),
            b'}' if self.dialect == Dialect::Fish => {
                self.issue(IssueKind::UnexpectedClose, self.pos);
                self.plain(word);
            }
            _ => {
                word.glob |= match byte {
                    b'*' | b'?' | b'[' => true,
                    b'{' => self.peek_at(1) != Some(b'}') && self.dialect != Dialect::Posix,
                    _ => false,
                };
                self.plain(word);
            }
        }
        true
    }

    /// Reads one character and the run of ordinary characters after it.
    fn plain(&mut self, word: &mut Word) {
        let start = self.pos;
        let mut last = self.peek();
        self.skip_char();
        while let Some(byte) = self.peek() {
            let plain = byte >= 0x80 || byte.is_ascii_alphanumeric() || b"_-./=:,+@%".contains(&byte);
            let plain = plain && !(byte == b',' && self.fish_braces > 0);
            if !plain || last == Some(b'=') && byte == b'(' {
                break;
            }
            last = Some(byte);
            self.pos += 1;
        }
        self.take_raw(start, word);
    }

    /// Appends the text since `start` to the value, as typed.
    pub(crate) fn take_raw(&self, start: usize, word: &mut Word) {
        word.value.push_str(self.src.get(start..self.pos).unwrap_or(""));
    }
}
