//! Tokens of SQL.

use std::borrow::Cow;

use programs::Sql;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// A bare word: keyword, name or number.
    Word,
    /// A name in quotes.
    Name,
    /// A text in quotes, or between dollars.
    Text,
    Symbol(u8),
    /// A command of the client, up to the end of its line.
    Meta,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Token {
    pub kind: Kind,
    pub start: usize,
    pub end: usize,
    /// Length of the opening quote, in bytes.
    quote: usize,
    /// Length of the closing quote, in bytes; 0 if the text is not closed.
    close: usize,
}

impl Token {
    /// Returns the token without its quotes.
    pub fn part<'a>(&self, text: &'a str) -> &'a str {
        let end = self.end.saturating_sub(self.close);
        text.get(self.start + self.quote..end.max(self.start + self.quote)).unwrap_or_default()
    }

    /// Returns the text that the token represents.
    pub fn content<'a>(&self, text: &'a str) -> Cow<'a, str> {
        let part = self.part(text);
        if self.quote == 1 && part.contains("''") { part.replace("''", "'").into() } else { part.into() }
    }
}

pub(super) fn tokens(dialect: Sql, text: &str) -> Vec<Token> {
    Lexer { dialect, bytes: text.as_bytes(), at: 0, line_start: true, runs: false, found: Vec::new() }.run()
}

struct Lexer<'a> {
    dialect: Sql,
    bytes: &'a [u8],
    at: usize,
    /// Only blanks stand before this on its line, and no statement is open.
    line_start: bool,
    /// Within a comment that the server executes.
    runs: bool,
    found: Vec<Token>,
}

impl Lexer<'_> {
    fn run(mut self) -> Vec<Token> {
        while let Some(byte) = self.peek(0) {
            let start = self.at;
            match byte {
                b'\n' => {
                    self.at += 1;
                    self.line_start = self.found.last().is_none_or(|token| {
                        matches!(token.kind, Kind::Meta | Kind::Symbol(b';'))
                            || self.dialect == Sql::SqlServer
                    });
                    continue;
                }
                _ if byte.is_ascii_whitespace() => {
                    self.at += 1;
                    continue;
                }
                _ if self.is_meta() => {
                    self.skip_line();
                    self.push(Kind::Meta, start, 0);
                    continue;
                }
                b'-' if self.peek(1) == Some(b'-') && self.is_dashes() => self.skip_line(),
                b'#' if self.dialect == Sql::MySql => self.skip_line(),
                b'/' if self.peek(1) == Some(b'*') => self.comment(),
                b'*' if self.runs && self.peek(1) == Some(b'/') => {
                    self.runs = false;
                    self.at += 2;
                }
                b'\'' => self.quoted(Kind::Text, byte),
                b'"' if self.dialect == Sql::MySql => self.quoted(Kind::Text, byte),
                b'"' | b'`' => self.quoted(Kind::Name, byte),
                b'[' if matches!(self.dialect, Sql::SqlServer) => self.quoted(Kind::Name, b']'),
                b'$' if self.dollars() => {}
                _ if is_word(byte) => {
                    while self.peek(0).is_some_and(is_word) {
                        self.at += 1;
                    }
                    self.push(Kind::Word, start, 0);
                }
                _ => {
                    self.at += 1;
                    self.push(Kind::Symbol(byte), start, 0);
                }
            }
            self.line_start &= self.at == start;
        }
        self.found
    }

    fn peek(&self, ahead: usize) -> Option<u8> {
        self.bytes.get(self.at + ahead).copied()
    }

    fn push(&mut self, kind: Kind, start: usize, quote: usize) {
        self.found.push(Token { kind, start, end: self.at, quote, close: quote });
    }

    fn skip_line(&mut self) {
        let rest = self.bytes.get(self.at..).unwrap_or_default();
        self.at += memchr::memchr(b'\n', rest).unwrap_or(rest.len());
    }

    /// MySQL needs a blank after the dashes.
    fn is_dashes(&self) -> bool {
        self.dialect != Sql::MySql || self.peek(2).is_none_or(|byte| byte.is_ascii_whitespace())
    }

    fn is_meta(&self) -> bool {
        let rest = self.bytes.get(self.at..).unwrap_or_default();
        let begins = |word: &str| {
            rest.get(..word.len()).is_some_and(|start| start.eq_ignore_ascii_case(word.as_bytes()))
                && rest.get(word.len()).is_none_or(u8::is_ascii_whitespace)
        };
        match self.dialect {
            // a backslash ends a statement anywhere
            Sql::Postgres | Sql::MySql if rest.first() == Some(&b'\\') => true,
            Sql::MySql => {
                self.line_start
                    && ["system", "pager", "tee", "source", "delimiter"].iter().any(|word| begins(word))
            }
            Sql::Sqlite => self.line_start && rest.first() == Some(&b'.'),
            Sql::SqlServer => {
                self.line_start && (rest.starts_with(b":") || rest.starts_with(b"!!") || begins("go"))
            }
            Sql::Oracle => {
                self.line_start
                    && (rest.first() == Some(&b'!')
                        || ["host", "ho", "spool", "start"].iter().any(|word| begins(word)))
            }
            Sql::Postgres | Sql::Other => false,
        }
    }

    fn comment(&mut self) {
        let executes = self.dialect == Sql::MySql
            && (self.peek(2) == Some(b'!') || (self.peek(2) == Some(b'M') && self.peek(3) == Some(b'!')));
        if executes {
            self.at += 3;
            while self.peek(0).is_some_and(|byte| byte.is_ascii_digit() || byte == b'!') {
                self.at += 1;
            }
            self.runs = true;
            return;
        }
        let nests = matches!(self.dialect, Sql::Postgres | Sql::SqlServer);
        let mut depth = 0_usize;
        while let Some(byte) = self.peek(0) {
            match (byte, self.peek(1)) {
                (b'/', Some(b'*')) if nests || depth == 0 => {
                    depth += 1;
                    self.at += 2;
                }
                (b'*', Some(b'/')) => {
                    depth -= 1;
                    self.at += 2;
                }
                _ => self.at += 1,
            }
            if depth == 0 {
                return;
            }
        }
    }

    /// Reads a text up to `close`, which is doubled inside.
    fn quoted(&mut self, kind: Kind, close: u8) {
        let start = self.at;
        let escapes = kind == Kind::Text && (self.dialect == Sql::MySql || self.is_escape_text());
        self.at += 1;
        while let Some(byte) = self.peek(0) {
            self.at += 1;
            if byte == b'\\' && escapes {
                self.at += 1;
            } else if byte == close {
                if self.peek(0) == Some(close) {
                    self.at += 1;
                } else {
                    self.push(kind, start, 1);
                    return;
                }
            }
        }
        self.at = self.bytes.len();
        self.found.push(Token { kind, start, end: self.at, quote: 1, close: 0 });
    }

    /// `E'…'` of Postgres.
    fn is_escape_text(&self) -> bool {
        self.found.last().is_some_and(|token| {
            token.end == self.at
                && token.end - token.start == 1
                && matches!(self.bytes.get(token.start), Some(b'e' | b'E'))
        })
    }

    /// `$$…$$` and `$tag$…$tag$`.
    fn dollars(&mut self) -> bool {
        if !matches!(self.dialect, Sql::Postgres | Sql::Other | Sql::Sqlite) {
            return false;
        }
        let rest = self.bytes.get(self.at + 1..).unwrap_or_default();
        let name = rest.iter().take_while(|byte| is_word(**byte) && **byte != b'$').count();
        if rest.get(name) != Some(&b'$') || rest.first().is_some_and(u8::is_ascii_digit) {
            return false;
        }
        let start = self.at;
        let tag = self.bytes.get(start..start + name + 2).unwrap_or_default();
        let body = start + tag.len();
        let inside = self.bytes.get(body..).unwrap_or_default();
        match memchr::memmem::find(inside, tag) {
            Some(length) => self.at = body + length + tag.len(),
            // an unclosed quote would hide the rest
            None => return false,
        }
        self.push(Kind::Text, start, tag.len());
        true
    }
}

const fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'$' | b'@') || byte >= 0x80
}
