//! Tokens of programming languages: one lexer with a description of each language.

mod quoting;

/// The lexical structure of a language.
#[derive(Debug)]
pub(super) struct Lexis {
    /// Openings of comments that end with the line.
    pub comments: &'static [&'static str],
    /// Comments with an end; they do not nest. Tried before the others.
    pub blocks: &'static [(&'static str, &'static str)],
    /// Quotes, longer ones first, and the texts in them.
    pub quotes: &'static [(&'static str, Form)],
    /// Characters that begin the name of a variable.
    pub sigils: &'static str,
    /// Characters besides letters, digits and `_` that a name may hold.
    pub in_names: &'static str,
    /// Letters that may precede a quote and change its meaning.
    pub prefixes: &'static str,
    /// `/…/` where a value is expected.
    pub regex: bool,
    /// Forms of quoting that need a function.
    pub extra: Extra,
}

impl Lexis {
    /// Without quotes; comments as in a shell.
    pub const PLAIN: Self = Self {
        comments: &["#"],
        blocks: &[],
        quotes: &[],
        sigils: "",
        in_names: "",
        prefixes: "",
        regex: false,
        extra: Extra::None,
    };
}

/// Forms of quoting that need code.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Extra {
    None,
    /// `q{}`, `qx//`, `s///e`, `<*.c>`, `<<EOT`, `=pod`.
    Perl,
    /// `%w()`, `:symbol`, `<<~EOT`.
    Ruby,
    /// `<?php … ?>`, `<<<EOT`.
    Php,
    /// `[==[ … ]==]`.
    Lua,
}

/// Interpolation in a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Form {
    pub escapes: bool,
    pub holes: Holes,
    pub kind: Use,
}

/// Code in a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Holes {
    None,
    /// `{x}` of Python's f-strings.
    Brace,
    /// `${x}`.
    DollarBrace,
    /// `#{x}`.
    HashBrace,
    /// `$x`, `@x`, `${x}`, `{$x}`, `@{[x]}`.
    Sigils,
}

/// What a text is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Use {
    Plain,
    /// A shell runs it.
    Run,
    /// A list of words.
    Words,
    /// Code of the language itself.
    Code,
    /// A pattern of file names.
    Glob,
    /// A line of the standard input, or of a file.
    Line,
    /// Ignored: a regular expression.
    Inert,
}

impl Form {
    pub const RAW: Self = Self { escapes: false, holes: Holes::None, kind: Use::Plain };
    pub const TEXT: Self = Self { escapes: true, holes: Holes::None, kind: Use::Plain };
    pub const INERT: Self = Self { escapes: true, holes: Holes::None, kind: Use::Inert };

    pub const fn with(holes: Holes) -> Self {
        Self { escapes: true, holes, kind: Use::Plain }
    }

    pub const fn run(holes: Holes) -> Self {
        Self { escapes: true, holes, kind: Use::Run }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Name,
    Number,
    Text(Form),
    Op,
    Newline,
}

#[derive(Debug, Clone, Copy)]
pub(super) struct Token {
    pub kind: Kind,
    pub start: usize,
    pub end: usize,
    /// The text between the quotes.
    pub inner: (usize, usize),
}

/// Operators of more than one character, longer ones first.
const OPERATORS: &[&str] = table!("operators");

/// Words that are followed by a value.
const OPENERS: &[&str] = table!("openers");

/// Returns the tokens of a text. Every byte is read a bounded number of times.
pub(super) fn tokens(lexis: &Lexis, text: &str) -> Vec<Token> {
    let mut lexer = Lexer {
        lexis,
        text,
        bytes: text.as_bytes(),
        at: 0,
        bodies: None,
        open: Vec::new(),
        found: Vec::new(),
    };
    lexer.run();
    lexer.found
}

pub(super) struct Lexer<'a> {
    lexis: &'a Lexis,
    text: &'a str,
    bytes: &'a [u8],
    at: usize,
    /// Where the bodies of here-documents begin (behind a line's end), and where they end.
    bodies: Option<(usize, usize)>,
    open: Vec<u8>,
    found: Vec<Token>,
}

impl Lexer<'_> {
    fn run(&mut self) {
        if self.lexis.extra == Extra::Php
            && (self.text.contains("<?") || self.text.trim_start().starts_with('<'))
        {
            self.outside_php();
        }
        while let Some(byte) = self.peek(0) {
            let start = self.at;
            match byte {
                b'\n' => self.newline(),
                _ if byte.is_ascii_whitespace() => self.at += 1,
                b'\\' if self.peek(1) == Some(b'\n') => self.at += 2,
                _ if self.comment() || self.extra(byte) || self.quoted() => {}
                b'0'..=b'9' => {
                    self.skip(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
                    self.push(Kind::Number, start);
                }
                _ if self.is_name_start(byte) => self.name(),
                _ => self.operator(byte),
            }
            if self.at == start {
                self.at += 1;
            }
        }
    }

    fn peek(&self, ahead: usize) -> Option<u8> {
        self.bytes.get(self.at + ahead).copied()
    }

    fn rest(&self) -> &[u8] {
        self.bytes.get(self.at..).unwrap_or_default()
    }

    fn starts(&self, text: &str) -> bool {
        // most begin otherwise: no call for them
        self.peek(0) == text.as_bytes().first().copied() && self.rest().starts_with(text.as_bytes())
    }

    fn skip(&mut self, belongs: impl Fn(u8) -> bool) {
        while self.peek(0).is_some_and(&belongs) {
            self.at += 1;
        }
    }

    fn push(&mut self, kind: Kind, start: usize) {
        self.found.push(Token { kind, start, end: self.at, inner: (start, self.at) });
    }

    fn push_text(&mut self, form: Form, start: usize, inner: (usize, usize)) {
        let end = self.at.min(self.bytes.len());
        self.found.push(Token {
            kind: Kind::Text(form),
            start,
            end,
            inner: (inner.0, inner.1.clamp(inner.0, end.max(inner.0))),
        });
    }

    /// Handles a line end, which counts unless a bracket is open.
    fn newline(&mut self) {
        if let Some((at, end)) = self.bodies
            && at <= self.at + 1
        {
            self.bodies = None;
            self.at = end.max(self.at + 1);
        } else {
            self.at += 1;
        }
        if !matches!(self.open.last(), Some(b'(' | b'[')) {
            self.push(Kind::Newline, self.at - 1);
        }
    }

    fn skip_line(&mut self) {
        let rest = self.rest();
        self.at += memchr::memchr(b'\n', rest).unwrap_or(rest.len());
    }

    fn comment(&mut self) -> bool {
        for (open, close) in self.lexis.blocks {
            if self.starts(open) {
                let body = self.bytes.get(self.at + open.len()..).unwrap_or_default();
                let length =
                    memchr::memmem::find(body, close.as_bytes()).map_or(body.len(), |at| at + close.len());
                self.at += open.len() + length;
                return true;
            }
        }
        let is_comment = self.lexis.comments.iter().any(|open| self.starts(open));
        if is_comment {
            let start = self.at;
            self.skip_line();
            let line = self.bytes.get(start..self.at).filter(|_| self.lexis.extra == Extra::Php);
            self.at =
                line.and_then(|line| memchr::memmem::find(line, b"?>")).map_or(self.at, |end| start + end);
        }
        is_comment
    }

    fn quoted(&mut self) -> bool {
        let quote = self.quote();
        quote.inspect(|(quote, form)| self.text_of(*form, self.at, quote)).is_some()
    }

    /// The quote at the cursor.
    fn quote(&self) -> Option<(&'static str, Form)> {
        self.lexis.quotes.iter().find(|(quote, _)| self.starts(quote)).copied()
    }

    /// Reads a text whose opening is at the cursor.
    fn text_of(&mut self, form: Form, start: usize, quote: &str) {
        self.at += quote.len();
        let inside = self.at;
        let last = quote.as_bytes().first().copied().unwrap_or(b'"');
        let mut depth = 0_usize;
        while let Some(byte) = self.peek(0) {
            if byte == b'\\' {
                self.at += 2;
            } else if depth == 0 && byte == last && self.starts(quote) {
                let end = self.at;
                self.at += quote.len();
                return self.push_text(form, start, (inside, end));
            } else {
                // a template may hold code with quotes of its own
                if form.holes == Holes::DollarBrace && quote == "`" {
                    if byte == b'{' && self.bytes.get(self.at.wrapping_sub(1)) == Some(&b'$') {
                        depth += 1;
                    } else if byte == b'}' {
                        depth = depth.saturating_sub(1);
                    }
                }
                self.at += 1;
            }
        }
        self.at = self.bytes.len();
        self.push_text(form, start, (inside.min(self.at), self.at));
    }

    fn is_name_start(&self, byte: u8) -> bool {
        byte.is_ascii_alphabetic()
            || byte == b'_'
            || byte >= 0x80
            || (byte == b'$' && self.lexis.in_names.contains('$'))
            || (self.lexis.sigils.as_bytes().contains(&byte)
                && self.peek(1).is_some_and(|next| {
                    is_word(next) || (byte == b'$' && matches!(next, b'$' | b'!' | b'@' | b'&'))
                }))
    }

    fn name(&mut self) {
        let start = self.at;
        let sigil = self.lexis.sigils.as_bytes().contains(&self.bytes.get(start).copied().unwrap_or(0));
        self.at += 1;
        let extra = self.lexis.in_names.as_bytes();
        if sigil && !self.peek(0).is_some_and(is_word) {
            self.at += 1;
        } else {
            self.skip(|byte| is_word(byte) || extra.contains(&byte));
        }
        let name = self.text.get(start..self.at).unwrap_or_default();
        if !self.lexis.prefixes.is_empty()
            && name.len() <= 2
            && name.bytes().all(|byte| self.lexis.prefixes.as_bytes().contains(&byte.to_ascii_lowercase()))
            && matches!(self.peek(0), Some(b'"' | b'\''))
        {
            let raw = name.contains(['r', 'R']);
            let holes = if name.contains(['f', 'F']) { Holes::Brace } else { Holes::None };
            if let Some((quote, _)) = self.quote() {
                return self.text_of(Form { escapes: !raw, holes, kind: Use::Plain }, start, quote);
            }
        }
        if !sigil && matches!(self.lexis.extra, Extra::Perl) && self.perl_quote(start, name) {
            return;
        }
        if !sigil
            && self.lexis.extra == Extra::Ruby
            && matches!(self.peek(0), Some(b'?' | b'!'))
            && self.peek(1) != Some(b'=')
        {
            self.at += 1;
        }
        if self.lexis.extra == Extra::Perl && matches!(name, "__END__" | "__DATA__") {
            self.at = self.bytes.len();
            return;
        }
        self.push(Kind::Name, start);
    }

    fn operator(&mut self, byte: u8) {
        let start = self.at;
        let is_long = self.peek(1).is_some_and(|next| b"=<>&|.:?*~+-/".contains(&next));
        let length = OPERATORS
            .iter()
            .filter(|_| is_long)
            .find(|operator| self.starts(operator))
            .map_or(1, |operator| operator.len());
        self.at += length;
        match byte {
            b'(' | b'[' | b'{' => self.open.push(byte),
            b')' | b']' | b'}' => {
                self.open.pop();
            }
            _ => {}
        }
        self.push(Kind::Op, start);
    }

    /// Returns whether a value is expected here rather than an operator.
    fn wants_value(&self) -> bool {
        let Some(last) = self.found.last() else { return true };
        let text = self.text.get(last.start..last.end).unwrap_or_default();
        match last.kind {
            Kind::Newline => true,
            Kind::Op => !matches!(text, ")" | "]" | "}"),
            // `split /,/` but not `a / b`
            Kind::Name => {
                let before = self.bytes.get(self.at.wrapping_sub(1)).copied();
                OPENERS.contains(&text)
                    || (matches!(self.lexis.extra, Extra::Perl | Extra::Ruby)
                        && !text.starts_with(['$', '@', '%'])
                        && before.is_some_and(|byte| byte.is_ascii_whitespace())
                        && self.peek(1).is_some_and(|byte| !byte.is_ascii_whitespace()))
            }
            Kind::Number | Kind::Text(_) => false,
        }
    }
}

const fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_' || byte >= 0x80
}

const fn closer(open: u8) -> u8 {
    match open {
        b'(' => b')',
        b'[' => b']',
        b'{' => b'}',
        b'<' => b'>',
        other => other,
    }
}

/// For each opening bracket the index of the closing one, or the number of tokens.
pub(super) fn partners(text: &str, tokens: &[Token]) -> Vec<usize> {
    let mut partners = vec![tokens.len(); tokens.len()];
    let mut open: Vec<(usize, u8)> = Vec::new();
    for (at, token) in tokens.iter().enumerate() {
        if token.kind != Kind::Op {
            continue;
        }
        match text.as_bytes().get(token.start) {
            Some(&byte @ (b'(' | b'[' | b'{')) => open.push((at, closer(byte))),
            Some(&byte @ (b')' | b']' | b'}')) => {
                if let Some(depth) = open.iter().rev().take(16).position(|(_, close)| *close == byte) {
                    open.truncate(open.len() - depth);
                    if let Some(slot) = open.pop().and_then(|(start, _)| partners.get_mut(start)) {
                        *slot = at;
                    }
                }
            }
            _ => {}
        }
    }
    partners
}
