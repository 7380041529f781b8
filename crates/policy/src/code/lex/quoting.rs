//! Forms of quoting of single languages.

use super::{Extra, Form, Holes, Kind, Lexer, Token, Use, closer, is_word};

impl Lexer<'_> {
    /// Reads such a form if one begins at the cursor.
    pub(super) fn extra(&mut self, byte: u8) -> bool {
        let line_start = self.at == 0 || self.bytes.get(self.at - 1) == Some(&b'\n');
        match (self.lexis.extra, byte) {
            (_, b'/') if self.lexis.regex && self.wants_value() => self.regex(),
            (Extra::Perl, b'=')
                if line_start && self.peek(1).is_some_and(|byte| byte.is_ascii_alphabetic()) =>
            {
                let rest = self.rest();
                self.at += memchr::memmem::find(rest, b"\n=cut").map_or(rest.len(), |at| at + 5);
                self.skip_line();
            }
            (Extra::Perl, b'<') if self.wants_value() && self.angle() => {}
            (Extra::Perl | Extra::Ruby, b'<') if self.peek(1) == Some(b'<') && self.here_document(2) => {}
            (Extra::Php, b'<') if self.starts("<<<") && self.here_document(3) => {}
            (Extra::Php, b'?') if self.peek(1) == Some(b'>') => {
                self.at += 2;
                self.push(Kind::Newline, self.at - 1);
                self.outside_php();
            }
            (Extra::Ruby, b'%') if self.wants_value() => return self.ruby_quote(),
            (Extra::Ruby, b':') if self.is_symbol() => {
                let start = self.at;
                self.at += 1;
                self.skip(is_word);
                self.push_text(Form::RAW, start, (start + 1, self.at));
            }
            (Extra::Lua, b'[') if matches!(self.peek(1), Some(b'[' | b'=')) => return self.long_bracket(),
            _ => return false,
        }
        true
    }

    fn is_symbol(&self) -> bool {
        let before = self.bytes.get(self.at.wrapping_sub(1));
        self.peek(1).is_some_and(|byte| byte.is_ascii_alphabetic() || byte == b'_')
            && before.is_none_or(|byte| !is_word(*byte) && !matches!(byte, b':' | b')' | b']' | b'"'))
    }

    fn regex(&mut self) {
        let start = self.at;
        self.at += 1;
        let mut class = false;
        while let Some(byte) = self.peek(0) {
            match byte {
                b'\\' => self.at += 1,
                b'[' => class = true,
                b']' => class = false,
                b'/' if !class => break,
                b'\n' => break,
                _ => {}
            }
            self.at += 1;
        }
        if self.peek(0) == Some(b'/') {
            self.at += 1;
            self.skip(|byte| byte.is_ascii_alphabetic());
        }
        self.at = self.at.min(self.bytes.len());
        self.push_text(Form::INERT, start, (start, start));
    }

    /// `<STDIN>`, `<>`, `<$file>`, `<*.c>`.
    fn angle(&mut self) -> bool {
        let body = self.bytes.get(self.at + 1..).unwrap_or_default();
        let body = body.get(..body.len().min(256)).unwrap_or_default();
        let Some(length) = body.iter().position(|byte| matches!(byte, b'>' | b'\n' | b';' | b'(')) else {
            return false;
        };
        if body.get(length) != Some(&b'>')
            || body.first().is_some_and(|byte| matches!(byte, b' ' | b'=' | b'<'))
        {
            return false;
        }
        let inside = body.get(..length).unwrap_or_default();
        let is_glob = inside.iter().any(|byte| matches!(byte, b'*' | b'?' | b'/' | b'.' | b'~'));
        let kind = if is_glob { Use::Glob } else { Use::Line };
        let start = self.at;
        self.at += length + 2;
        self.push_text(
            Form { escapes: false, holes: Holes::Sigils, kind },
            start,
            (start + 1, start + 1 + length),
        );
        true
    }

    /// `q{…}`, `s/…/…/e`. The word stands before the cursor.
    pub(super) fn perl_quote(&mut self, start: usize, word: &str) -> bool {
        let (parts, form) = match word {
            "q" => (1, Form::RAW),
            "qq" => (1, Form::with(Holes::Sigils)),
            "qx" => (1, Form::run(Holes::Sigils)),
            "qw" => (1, Form { kind: Use::Words, ..Form::RAW }),
            "qr" | "m" => (1, Form::INERT),
            "tr" | "y" => (2, Form::INERT),
            "s" => (2, Form::INERT),
            _ => return false,
        };
        let before = self.bytes.get(start.wrapping_sub(1)).copied();
        if matches!(before, Some(b'>' | b'{' | b'$' | b'@' | b'%' | b'&' | b'-'))
            && self.peek(0) != Some(b'{')
        {
            return false;
        }
        let blanks = self.rest().iter().take_while(|byte| byte.is_ascii_whitespace()).count();
        let Some(delimiter) = self.peek(blanks) else { return false };
        let is_word =
            !delimiter.is_ascii_punctuation() || matches!(delimiter, b',' | b';' | b')' | b'_' | b'>');
        let is_pair = delimiter == b'=' && self.peek(blanks + 1) == Some(b'>');
        if is_word || is_pair || (blanks > 0 && matches!(delimiter, b'#' | b'=')) {
            return false;
        }
        self.at += blanks;
        let mut inner = self.delimited();
        let mut form = form;
        if parts == 2 {
            if closer(delimiter) == delimiter {
                self.at -= 1;
            } else {
                self.skip(|byte| byte.is_ascii_whitespace());
            }
            let replacement = self.delimited();
            let flags = self.at;
            self.skip(|byte| byte.is_ascii_alphabetic());
            if word == "s" && self.text.get(flags..self.at).is_some_and(|flags| flags.contains('e')) {
                form = Form { escapes: false, holes: Holes::None, kind: Use::Code };
                inner = replacement;
            }
        } else if form.kind == Use::Inert {
            self.skip(|byte| byte.is_ascii_alphabetic());
        }
        self.at = self.at.min(self.bytes.len());
        self.push_text(form, start, inner);
        true
    }

    /// Returns the text between the delimiter at the cursor and its partner.
    fn delimited(&mut self) -> (usize, usize) {
        let open = self.peek(0).unwrap_or(0);
        let close = closer(open);
        self.at += 1;
        let inside = self.at;
        let mut depth = 0_usize;
        while let Some(byte) = self.peek(0) {
            if byte == b'\\' {
                self.at += 1;
            } else if byte == close {
                if depth == 0 {
                    self.at += 1;
                    return (inside, self.at - 1);
                }
                depth -= 1;
            } else if byte == open {
                depth += 1;
            }
            self.at += 1;
        }
        self.at = self.bytes.len();
        (inside.min(self.at), self.at)
    }

    fn ruby_quote(&mut self) -> bool {
        let letter = self.peek(1).unwrap_or(0);
        let (skip, form) = match letter {
            b'q' => (2, Form::RAW),
            b'Q' => (2, Form::with(Holes::HashBrace)),
            b'w' | b'W' | b'i' | b'I' => (2, Form { kind: Use::Words, ..Form::RAW }),
            b'x' => (2, Form::run(Holes::HashBrace)),
            b'r' => (2, Form::INERT),
            b'(' | b'[' | b'{' | b'<' | b'|' | b'!' | b'/' => (1, Form::with(Holes::HashBrace)),
            _ => return false,
        };
        if !self.peek(skip).is_some_and(|byte| byte.is_ascii_punctuation()) {
            return false;
        }
        let start = self.at;
        self.at += skip;
        let inner = self.delimited();
        self.at = self.at.min(self.bytes.len());
        self.push_text(form, start, inner);
        true
    }

    fn long_bracket(&mut self) -> bool {
        let level = self.rest().iter().skip(1).take_while(|byte| **byte == b'=').count();
        if self.peek(level + 1) != Some(b'[') {
            return false;
        }
        let start = self.at;
        let inside = start + level + 2;
        let close = format!("]{}]", "=".repeat(level));
        let body = self.bytes.get(inside..).unwrap_or_default();
        let length = memchr::memmem::find(body, close.as_bytes());
        let end = inside + length.unwrap_or(body.len());
        self.at = (end + length.map_or(0, |_| close.len())).min(self.bytes.len());
        self.push_text(Form::RAW, start, (inside, end));
        true
    }

    /// Reads `<<~EOT`: the text is on the following lines.
    fn here_document(&mut self, length: usize) -> bool {
        let start = self.at;
        let rest = self.bytes.get(start + length..).unwrap_or_default();
        let dash = usize::from(matches!(rest.first(), Some(b'~' | b'-')));
        let blank = if length == 3 { rest.iter().take_while(|byte| **byte == b' ').count() } else { 0 };
        let rest = rest.get(dash + blank..).unwrap_or_default();
        let quote = rest.first().copied().filter(|byte| matches!(byte, b'"' | b'\'' | b'`'));
        let tag = rest.get(usize::from(quote.is_some())..).unwrap_or_default();
        let tag_length = tag.iter().take(64).take_while(|byte| is_word(**byte)).count();
        let tag = tag.get(..tag_length).unwrap_or_default();
        if tag.is_empty()
            || tag.first().is_some_and(u8::is_ascii_digit)
            || (quote.is_none() && !tag.iter().any(u8::is_ascii_uppercase))
        {
            return false;
        }
        let after = start + length + dash + blank + tag_length + 2 * usize::from(quote.is_some());
        let line =
            self.bytes.get(after..).and_then(|rest| memchr::memchr(b'\n', rest)).map(|at| after + at + 1);
        let Some(mut at) = self.bodies.map(|(_, end)| end).or(line) else { return false };
        let first = at;
        let (end, resume) = loop {
            let Some(rest) = self.bytes.get(at..).filter(|rest| !rest.is_empty()) else {
                break (self.bytes.len(), self.bytes.len());
            };
            let length = memchr::memchr(b'\n', rest).map_or(rest.len(), |length| length + 1);
            let bare = rest.get(..length).unwrap_or_default().trim_ascii();
            let ends =
                bare.strip_prefix(tag).is_some_and(|tail| tail.first().is_none_or(|byte| !is_word(*byte)));
            if ends {
                break (at, at + length);
            }
            at += length;
        };
        self.bodies = Some((self.bodies.map_or(line.unwrap_or(first), |(at, _)| at), resume));
        let holes = if self.lexis.extra == Extra::Ruby { Holes::HashBrace } else { Holes::Sigils };
        let form = match quote {
            Some(b'\'') => Form::RAW,
            Some(b'`') => Form::run(holes),
            _ => Form::with(holes),
        };
        self.at = after.min(self.bytes.len());
        self.found.push(Token { kind: Kind::Text(form), start, end: self.at, inner: (first, end) });
        true
    }

    /// Skips text of a page up to the next PHP code.
    pub(super) fn outside_php(&mut self) {
        let rest = self.rest();
        match memchr::memmem::find(rest, b"<?") {
            Some(at) => {
                self.at += at + 2;
                if self.starts("php") {
                    self.at += 3;
                } else if self.starts("=") {
                    self.at += 1;
                }
            }
            None => self.at = self.bytes.len(),
        }
    }
}
